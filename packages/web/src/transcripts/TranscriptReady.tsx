import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ChatHistory } from './ChatHistory'
import { FindInTranscript } from './FindInTranscript'
import { nextError } from './next-error'
import { rowsOf } from './rows'
import { TranscriptBar } from './TranscriptBar'
import { TranscriptContext, type TranscriptScope } from './transcript-context'
import { TranscriptHead, TranscriptNotes } from './TranscriptNotes'
import type { TranscriptViewProps } from './TranscriptView'
import { type Target, useGoTo } from './use-go-to'
import { estimateOf, useHistoryList } from './use-history-list'
import { useHits } from './use-hits'
import { type Loaded, useDrawnDetails } from './use-loaded'
import { useTabUI } from './use-tab-ui'
import { itemMeant, useTranscriptKeys } from './use-transcript-keys'
import { useTranscriptPlace } from './use-transcript-place'

interface TranscriptReadyProps extends Omit<TranscriptViewProps, 'tabId'>, Loaded {
  readonly page: NonNullable<Loaded['loaded']['page']>
}

/** A transcript that has something in it. */
export function TranscriptReady(props: TranscriptReadyProps) {
  const { source, agentName = 'Claude', userName = 'You', target = null } = props
  const { openTranscript = null, from = null, actions = null, panel = null } = props
  const { items, details, loaded, groups, page } = props
  const scroller = useRef<HTMLDivElement>(null)
  const tab = useTabUI()
  const rows = useMemo(
    () => rowsOf(loaded.items, { ...tab, details: groups }),
    [loaded.items, tab, groups],
  )
  const loadBefore = useCallback(() => void items.loadBefore(), [items])
  // Where a tab was left, once; a link to an item is stronger.
  const [saved] = useState(() => (target ? undefined : tab.savedScrollTop))
  const list = useHistoryList({
    scroller,
    rows,
    estimate: estimateOf,
    loadBefore: loaded.hasBefore && !loaded.isLoadingBefore && !loaded.error ? loadBefore : null,
    hasPlace: saved !== undefined || target !== null,
  })
  const { virtualizer } = list
  const place = useTranscriptPlace({ scroller, rows, list, saved, onLeave: tab.saveScrollTop })
  const drawn = virtualizer.getVirtualItems().map(({ index }) => index)
  useDrawnDetails(details, rows, drawn, page.revision)

  const { open, state: way, latest } = useGoTo(items, details, tab)
  const { arrive, inPlace } = place
  const { leaveEnd } = list
  const goTo = useCallback(
    async (to: Target, focus = false) => {
      leaveEnd()
      const key = await open(to)
      if (key !== null) arrive({ key, flash: true, top: null, focus })
      return key
    },
    [open, arrive, leaveEnd],
  )
  // A place may be in a part that is not loaded yet.
  const savedItem = saved?.key.split(' ')[0]
  useEffect(() => {
    if (savedItem !== undefined) void items.reach(savedItem)
  }, [items, savedItem])
  const [itemId, displayItemId] = [target?.itemId ?? null, target?.displayItemId ?? null]
  const go = useRef(goTo)
  useEffect(() => {
    go.current = goTo
  })
  useEffect(() => {
    if (itemId !== null) void go.current({ itemId, displayItemId })
  }, [itemId, displayItemId])

  const hits = useHits({ source, revision: page.revision, items, scroller, rows, goTo })

  const toNextError = useCallback(() => {
    void source.context().then(({ errors }) => {
      const id = itemMeant(scroller.current)
      const inView = items.store.getState().items.find((item) => item.id === id) ?? null
      const next = nextError(errors, latest(), inView)
      if (next) void goTo(next, true)
    })
  }, [source, items, latest, goTo])

  useTranscriptKeys({
    scroller,
    items: loaded.items,
    toGroup: (id) => arrive({ key: id, flash: false, top: 12, focus: true }),
    toggleGroup: (id) => inPlace(id, () => tab.toggleAIGroupExpansion(id)),
    toggleAll: tab.toggleAllAIGroups,
    nextError: toNextError,
    find: () => tab.setSearch(tab.search ?? ''),
  })

  const folder = page.session.cwd
  const scope = useMemo(
    (): TranscriptScope => ({
      agentName,
      userName,
      folder,
      details,
      inPlace,
      openTranscript,
      from,
    }),
    [agentName, userName, folder, details, inPlace, openTranscript, from],
  )
  const isPanelShown = tab.showContextPanel
  // Not drawn again while one scrolls.
  const beside = useMemo(
    () =>
      panel === null || !isPanelShown
        ? null
        : panel((id, own) => void goTo({ itemId: id, displayItemId: own })),
    [panel, isPanelShown, goTo],
  )
  const { session, totals } = page
  return (
    <TranscriptContext value={scope}>
      <section className="tv" aria-label={`Transcript ${session.title}`}>
        <TranscriptBar
          page={page}
          hasPanel={panel !== null}
          onNextError={toNextError}
          actions={actions}
          search={
            tab.search === null ? null : (
              <FindInTranscript find={hits.find} onGo={hits.go} onClose={hits.close} />
            )
          }
        />
        <TranscriptNotes way={way} error={loaded.error} retry={() => items.retry()} />
        <div className={beside === null ? 'tv-panes' : 'tv-panes with-panel'}>
          <ChatHistory
            label="Transcript"
            rows={rows}
            list={list}
            scroller={scroller}
            flashing={place.flashing}
            head={<TranscriptHead hasBefore={loaded.hasBefore} unreadable={totals.unreadable} />}
          />
          {beside}
        </div>
      </section>
    </TranscriptContext>
  )
}
