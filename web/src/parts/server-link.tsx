import { Link } from 'wouter'
import { canBeAsked, serverAddress } from '../app/address.ts'

/** A name with other characters can be listed, but the service takes no question about it. */
export const ServerLink = ({ name }: { name: string }) =>
  canBeAsked(name) ? (
    <Link to={serverAddress(name)} className="wrap">
      {name}
    </Link>
  ) : (
    <span className="wrap" title="The service takes no question about a server of such a name.">
      {name}
    </span>
  )
