// Which address shows which view. The overview comes with the page, the others when they are asked
// for.
import { lazy, type ReactNode, Suspense } from 'react'
import { NotFound } from '../views/not-found.tsx'
import { Overview } from '../views/overview/overview.tsx'

const MalwareView = lazy(() => import('../views/malware/malware.tsx'))
const ComplianceView = lazy(() => import('../views/compliance/compliance.tsx'))
const FindingsView = lazy(() => import('../views/findings/findings.tsx'))
const ServerView = lazy(() => import('../views/server/server.tsx'))

const later = (view: ReactNode) => (
  <Suspense fallback={<p className="state s3 quiet">Opening…</p>}>{view}</Suspense>
)

export function viewAt(path: string): ReactNode {
  if (path === '') return <Overview />
  if (path === 'malware') return later(<MalwareView />)
  if (path === 'compliance') return later(<ComplianceView />)
  if (path === 'findings') return later(<FindingsView />)
  const [, name] = /^servers\/([a-zA-Z0-9_-]{1,255})$/.exec(path) ?? []
  // Another server is another view: nothing of the last one stays.
  if (name !== undefined) return later(<ServerView key={name} name={name} />)
  return <NotFound path={path} />
}
