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

/** A name in a chart. SVG would draw a long one beyond the page; here it ends in dots. */
export const ChartLabel = ({ x, y, width, size, className = '', children }: ChartLabelProps) => (
  <foreignObject x={x} y={y - (LINE * size) / 2} width={width} height={LINE * size}>
    <div className={`chart-label ${className}`} title={children}>
      {children}
    </div>
  </foreignObject>
)
