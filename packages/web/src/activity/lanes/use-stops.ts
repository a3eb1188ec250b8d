import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import type { Cluster } from './lane-clusters'
import type { Row } from './lane-rows'

/** Where Tab stops on the board: a row, and of it a sign (by the number of its first event) or its name. */
export interface Stop {
  readonly key: string
  readonly seq: number | null
}

interface Board {
  readonly stop: Stop
  readonly setStop: (stop: Stop) => void
  /** The row of the stop; the first one where that is gone. */
  readonly lane: number
  readonly scroller: RefObject<HTMLElement | null>
  readonly rows: readonly Row[]
  readonly drawn: ReadonlyMap<string, readonly Cluster[]>
  readonly scrollTo: (row: number) => void
  /** A sign that is not in the window is wanted: shows it. */
  readonly onShow: (moment: number) => void
}

/** One stop for Tab, arrow keys inside: to the sides the signs of a lane, up and down the lanes. */
export function useStops({ stop, setStop, lane, scroller, rows, drawn, scrollTo, onShow }: Board) {
  const mustFocus = useRef(false)
  const own = rows[lane]
  const signs = own ? (drawn.get(own.key) ?? []) : []
  const item = signs.findIndex(({ marks }) => marks.some(({ event }) => event.seq === stop.seq))

  useEffect(() => {
    if (!mustFocus.current) return
    mustFocus.current = false
    const find = () =>
      scroller.current?.querySelector<HTMLElement>(
        `[data-row="${CSS.escape(own?.key ?? '')}"] [data-item="${item}"]`,
      )
    const element = find()
    if (element) element.focus()
    // A lane that was not drawn yet is, in the next frame.
    else requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()))
  })

  const go = (index: number, seq: number | null) => {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))]
    if (!row) return
    mustFocus.current = true
    scrollTo(rows.indexOf(row))
    setStop({ key: row.key, seq })
  }
  const seqAt = (index: number) => signs[index]?.marks[0]?.event.seq ?? null
  /** Along the lane; behind the last sign of the window comes the next one of the story. */
  const along = (step: 1 | -1) => {
    const next = item + step
    if (next >= -1 && next < signs.length) {
      go(lane, seqAt(next))
      if (next >= 0 || item >= 0) return
    }
    const marks = own && own.kind !== 'quiet' ? own.lane.marks : []
    const [from] = signs.at(step === 1 ? -1 : 0)?.marks ?? []
    if (!from) return
    const place = marks.findIndex(({ event }) => event.seq === from.event.seq)
    const length = signs.at(step === 1 ? -1 : 0)?.marks.length ?? 1
    const wanted = marks[place + (step === 1 ? length : -1)]
    if (!wanted) return
    onShow(wanted.at)
    go(lane, wanted.event.seq)
  }
  /** To another lane, to the sign that is closest in time to this one. */
  const across = (index: number) => {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))]
    const x = signs[item]?.x
    if (!row || x === undefined) return go(index, null)
    let best: Cluster | undefined
    for (const one of drawn.get(row.key) ?? []) {
      if (!best || Math.abs(one.x - x) < Math.abs(best.x - x)) best = one
    }
    go(index, best?.marks[0]?.event.seq ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return
    const moves: Readonly<Record<string, () => void>> = {
      ArrowRight: () => along(1),
      ArrowLeft: () => along(-1),
      ArrowDown: () => across(lane + 1),
      ArrowUp: () => across(lane - 1),
      Home: () => go(lane, null),
      End: () => go(lane, seqAt(signs.length - 1)),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }
  return {
    onKeyDown,
    /** The item of a row at which Tab stops: -1 is its name, null when it stops at another row. */
    stopOf: (key: string) => (own?.key === key ? item : null),
    focused: (key: string, index: number) => {
      const seq = drawn.get(key)?.[index]?.marks[0]?.event.seq ?? null
      if (key !== stop.key || seq !== stop.seq) setStop({ key, seq })
    },
  }
}
