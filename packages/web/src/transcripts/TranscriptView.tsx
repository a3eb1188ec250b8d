import type { Delivered } from '@crewroom/shared/transcript/messages'
import { type ReactNode, useMemo } from 'react'
import type { TranscriptSource } from './source'
import { TranscriptShown } from './TranscriptShown'
import { TabUIContext } from './use-tab-ui'
import './transcript.css'
import './rows.css'
import './groups.css'
import './items/items.css'
import './items/texts.css'

export interface TranscriptViewProps {
  readonly source: TranscriptSource
  /** What is open, where one is and what is searched for belong to a tab; two tabs may show the same transcript. */
  readonly tabId: string
  /** Who did it: an agent's name, or the program's. */
  readonly agentName?: string
  /** Who asked for it. */
  readonly userName?: string
  /** Where to come to at once, and whenever it changes: the deep link of the address. */
  readonly target?: { readonly itemId: string; readonly displayItemId: string | null } | null
  readonly openTranscript?: ((id: string) => void) | null
  readonly from?: ((delivered: Delivered) => ReactNode) | null
  /** At the right of the bar. */
  readonly actions?: ReactNode
  /** What is beside the transcript while the tab shows its context. */
  readonly panel?:
    | ((goTo: (itemId: string, displayItemId: string | null) => void) => ReactNode)
    | null
}

/** One transcript as a conversation: a file's, an agent's, or that of a file which was dropped on the page. */
export function TranscriptView({ tabId, ...props }: TranscriptViewProps) {
  const tab = useMemo(() => ({ tabId }), [tabId])
  return (
    <TabUIContext value={tab}>
      {/* Another transcript, or another tab, is another view. */}
      <TranscriptShown key={`${tabId} ${props.source.id}`} {...props} />
    </TabUIContext>
  )
}
