import { Link } from 'wouter'
import { canBeAsked, serverAddress } from '../data/address.ts'
import { Name } from './name.tsx'

/** A name with other characters can be listed, but the service takes no question about it. */
export const ServerLink = ({ name }: { name: string }) => (
  <Name
    as={(shown) =>
      canBeAsked(name) ? (
        <Link to={serverAddress(name)} className="wrap">
          {shown}
        </Link>
      ) : (
        <span className="wrap" title="The service takes no question about a server of such a name.">
          {shown}
        </span>
      )
    }
  >
    {name}
  </Name>
)
