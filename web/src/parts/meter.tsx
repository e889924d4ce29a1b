interface MeterProps {
  /** 0 to 100. */
  readonly percent: number
  readonly fill?: string
}

/** Beside a number that says the same. */
export const Meter = ({ percent, fill }: MeterProps) => (
  <span className="meter" aria-hidden="true">
    <span style={{ width: `${percent}%`, ...(fill && { background: `var(--${fill})` }) }} />
  </span>
)
