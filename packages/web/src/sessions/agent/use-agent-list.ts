import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { estimateOf, useHistoryList } from '../../transcripts/use-history-list'
import { useTranscriptPlace } from '../../transcripts/use-transcript-place'
import { keptTop } from '../switch/view-address'
import { type AgentRow, rowKey } from './agent-rows'

const ESTIMATE: Readonly<Record<Exclude<AgentRow['kind'], 'step'>, number>> = {
  line: 36,
  fold: 36,
  given: 130,
  none: 36,
  answer: 110,
  error: 36,
}

const estimate = (row: AgentRow): number =>
  row.kind === 'step' ? estimateOf(row.row) : ESTIMATE[row.kind]

/** This part of the window is free below the last row, so that even a short round can be scrolled to the top. */
const BELOW = 0.4

interface AgentListInput {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rows: readonly AgentRow[]
  /** Number of the open round. */
  readonly openN: number | undefined
  readonly isReady: boolean
}

const keepNothing = () => {}

/** Which rows of an agent's view are drawn, and where the open round stands. */
export function useAgentList({ scroller, rows, openN, isReady }: AgentListInput) {
  const [below] = useState(() => Math.round(window.innerHeight * BELOW))
  const list = useHistoryList({
    scroller,
    rows,
    estimate,
    loadBefore: null,
    hasPlace: true,
    below,
  })
  const place = useTranscriptPlace({ scroller, rows, list, saved: undefined, onLeave: keepNothing })
  const { arrive } = place

  /** What the next round that is opened shall do. */
  const wanted = useRef<{ readonly top: number; readonly focus: boolean } | null>(null)
  const placed = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (!isReady || openN === undefined || placed.current === openN) return
    // As high as in the view before, as far as its line is in view. Elsewhere what is above it is in view, too.
    const before = placed.current === null ? keptTop(openN) : null
    placed.current = openN
    const first = before === null ? null : Math.max(0, before)
    const { top = first, focus = false } = wanted.current ?? {}
    wanted.current = null
    arrive({ key: rowKey(openN, 'line'), flash: false, top, focus: false })
    if (focus) focusLine(scroller.current, openN)
  }, [scroller, arrive, openN, isReady])

  /** Opens a round where it stands. Its line takes the focus: what was pressed is gone. */
  const openHere = (n: number, open: (n: number) => void) => {
    const log = scroller.current
    const line = log?.querySelector(`[data-round="${n}"]`)
    const top = log && line ? line.getBoundingClientRect().top - log.getBoundingClientRect().top : 0
    wanted.current = { top: Math.max(0, top), focus: true }
    open(n)
  }
  return { list, place, below, openHere }
}

function focusLine(log: HTMLElement | null, n: number, frames = 0): void {
  requestAnimationFrame(() => {
    const line = log?.querySelector<HTMLElement>(`[data-round="${n}"] > h2`)
    if (line) line.focus({ preventScroll: true })
    else if (frames < MOST_FRAMES) focusLine(log, n, frames + 1)
  })
}
const MOST_FRAMES = 30
