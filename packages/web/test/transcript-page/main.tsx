import '../../src/ui/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startKeys } from '../../src/shell/use-key'
import { TranscriptView } from '../../src/transcripts/TranscriptView'
import { FedTranscript } from './fake-source'

/** What a test does with the page. */
export interface TranscriptPageWindow {
  readonly transcript: FedTranscript
}

const address = new URLSearchParams(location.search)
document.documentElement.dataset['theme'] = address.get('theme') ?? 'light'
const item = address.get('item')
const target = item === null ? null : { itemId: item, displayItemId: address.get('tool') }

const transcript = new FedTranscript('session')
Object.assign(window, { transcript } satisfies TranscriptPageWindow)
startKeys()
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <main className="card one" style={{ display: 'flex', height: '100%' }} aria-label="Transcripts">
      <h1 className="sr">Transcripts</h1>
      <TranscriptView
        source={transcript}
        tabId={address.get('tab') ?? 'one'}
        target={target}
        openTranscript={() => undefined}
      />
    </main>
  </StrictMode>,
)
