import { type ComponentType, createContext } from 'react'
import { createStore } from 'zustand/vanilla'

/** An answer can be taken back for so long: it is sent only then. */
export const UNDO_MS = 5_000

export interface Answer {
  readonly needId: string
  readonly leadId: string
  /** What was said: `Off`. */
  readonly said: string
  /** To whom, or how: `You said “Off” to Dora`. */
  readonly words: (said: string) => string
  /** Starts to send at once when it is called; false: it was not taken, and the card says why. */
  readonly send: () => Promise<boolean>
}

export interface HeldAnswer extends Answer {
  readonly until: number
  readonly isSending: boolean
}

/** Answers that wait to be sent, or whose card is still shown, by the id of the need. */
export const heldAnswers = createStore<Readonly<Record<string, HeldAnswer>>>(() => ({}))

/** How answers are kept back, and shown meanwhile, in the inbox; null elsewhere: there they are sent at once. */
export const Holding = createContext<{
  readonly hold: (answer: Answer) => void
  /** In place of what was answered, or of its whole card. */
  readonly Line: ComponentType<{ readonly held: HeldAnswer }>
  readonly Card: ComponentType<{ readonly held: HeldAnswer; readonly kind: string }>
} | null>(null)
