// What stands in the place of a view that cannot be drawn. React hands what a view throws to classes
// alone.
import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  readonly children: ReactNode
}

export class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
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
