import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './shell/App'
import { startKeys } from './shell/use-key'
import { startPrefs } from './ui/prefs'
import { startSession } from './sync/session'
import { startSync } from './sync/sync'
import './ui/styles.css'

startPrefs()
startSession()
startSync()
startKeys()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
