import { createStore } from 'zustand/vanilla'
import type { LinesRead } from './export-reading'

/** A file that is being fetched, or could not be. */
export interface ExportJob extends LinesRead {
  readonly id: number
  readonly leadId: string
  /** What is exported, as people call it. */
  readonly title: string
  readonly problem: string | null
}

/** What is being exported in this tab, oldest first. */
export const exportJobs = createStore<readonly ExportJob[]>(() => [])
