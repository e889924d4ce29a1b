import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { type AroundNavHandler, Router } from 'wouter'
import { App } from './app/app.tsx'
import { basePath } from './data/address.ts'
import { showTheme } from './data/preferences.ts'
import { readIn } from './data/zone.ts'
import './style/all.css'

showTheme()
readIn(document.querySelector<HTMLMetaElement>('meta[name=timezone]')?.content ?? '')

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // Trouble is shown at once; the next turn of the refresh tries again.
      retry: false,
      // The browser's word about a network is not to be had behind every proxy.
      networkMode: 'always',
      // It would lose a server that is called __proto__.
      structuralSharing: false,
      refetchIntervalInBackground: false,
      refetchOnWindowFocus: true,
      gcTime: 10 * 60_000,
    },
  },
})

/** Another view is read from its top; the way back is the browser's. */
const fromTheTop: AroundNavHandler = (navigate, to, options) => {
  navigate(to, options)
  window.scrollTo(0, 0)
}

createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <Router base={basePath} aroundNav={fromTheTop}>
        <App />
      </Router>
    </QueryClientProvider>
  </StrictMode>,
)
