import { type RefObject, useRef } from 'react'
import { useKey } from '../../shell/use-key'
import type { SessionRow } from '../session-rows'

interface RoundKeysInput {
  readonly scroller: RefObject<HTMLElement | null>
  readonly rows: readonly SessionRow[]
  readonly toRow: (index: number) => void
}

/** A round counts as the one that is read while its line is this close to the top. */
const TOP_PX = 24
const MOST_FRAMES = 30

/** `[` and `]` go to the line of the round before and of the next one, `x` stops the answer that has the focus. */
export function useRoundKeys({ scroller, rows, toRow }: RoundKeysInput): void {
  const wanted = useRef(0)
  const go = (step: 1 | -1) => {
    const log = scroller.current
    if (!log) return false
    const rounds = rows.flatMap((row, index) =>
      row.kind === 'round' || row.kind === 'step' ? [{ index, n: row.n }] : [],
    )
    const read = roundAtTop(log)
    const next =
      step === 1
        ? rounds.find(({ n }) => n > (read.n ?? 0))
        : rounds.findLast(({ n }) => n < (read.n ?? Infinity) || (n === read.n && !read.isAtLine))
    if (!next) return true
    wanted.current = next.n
    toRow(next.index)
    focusLine(log, next.n, () => wanted.current === next.n)
    return true
  }
  useKey('nextRound', () => go(1))
  useKey('previousRound', () => go(-1))
  useKey('stopAnswer', () => {
    const { activeElement } = document
    const stop = scroller.current?.contains(activeElement)
      ? activeElement?.closest('[data-thinking]')?.querySelector<HTMLElement>('.sn-stop')
      : null
    stop?.click()
    return stop !== null && stop !== undefined
  })
}

/** Number of the round at the top of the view, and whether its line is in view there. */
function roundAtTop(log: HTMLElement): { n: number | null; isAtLine: boolean } {
  const top = log.getBoundingClientRect().top
  let found: { n: number | null; isAtLine: boolean } = { n: null, isAtLine: false }
  let best = -Infinity
  for (const section of log.querySelectorAll<HTMLElement>('[data-round]')) {
    const at = section.getBoundingClientRect().top - top
    if (at > TOP_PX || at < best) continue
    best = at
    found = { n: Number(section.dataset['round']), isAtLine: at > -TOP_PX }
  }
  return found
}

/** The line may be drawn only some frames after it was scrolled to. */
function focusLine(log: HTMLElement, n: number, isWanted: () => boolean, frames = 0): void {
  requestAnimationFrame(() => {
    if (!isWanted()) return
    const line = log.querySelector<HTMLElement>(`[data-round="${n}"] > h2`)
    if (line) line.focus({ preventScroll: true })
    else if (frames < MOST_FRAMES) focusLine(log, n, isWanted, frames + 1)
  })
}
