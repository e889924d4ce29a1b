const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 })
const one = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const two = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

export const count = (value: number): string => whole.format(value)
export const oneDecimal = (value: number): string => one.format(value)
export const twoDecimals = (value: number): string => two.format(value)

/** With its sign, and a real minus. */
export const change = (value: number): string => {
  const rounded = Math.round(value * 10) / 10
  if (rounded === 0) return '±0.0'
  return `${rounded > 0 ? '+' : '−'}${one.format(Math.abs(rounded))}`
}

export const plural = (value: number, singular: string, plural = `${singular}s`): string =>
  `${count(value)} ${value === 1 ? singular : plural}`
