import type { AnsweredRequest } from '../facts'

/** Reads of what requests with a key were answered. */
export interface RequestReader {
  /** The first answer under this key after an instant; null: there is none. */
  answered(key: string, since: string): AnsweredRequest | null
  /** Requests since then with which the crew began. */
  founded(leadId: string, since: string): readonly AnsweredRequest[]
  /** Whether a fact of the crew up to `to` says what a request was answered. */
  hasAny(leadId: string, to: number): boolean
}
