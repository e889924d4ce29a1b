import { Link } from 'wouter'
import { Empty } from '../parts/shown.tsx'
import { ViewHead } from '../parts/view-head.tsx'

export const NotFound = ({ path }: { path: string }) => (
  <>
    <ViewHead title="No such page" answers={[]} />
    <Empty room={2}>
      <p>
        There is nothing at <code>{path}</code>. <Link to="/">Go to the overview</Link>
      </p>
    </Empty>
  </>
)
