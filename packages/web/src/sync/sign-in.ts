import { createStore } from 'zustand/vanilla'

const TOKEN_KEY = 'crewroom:token'

export type SignedOutReason = 'none' | 'expired' | 'code-refused' | 'no-answer'
export type SignIn =
  | { readonly phase: 'signing-in' }
  | { readonly phase: 'signed-in'; readonly token: string }
  | { readonly phase: 'signed-out'; readonly reason: SignedOutReason }

/** Who uses this page: the token of a sign-in, kept in this origin's storage. */
export const signIn = createStore<SignIn>(() => ({ phase: 'signing-in' }))

export function signInToken(): string | null {
  const state = signIn.getState()
  return state.phase === 'signed-in' ? state.token : null
}

export function signedOut(reason: SignedOutReason): void {
  if (signIn.getState().phase === 'signed-out') return
  store(null)
  signIn.setState({ phase: 'signed-out', reason }, true)
}

/** The login code of a link. It leaves the address bar and the history before anything else happens. */
function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get('code')
  if (code !== null) history.replaceState(history.state, '', location.pathname + location.search)
  return code
}

async function redeem(code: string): Promise<void> {
  signIn.setState({ phase: 'signing-in' }, true)
  let reason: SignedOutReason = 'no-answer'
  try {
    // Only ever to our own origin: nothing in a link may say where to.
    const response = await fetch('/api/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code }),
    })
    const body: unknown = await response.json()
    if (response.ok && typeof body === 'object' && body !== null && 'token' in body) {
      adopt(String(body.token))
      return
    }
    if (response.status === 401) reason = 'code-refused'
  } catch {
    // Falls through: the screen that follows says how to get a fresh link.
  }
  const kept = read()
  if (kept === null) signedOut(reason)
  else adopt(kept)
}

function adopt(token: string): void {
  store(token)
  signIn.setState({ phase: 'signed-in', token }, true)
}

/** Uses the code in the address if there is one, the kept token otherwise. */
export function startSignIn(): void {
  const begin = () => {
    const code = takeCode()
    if (code !== null) {
      void redeem(code)
      return true
    }
    return false
  }
  if (!begin()) {
    const token = read()
    signIn.setState(
      token === null ? { phase: 'signed-out', reason: 'none' } : { phase: 'signed-in', token },
      true,
    )
  }
  addEventListener('hashchange', () => begin())
  addEventListener('storage', (event) => {
    // Another tab signed in: this one need not ask for a link of its own.
    if (event.key === TOKEN_KEY && event.newValue) adopt(event.newValue)
  })
}

let inMemory: string | null = null

function read(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY) ?? inMemory
  } catch {
    return inMemory
  }
}

function store(token: string | null): void {
  inMemory = token
  try {
    if (token === null) localStorage.removeItem(TOKEN_KEY)
    else localStorage.setItem(TOKEN_KEY, token)
  } catch {
    // Storage may be denied; the sign-in then lasts as long as the tab.
  }
}
