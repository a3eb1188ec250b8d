import { ChartGantt, PieChart } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { MarkdownButton } from '../shell/ExportMarkdown'
import { NotFoundPanel } from '../shell/NotFoundPanel'
import { useKey } from '../shell/use-key'
import { setOrDelete, useAddressParams } from '../ui/use-address-params'
import { Dialog } from '../ui/Dialog'
import { useMedia, WIDE } from '../ui/use-media'
import { ContextPanel, type ToItem } from './context/ContextPanel'
import { useViewOf } from './context/use-view-of'
import { SessionLanes } from './session-lanes/SessionLanes'
import type { TranscriptSource } from './source'
import type { OpenTab } from './tabs/open-tabs'
import { nameTabs } from './tabs/tab-store'
import { transcriptSource } from './transcript-source'
import { TranscriptView } from './TranscriptView'
import { TabUIContext, useTabUI } from './use-tab-ui'

interface OpenTranscriptProps {
  readonly tab: OpenTab
  /** The address of this tab. */
  readonly path: string
  readonly pathOfTranscript: (id: string) => string
  readonly listPath: string
}

/** The transcript of a tab, with its context and its time line. */
export function OpenTranscript(props: OpenTranscriptProps) {
  const source = transcriptSource(props.tab.transcriptId)
  const tab = useMemo(() => ({ tabId: props.tab.key }), [props.tab.key])
  if (source) {
    return (
      <TabUIContext value={tab}>
        <Known key={props.tab.key} {...props} source={source} />
      </TabUIContext>
    )
  }
  return (
    <NotFoundPanel
      title="This file is not open any more"
      text="It was read in the page only, and the page was loaded again since. Drop it here again, or open it."
      to={props.listPath}
      action="Show all transcripts"
    />
  )
}

type Sheet = 'context' | 'lanes'

function Known(props: OpenTranscriptProps & { readonly source: TranscriptSource }) {
  const { tab, path, pathOfTranscript, source } = props
  const navigate = useNavigate()
  const [params, change] = useAddressParams()
  const isWide = useMedia(WIDE)
  const { showContextPanel, setShowContextPanel } = useTabUI()
  const [sheet, setSheet] = useState<Sheet | null>(null)
  useTabName(source)
  useKey('contextPanel', () =>
    isWide
      ? setShowContextPanel(!showContextPanel)
      : setSheet(sheet === 'context' ? null : 'context'),
  )
  useKey('sessionLanes', () => setSheet(sheet === 'lanes' ? null : 'lanes'))
  const itemId = params.get('item')
  const displayItemId = params.get('tool')
  const target = useMemo(
    () => (itemId === null ? null : { itemId, displayItemId }),
    [itemId, displayItemId],
  )
  const pathOf: ToItem['pathOf'] = (item, tool) => {
    const link = new URL(path, location.origin)
    link.searchParams.set('item', item)
    setOrDelete(link.searchParams, 'tool', tool)
    return link.pathname + link.search
  }
  const goByAddress: ToItem['goTo'] = (item, tool) => {
    setSheet(null)
    change((next) => (next.delete('item'), next.delete('tool')))
    // What the address named before is gone to again only after it has named nothing.
    requestAnimationFrame(() =>
      change((next) => {
        next.set('item', item)
        setOrDelete(next, 'tool', tool)
      }),
    )
  }
  return (
    <>
      <TranscriptView
        source={source}
        tabId={tab.key}
        target={target}
        openTranscript={(id) => void navigate(pathOfTranscript(id))}
        panel={(goTo) => isWide && <ContextPanel source={source} to={{ pathOf, goTo }} />}
        actions={
          <>
            {source.save && <MarkdownButton size={17} onClick={() => source.save?.(tab.title)} />}
            {!isWide && (
              <SheetButton label="Context" title="Context (c)" onClick={() => setSheet('context')}>
                <PieChart size={17} />
              </SheetButton>
            )}
            <SheetButton
              label="The session over time"
              title="The session over time (t)"
              onClick={() => setSheet('lanes')}
            >
              <ChartGantt size={17} />
            </SheetButton>
          </>
        }
      />
      {sheet === 'context' && !isWide && (
        <Dialog title="Context" onClose={() => setSheet(null)}>
          <div className="dialog-body ts-sheet">
            <ContextPanel source={source} to={{ pathOf, goTo: goByAddress }} isAlone />
          </div>
        </Dialog>
      )}
      {sheet === 'lanes' && (
        <Dialog title="The session over time" width="wide" onClose={() => setSheet(null)}>
          <SessionLanes source={source} goTo={goByAddress} />
        </Dialog>
      )}
    </>
  )
}

interface SheetButtonProps {
  readonly label: string
  readonly title: string
  readonly onClick: () => void
  readonly children: React.ReactNode
}

const SheetButton = ({ label, title, onClick, children }: SheetButtonProps) => (
  <button type="button" className="ib" aria-label={label} title={title} onClick={onClick}>
    {children}
  </button>
)

/** Tabs are called what the session is called. */
function useTabName(source: TranscriptSource): void {
  const { data } = useViewOf(source, 'head', (signal) => source.page({ limit: 1 }, signal))
  const title = data?.session.title ?? ''
  useEffect(() => {
    if (title !== '') nameTabs(source.id, title)
  }, [source, title])
}
