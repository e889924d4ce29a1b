import { Link } from 'wouter'
import { PATH_LETTERS } from '../data/long-text.ts'
import { Name } from '../parts/name.tsx'
import { Empty } from '../parts/shown.tsx'
import { ViewHead } from '../parts/view-head.tsx'

export const NotFound = ({ path }: { path: string }) => (
  <>
    <ViewHead title="No such page" answers={[]} />
    <Empty room={2}>
      <p>
        There is nothing at{' '}
        <Name most={PATH_LETTERS} as={(shown) => <code>{shown}</code>}>
          {path}
        </Name>
        . <Link to="/">Go to the overview</Link>
      </p>
    </Empty>
  </>
)
