// First: it says in which order layers of styles count, and pages bring their own.
import './ui/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './shell/App'
import { fetchPageOf } from './shell/section-pages'
import { startKeys } from './shell/use-key'
import { startKeysKept } from './ui/keys-kept'
import { startLastInput } from './ui/last-input'
import { startPrefs } from './ui/prefs'
import { startDrafts } from './sync/drafts'
import { startSignIn } from './sync/sign-in'
import { startSync } from './sync/sync'

fetchPageOf(location.pathname)
startPrefs()
startSignIn()
startSync()
startDrafts()
// Before the keys of the page: what is kept is not theirs.
startKeysKept()
startKeys()
startLastInput()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
