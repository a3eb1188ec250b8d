import { LIMITS } from '../protocol/limits'
import { bounded } from './bounded'
import { membersFull } from './members-full'
import { label, type Named, waits } from './names'
import { relayedLine } from './relay'

/** What agents read of tasks that are delegated, moved, kept and dropped. */
export const TASK_TEXT = {
  delegated: (who: Named, reason: string | null, id: string) =>
    `[System] Task given to ${label(who)}.${reason === null ? '' : ` ${label(who)} ${waits(reason)}.`} You will be notified when it is done. Its id: ${id}`,
  taskKept: (who: Named, after: readonly string[], id: string) =>
    `[System] Task kept for ${label(who)}: it is given when ${after.length === 1 ? 'task' : 'tasks'} ${listedIds(after)} ${after.length === 1 ? 'is' : 'are'} done. You will be notified when it is done itself. Its id: ${id}`,
  reassignedTo: (to: Named) => `Reassigned to ${label(to)}.`,
  taskTaken: (to: Named, text: string) =>
    `This task was reassigned to ${label(to)} and is no longer yours, so do not work on it: ${relayedLine(text, LIMITS.previewUnits)}`,
  taskMoved: (by: Named, from: Named, to: Named, text: string) =>
    `[System] ${label(by)} reassigned a task of ${label(from)} to ${label(to)}, whose report you will get: ${relayedLine(text, LIMITS.previewUnits)}`,
  taskStarted: (who: Named, text: string) =>
    `[System] Task started: ${label(who)} has it now. ${oneLine(text)}`,
  taskDropped: (who: Named, text: string) =>
    `[System] Task cancelled: ${label(who)} will not be given it. ${oneLine(text)}`,
  /** For the delegator of a waiting task that somebody else cancelled. */
  taskCancelled: (by: Named, who: Named, text: string) =>
    `[System] ${label(by)} cancelled your task for ${label(who)}, which waited for others: ${oneLine(text)}`,
  /** For the lead, when the server would have added these to a group. */
  groupFull: (group: string, agents: readonly Named[]) =>
    membersFull({ at: 'left out', group, agents }),
  /** For the delegator of tasks that are not given, because prerequisites of theirs will not be done. */
  tasksStuck: (lost: readonly LostTask[], stuck: readonly TaskName[]) =>
    [
      `[System] ${bounded(lost, { line: lostWords, between: '\n', room: LOST_ROOM, most: NAMED })}`,
      `  Waiting for that, and not given to ${stuck.length === 1 ? 'its agent' : 'their agents'}:`,
      ...(stuck.length === 0
        ? []
        : [
            `  - ${bounded(stuck, { line: named, between: '\n  - ', room: STUCK_ROOM, most: NAMED, rest: () => 'QUERY_CREW lists them' })}`,
          ]),
      `  Decide what becomes of it: DELEGATE the missing work again with "insteadOf": ${bounded(lost, { line: ({ id }) => `"${id}"`, between: ' or ', most: NAMED })}, and the waiting tasks follow that; START_TASK gives a waiting task now; CANCEL_TASK drops it.`,
    ].join('\n'),
}

/** A task as agents know it. */
export interface TaskName {
  /** The short one. */
  readonly id: string
  readonly text: string
}

interface LostTask extends TaskName {
  readonly status: 'failed' | 'cancelled'
}

export interface WaitingLine extends TaskName {
  readonly to: Named
  readonly after: readonly string[]
  readonly lost: readonly string[]
}

/** So many tasks are named in a notice, and so much is said of those that are lost and those that wait for them. */
const NAMED = 10
const LOST_ROOM = 1_500
const STUCK_ROOM = 1_500

export const listedIds = (ids: readonly string[]) =>
  ids.length > NAMED
    ? bounded(ids, { line: (id) => id, most: NAMED })
    : [ids.slice(0, -1).join(', '), ...ids.slice(-1)].filter((part) => part !== '').join(' and ')

const oneLine = (text: string) => relayedLine(text, LIMITS.previewUnits)
const named = ({ id, text }: TaskName) => `${id}: ${oneLine(text)}`

function lostWords(task: LostTask): string {
  return `Task ${task.status === 'failed' ? 'failed' : 'cancelled'}, ${named(task)}`
}
