import type { ReplacedFacts } from '../storage/replaced-facts'
import type { Space } from '../storage/space'
import type { TriedAgent } from './try-agents'

export interface Finding {
  /** `note` is worth knowing and keeps nothing from working. */
  readonly kind: 'ok' | 'note' | 'problem'
  readonly text: string
  /** The same in numbers, for programs. */
  readonly space?: Space
  readonly journal?: ReplacedFacts
  /** What a coding agent said when it was started. */
  readonly tried?: TriedAgent
}

export const ok = (text: string): Finding => ({ kind: 'ok', text })
export const note = (text: string): Finding => ({ kind: 'note', text })
export const problem = (text: string): Finding => ({ kind: 'problem', text })
