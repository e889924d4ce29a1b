import { NotTaken } from './not-taken.tsx'
import type { Order } from './order.ts'

export const NoSuchOrder = ({ order: { unknown } }: { order: Order }) =>
  unknown !== null && (
    <NotTaken name="sort" value={unknown}>
      No column can be sorted by that: this is the usual order.
    </NotTaken>
  )
