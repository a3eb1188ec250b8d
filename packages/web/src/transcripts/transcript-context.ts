import type { Delivered } from '@crewroom/shared/transcript/messages'
import { createContext, type ReactNode, useContext } from 'react'
import type { DetailsOf } from './loaded-details'
import type { Row } from './rows'

/** What the parts of a transcript's view know of where they are shown. */
export interface TranscriptScope {
  /** Who did it: the name of the agent, or of the program. */
  readonly agentName: string
  /** Who asked for it, where nothing else tells. */
  readonly userName: string
  /** The folder that the session works in. */
  readonly folder: string | null
  readonly details: DetailsOf
  /** Changes what is open without moving what has the attention. */
  readonly inPlace: (key: string, change: () => void) => void
  /** Opens the transcript of a sub-agent; null where there is no place for it. */
  readonly openTranscript: ((id: string) => void) | null
  /** Who gave an agent something, and where; null where that is not known. */
  readonly from: ((delivered: Delivered) => ReactNode) | null
}
export const TranscriptContext = createContext<TranscriptScope | null>(null)

export function useTranscript(): TranscriptScope {
  const scope = useContext(TranscriptContext)
  if (scope === null) throw new Error('This is a part of the view of a transcript.')
  return scope
}

export type RowOf<Kind extends Row['kind']> = Extract<Row, { readonly kind: Kind }>
