import { Link } from 'wouter'
import {
  chooseRefresh,
  chooseTheme,
  INTERVALS,
  THEMES,
  type Theme,
  useRefreshSeconds,
  useTheme,
} from '../data/preferences.ts'

const VIEWS = [
  ['/', 'Overview'],
  ['/malware', 'Malware'],
  ['/compliance', 'Compliance'],
  ['/findings', 'Findings'],
] as const

/** A server belongs to the compliance view it was chosen in. */
const isAt = (path: string, view: string) =>
  path === view || (view === '/compliance' && path.startsWith('/servers/'))

const every = (seconds: number) =>
  seconds === 0 ? 'never' : seconds < 60 ? `every ${seconds} s` : `every ${seconds / 60} min`

export function Bar({ path }: { path: string }) {
  const [theme, seconds] = [useTheme(), useRefreshSeconds()]
  return (
    <header className="bar">
      <Link to="/" className="brand">
        <svg viewBox="0 0 20 20" aria-hidden="true" fill="currentColor">
          <path d="M1 12h4v7H1zM8 7h4v12H8zM15 1h4v18h-4z" />
        </svg>
        secdash
      </Link>
      <nav aria-label="Views">
        <ul>
          {VIEWS.map(([view, name]) => (
            <li key={view}>
              <Link to={view} {...(isAt(path, view) && { 'aria-current': 'page' as const })}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="choices">
        <label>
          Refresh
          <select value={seconds} onChange={(event) => chooseRefresh(Number(event.target.value))}>
            {INTERVALS.map((it) => (
              <option key={it} value={it}>
                {every(it)}
              </option>
            ))}
          </select>
        </label>
        <label>
          Theme
          <select value={theme} onChange={(event) => chooseTheme(event.target.value as Theme)}>
            {THEMES.map((it) => (
              <option key={it}>{it}</option>
            ))}
          </select>
        </label>
      </div>
    </header>
  )
}
