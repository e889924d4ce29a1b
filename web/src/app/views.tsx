// Which address shows which view. The overview comes with the page, the others when they are asked
// for.
import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { NotFound } from '../views/not-found.tsx'
import { Overview } from '../views/overview/overview.tsx'
import { Boundary } from './boundary.tsx'

const MalwareView = lazy(() => import('../views/malware/malware.tsx'))
const ComplianceView = lazy(() => import('../views/compliance/compliance.tsx'))
const FindingsView = lazy(() => import('../views/findings/findings.tsx'))
const ServerView = lazy(() => import('../views/server/server.tsx'))

/** Expressions: texts would also match other cases, and a slash at the end, which the service does not. */
const SERVER = /^\/servers\/(?<name>[a-zA-Z0-9_-]{1,255})$/

export const Views = ({ path }: { path: string }) => (
  // Another path is another try.
  <Boundary key={path}>
    <Suspense fallback={<p className="state s3 quiet">Opening…</p>}>
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
    </Suspense>
  </Boundary>
)
