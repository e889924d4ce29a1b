// What stands in the place of a view that cannot be drawn, until it can be: nobody presses a button on a wall.
// React hands what a view throws to classes alone.
import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  readonly children: ReactNode
  /** 0 is never. */
  readonly everyMs: number
  /** What could not be drawn must be read anew. */
  readonly onAgain: () => void
}

export class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  #timer: ReturnType<typeof setTimeout> | undefined

  override componentDidCatch() {
    this.#wait()
  }

  override componentDidUpdate({ everyMs }: BoundaryProps) {
    // Another interval may be chosen meanwhile.
    if (this.state.hasFailed && everyMs !== this.props.everyMs) this.#wait()
  }

  #wait() {
    clearTimeout(this.#timer)
    if (this.props.everyMs === 0) return
    this.#timer = setTimeout(() => {
      this.props.onAgain()
      this.setState({ hasFailed: false })
    }, this.props.everyMs)
  }

  override componentWillUnmount() {
    clearTimeout(this.#timer)
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div className="trouble" role="alert">
        <p>
          <strong>This view could not be drawn.</strong> The service may have been updated since the
          page was loaded. <a href={location.href}>Load the page again</a>
        </p>
      </div>
    )
  }
}
