import type { SignedOutReason } from '../sync/session'
import { usePageTitle } from './page-title'

const TITLES: Readonly<Record<SignedOutReason, string>> = {
  none: 'Open the dashboard with a link',
  expired: 'You have been signed out',
  'code-refused': 'This link was used or has expired',
  'no-answer': 'Signing in did not work',
}

/** Nobody is signed in here. Calm: it is one command away. */
export function SignedOut({ reason }: { readonly reason: SignedOutReason }) {
  usePageTitle(0, 'Sign in')
  return (
    <div className="page calm">
      <main data-testid="signed-out">
        <div className="brand">
          <img src="/favicon.svg" alt="" />
          Crewroom
        </div>
        <h1>{TITLES[reason]}</h1>
        <p>
          Run <code>crewroom open</code> on the machine of the server (from a checkout:{' '}
          <code>npm run crewroom open</code>), or start it again with <code>npm start</code>. Both
          open a fresh link that signs you in here.
        </p>
        <p>
          A link works once and for ten minutes. It stays on this computer: the server answers only
          to its own page.
        </p>
      </main>
    </div>
  )
}
