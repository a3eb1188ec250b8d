import type { AgentRecord } from '@crewroom/shared/model/agent'
import { create } from 'zustand'

interface OpenedFile {
  readonly agent: AgentRecord
  /** Below the agent's working folder. */
  readonly path: string
  readonly line: number | null
}

/** The file that is open over the page; null: none is. */
export const openedFile = create<{ readonly file: OpenedFile | null }>(() => ({ file: null }))
