import { ScrollText } from 'lucide-react'
import { useCallback, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useCurrentCrew, useUnreadTotal } from '../crew/use-crew'
import { ConnectionStrip } from '../shell/ConnectionStrip'
import { usePageTitle } from '../shell/page-title'
import { paths } from '../shell/paths'
import '../shell/section.css'
import { useKey } from '../shell/use-key'
import { DropHere, DropState } from './dropped/DropState'
import { useDrop } from './dropped/use-drop'
import { SessionList } from './folders/SessionList'
import { useSessionList } from './folders/use-sessions'
import { OpenTranscript } from './OpenTranscript'
import { TabBar } from './tabs/TabBar'
import { useTabs } from './tabs/use-tabs'
import './transcripts.css'

/** Session files of coding agents: a list on the left, the open ones as tabs on the right. */
export function TranscriptsPage() {
  const state = useCurrentCrew()
  const navigate = useNavigate()
  const { leadId, tabs, shown, pathOf, listPath, close, copy, beside } = useTabs()
  const box = useRef<HTMLInputElement>(null)
  const drop = useDrop((tab) => void navigate(pathOf(tab)))
  const isOngoing = useIsOngoing()
  const pathOfTranscript = useCallback((id: string) => paths.transcript(leadId, id), [leadId])
  usePageTitle(
    useUnreadTotal(state),
    ...(shown ? [shown.title] : []),
    'Transcripts',
    state.lead.name,
  )
  const toList = () => {
    if (box.current && box.current.offsetParent !== null) box.current.focus()
    else void navigate(listPath)
  }
  return (
    <div className="card split ts" data-pane={shown ? 'chat' : 'list'} {...drop.zone}>
      <input
        {...drop.input}
        type="file"
        className="ts-chooser"
        multiple
        accept=".jsonl,.json,.ndjson,.txt"
        aria-label="Session files"
        tabIndex={-1}
      />
      <SessionList
        shownId={shown?.transcriptId ?? null}
        pathOf={pathOfTranscript}
        box={box}
        onOpenFile={drop.choose}
      />
      <main className="chat" aria-label={shown ? `Transcript ${shown.title}` : 'Transcripts'}>
        {(tabs.length > 0 || shown) && (
          <TabBar
            tabs={tabs}
            shownKey={shown?.key ?? null}
            {...{ isOngoing, pathOf, listPath }}
            onClose={close}
            onCopy={copy}
            onMore={toList}
          />
        )}
        <ConnectionStrip />
        <DropState problems={drop.problems} onForget={drop.forget} />
        {shown ? (
          <OpenTranscript
            tab={shown}
            path={pathOf(shown)}
            pathOfTranscript={pathOfTranscript}
            listPath={listPath}
          />
        ) : (
          <div className="panel">
            <ScrollText size={28} strokeWidth={1.6} />
            <h1>Open a transcript</h1>
            <p>
              Pick a session on the left, or drop session files anywhere here. Dropped files are
              read in this page and not uploaded.
            </p>
            <button type="button" className="btn" onClick={drop.choose}>
              Open a file
            </button>
          </div>
        )}
        {/* After the view, which has keys of its own: of two that listen for one, the newest is heard. */}
        <SectionKeys
          key={shown?.key}
          {...{ beside, copy, toList }}
          close={() => shown && close(shown.key)}
        />
      </main>
      {drop.isOver && <DropHere />}
    </div>
  )
}

interface SectionKeysProps {
  readonly beside: (by: 1 | -1) => void
  readonly copy: () => void
  readonly close: () => void
  readonly toList: () => void
}

function SectionKeys({ beside, copy, close, toList }: SectionKeysProps) {
  useKey('searchTranscripts', toList)
  useKey('previousTab', () => beside(-1))
  useKey('nextTab', () => beside(1))
  useKey('closeTab', close)
  useKey('copyTab', copy)
  return null
}

/** Which sessions go on, as the list knows it. */
function useIsOngoing(): (transcriptId: string) => boolean {
  const { data } = useSessionList()
  return (transcriptId) =>
    data?.projects.some(({ sessions }) =>
      sessions.some(({ id, ongoing }) => id === transcriptId && ongoing === true),
    ) ?? false
}
