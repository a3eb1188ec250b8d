import type { KeptPlace } from './kept-place'

/** A row to go to, once per `id`. */
export interface ScrollPlace {
  readonly id: string
  readonly key: string
  readonly flash: boolean
  /** Pixels from the top of the view; null: a quarter of its height. */
  readonly top: number | null
  /** Only when the rows after it fill more than the view; otherwise the end shows it anyway. */
  readonly ifLong: boolean
}

/** Where a message that one comes to stands: this part of the height above it. */
const ABOVE = 0.25
const MOST_FRAMES = 30

const latest = new WeakMap<HTMLElement, object>()

/** Brings a row to its place and keeps it there while the rows around it are measured for the first time. */
export function goTo(
  log: HTMLElement | null,
  { key, top: wanted, ifLong }: ScrollPlace,
  scroll: (align: 'start' | 'end') => void,
): void {
  if (!log) return
  // Only the place that was asked for last: two would pull at the view in turn.
  const own = {}
  latest.set(log, own)
  scroll('start')
  let still = 0
  let frames = 0
  const step = () => {
    if (latest.get(log) !== own) return
    const row = log.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
    frames += 1
    if (!row) scroll('start')
    else {
      const top = row.getBoundingClientRect().top - log.getBoundingClientRect().top
      const before = log.scrollTop
      if (ifLong && log.scrollHeight - (before + top) < log.clientHeight) {
        log.scrollTop = log.scrollHeight
      } else log.scrollTop += top - (wanted ?? log.clientHeight * ABOVE)
      still = Math.abs(log.scrollTop - before) <= 1 ? still + 1 : 0
    }
    if (still < 3 && frames < MOST_FRAMES) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}

/** The first row that begins in the view. */
export function placeIn(log: HTMLElement | null): KeptPlace | null {
  const edge = log?.getBoundingClientRect().top ?? 0
  const rows = [...(log?.querySelectorAll<HTMLElement>('[data-key]') ?? [])]
    .map((row) => ({ key: row.dataset['key'] ?? '', top: row.getBoundingClientRect().top - edge }))
    .filter(({ top }) => top >= 0)
    .toSorted((a, b) => a.top - b.top)
  return rows[0] ?? null
}
