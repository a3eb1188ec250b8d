import { createStore } from 'zustand/vanilla'

/** What a screen reader is told next: one polite voice for the whole page. */
export const announcement = createStore<{ readonly text: string; readonly urgent: string }>(() => ({
  text: '',
  urgent: '',
}))

const BATCH_MS = 1_000
const READ_IN_FULL = 2
const LONGEST = 200

let waiting: { group: string; lines: string[] } | null = null

/** One or two messages are read out, more become a number: a flood must not talk for minutes. */
export function announceMessages(group: string, lines: readonly string[]): void {
  if (waiting && waiting.group === group) {
    waiting.lines.push(...lines)
    return
  }
  const batch = { group, lines: [...lines] }
  waiting = batch
  setTimeout(() => {
    if (waiting === batch) waiting = null
    const text =
      batch.lines.length <= READ_IN_FULL
        ? batch.lines.map((line) => line.slice(0, LONGEST)).join('. ')
        : `${batch.lines.length} new messages in ${group}`
    announcement.setState({ text })
  }, BATCH_MS)
}

/** Interrupts: only for what a person must know at once, such as a message that was not sent. */
export function announceNow(urgent: string): void {
  announcement.setState({ urgent })
}
