// What PHP makes of a text that is read as an integer. It goes letter by letter and calculates in
// whole numbers, so that it shares nothing with the service.

export function integerOf(text: string): bigint {
  let at = 0
  const take = (allowed: string) => {
    const from = at
    while (at < text.length && allowed.includes(text.charAt(at))) at++
    return text.slice(from, at)
  }
  const takeOne = (allowed: string) => {
    const letter = text.charAt(at)
    if (letter === '' || !allowed.includes(letter)) return ''
    at++
    return letter
  }
  const DIGITS = '0123456789'
  take(' \t\n\r\v\f')
  const negative = takeOne('+-') === '-'
  const whole = take(DIGITS)
  const fraction = takeOne('.') === '' ? '' : take(DIGITS)
  if (whole === '' && fraction === '') return 0n
  let exponent = 0
  if (takeOne('eE') !== '') {
    const sign = takeOne('+-')
    exponent = Number(`${sign}${take(DIGITS) || '0'}`)
  }
  const scale = exponent - fraction.length
  const mantissa = BigInt(whole + fraction)
  const size = scale >= 0 ? mantissa * 10n ** BigInt(scale) : mantissa / 10n ** BigInt(-scale)
  return negative ? -size : size
}
