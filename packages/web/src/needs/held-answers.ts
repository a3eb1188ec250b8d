import { announcement } from '../shell/announcer'
import { whileLeaving } from '../sync/request'
import { crews } from '../sync/sync'
import { toast } from '../ui/toasts'
import { type Answer, type HeldAnswer, heldAnswers, UNDO_MS } from './holding'

/** A browser sends at most 64 KB for a page that is closing, and a character may take six bytes. */
const LONGEST = 10_000
/** Longer than an event takes that closes what was answered. */
const CLOSES_MS = 10_000
const SHOWN = 80

/** Keeps an answer back for a moment; a very long one is sent at once. */
export function holdAnswer(answer: Answer): void {
  const { needId, said } = answer
  if (heldAnswers.getState()[needId]) return
  put(needId, { ...answer, until: Date.now() + UNDO_MS, isSending: false })
  if (said.length > LONGEST) return start(needId)
  timers.set(
    needId,
    setTimeout(() => start(needId), UNDO_MS),
  )
  announcement.setState({ text: `${wordsOf(answer)}. Z takes it back for 5 seconds.` })
}

/** Takes an answer back; without an id the newest. False: there is none. */
export function undoAnswer(id?: string): boolean {
  const waiting = Object.values(heldAnswers.getState()).filter(({ isSending }) => !isSending)
  const own = id === undefined ? waiting.at(-1) : waiting.find(({ needId }) => needId === id)
  if (!own) return false
  clear(own.needId)
  announcement.setState({ text: `${wordsOf(own)}: taken back.` })
  requestAnimationFrame(() =>
    document
      .querySelector<HTMLElement>(`[data-ask="${own.needId}"], [data-id="${own.needId}"]`)
      ?.focus(),
  )
  return true
}

/** Sends all that is kept back. */
export function sendHeld(): void {
  whileLeaving(() => {
    for (const { needId, isSending } of Object.values(heldAnswers.getState())) {
      if (!isSending) start(needId)
    }
  })
}

export function wordsOf({ said, words }: Pick<Answer, 'said' | 'words'>): string {
  return words(said.length > SHOWN ? `${said.slice(0, SHOWN)}…` : said)
}

const timers = new Map<string, ReturnType<typeof setTimeout>>()

function start(id: string): void {
  const own = heldAnswers.getState()[id]
  if (!own) return
  stopTimer(id)
  // Somebody was faster, on another page.
  if (!crews.getState().views[own.leadId]?.state.needs[id]) {
    clear(id)
    toast.problem(`“${own.said.slice(0, SHOWN)}” was not sent: this was answered meanwhile.`)
    return
  }
  put(id, { ...own, isSending: true })
  void own.send().then((isTaken) => {
    if (isTaken) return setTimeout(() => clear(id), CLOSES_MS)
    clear(id)
    if (!document.querySelector('[data-holds]')) {
      toast.problem(`“${own.said.slice(0, SHOWN)}” was not sent. It still waits in Needs you.`)
    }
  })
}

function put(id: string, own: HeldAnswer): void {
  const { [id]: _, ...others } = heldAnswers.getState()
  heldAnswers.setState({ ...others, [id]: own }, true)
}

function clear(id: string): void {
  stopTimer(id)
  const { [id]: _, ...others } = heldAnswers.getState()
  heldAnswers.setState(others, true)
}

function stopTimer(id: string): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
}

// Nothing is lost: what a person may not be there to take back any more is sent.
addEventListener('pagehide', sendHeld)
document.addEventListener('visibilitychange', () => document.hidden && sendHeld())
