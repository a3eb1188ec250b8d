import { type FormEvent, useState } from 'react'
import type { SignedOutReason } from '../sync/sign-in'
import { usePageTitle } from './page-title'
import { pastedLink } from './pasted-link'
import { Snippet } from './Snippet'

const TITLES: Readonly<Record<SignedOutReason, string>> = {
  none: 'Open the dashboard with a link',
  expired: 'You have been signed out',
  'code-refused': 'This link has been used or has expired',
  'no-answer': 'Signing in did not work',
}

/** Nobody is signed in here. Calm: it is one command away. */
export function SignedOut({ reason }: { readonly reason: SignedOutReason }) {
  usePageTitle(0, 'Sign in')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const open = (event: FormEvent) => {
    event.preventDefault()
    const link = pastedLink(text, location)
    if (typeof link === 'string') return setProblem(link)
    // At the same address nothing is loaded: the sign-in takes the code that comes behind the #.
    location.assign(link.to)
  }
  return (
    <div className="page calm">
      <main data-testid="signed-out">
        <div className="brand">
          <img src="/favicon.svg" alt="" />
          Crewroom
        </div>
        <h1>{TITLES[reason]}</h1>
        <p>On the machine of the server, in the folder of Crewroom, run:</p>
        <Snippet text="npm run crewroom open" what="the command" />
        <p>
          It opens a link that signs you in here. Where Crewroom is installed it is{' '}
          <code>crewroom open</code>; <code>npm start</code> opens one, too.
        </p>
        <form className="sign-in-link" onSubmit={open} noValidate>
          <label htmlFor="sign-in-link">Or paste a link</label>
          <span className="row">
            <input
              id="sign-in-link"
              className="input"
              type="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="http://127.0.0.1:…/#code=…"
              value={text}
              aria-invalid={problem !== null}
              aria-describedby="sign-in-problem"
              onChange={({ target }) => {
                setText(target.value)
                setProblem(null)
              }}
            />
            <button type="submit" className="btn p" aria-disabled={text.trim() === ''}>
              Sign in
            </button>
          </span>
          <span id="sign-in-problem" className="hint bad" role="alert">
            {problem}
          </span>
        </form>
        <p className="hint">A link works once, for ten minutes, and only for this server.</p>
      </main>
    </div>
  )
}
