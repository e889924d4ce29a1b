interface ChartLabelProps {
  readonly x: number
  /** Of its middle. */
  readonly y: number
  readonly width: number
  readonly size: number
  readonly className?: string
  readonly children: string
}

const LINE = 18
/** So much of its end is always drawn. */
const END = 7

/** A name in a chart. SVG would draw a long one beyond the page; here dots stand in its middle. */
export const ChartLabel = ({ x, y, width, size, className = '', children }: ChartLabelProps) => (
  <foreignObject x={x} y={y - (LINE * size) / 2} width={width} height={LINE * size}>
    <div className={`chart-label ${className}`} title={children}>
      <span>{children.slice(0, -END)}</span>
      <span>{children.slice(-END)}</span>
    </div>
  </foreignObject>
)
