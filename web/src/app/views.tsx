// Which address shows which view. All come with the page: together they are small, and one that
// came later could not be opened while the service is down, nor after its update.
import { useQueryClient } from '@tanstack/react-query'
import { Route, Switch } from 'wouter'
import { useRefreshSeconds } from '../data/preferences.ts'
import { ComplianceView } from '../views/compliance/compliance.tsx'
import { FindingsView } from '../views/findings/findings.tsx'
import { MalwareView } from '../views/malware/malware.tsx'
import { NotFound } from '../views/not-found.tsx'
import { Overview } from '../views/overview/overview.tsx'
import { ServerView } from '../views/server/server.tsx'
import { Boundary } from './boundary.tsx'

/** Expressions: texts would also match other cases, and a slash at the end, which the service does not. */
const SERVER = /^\/servers\/(?<name>[a-zA-Z0-9_-]{1,255})$/

export function Views({ path }: { path: string }) {
  const client = useQueryClient()
  return (
    // Another path is another try.
    <Boundary
      key={path}
      everyMs={useRefreshSeconds() * 1000}
      onAgain={() => client.removeQueries({ type: 'inactive' })}
    >
      <Switch>
        <Route path={/^\/$/} component={Overview} />
        <Route path={/^\/malware$/} component={MalwareView} />
        <Route path={/^\/compliance$/} component={ComplianceView} />
        <Route path={/^\/findings$/} component={FindingsView} />
        <Route path={SERVER}>
          {/* Another server is another view: nothing of the last one stays. */}
          {({ name = '' }) => <ServerView key={name} name={name} />}
        </Route>
        <Route>
          <NotFound path={path} />
        </Route>
      </Switch>
    </Boundary>
  )
}
