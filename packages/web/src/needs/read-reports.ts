import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { TaskRecord } from '@crewroom/shared/model/task'
import { createStore } from 'zustand/vanilla'

const KEY = 'crewroom:reports:'
const MOST = 500

/** Ids of tasks whose reports were read in this browser, by crew. */
export const readReports = createStore<Readonly<Record<string, readonly string[]>>>(() => ({}))

/** What a crew's reports were kept as; the same list until another one is read. */
export function readOf(leadId: string): readonly string[] {
  const known = readReports.getState()[leadId]
  if (known) return known
  const own = kept(leadId)
  readReports.setState({ [leadId]: own })
  return own
}

function kept(leadId: string): readonly string[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(KEY + leadId) ?? '[]')
    return Array.isArray(all) ? all.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function markReportsRead(leadId: string, ids: readonly string[]): void {
  const own = [...new Set([...readOf(leadId), ...ids])].slice(-MOST)
  readReports.setState({ [leadId]: own })
  try {
    localStorage.setItem(KEY + leadId, JSON.stringify(own))
  } catch {
    // Storage may be denied; they are read for as long as the page is open.
  }
}

/** By what a report is known as read. A task that lost its prerequisites is reported as that, and later as ended. */
export function reportKey({ id, waits }: TaskRecord): string {
  return waits ? `${id} ${waits.lost.join(' ')}` : id
}

/**
 * Tasks that a person gave and that ended, or are not given because prerequisites will not be done, as long as they have
 * not read it; the oldest first.
 */
export function reportsToRead(
  tasks: readonly TaskRecord[],
  readIds: readonly string[],
): readonly TaskRecord[] {
  const known = new Set(readIds)
  return tasks
    .filter(
      (task) =>
        task.by === HUMAN_ID &&
        (task.status === 'completed' ||
          task.status === 'failed' ||
          (task.waits && task.waits.lost.length > 0)) &&
        !known.has(reportKey(task)),
    )
    .toSorted((a, b) => (a.endedAt ?? '').localeCompare(b.endedAt ?? ''))
}
