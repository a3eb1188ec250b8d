import type { TaskRecord } from '@crewroom/shared/model/task'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { bounded } from '@crewroom/shared/text/bounded'
import type { Crew } from './crew'
import type { Shard } from './shard'

/** Shortest end of an id that names a task. */
const MIN_END = 6

/**
 * The task of this crew that a text names: by its id or the end of it. Tasks that have ended are found, too. One of
 * another crew is refused as that.
 */
export function resolveTask(shard: Shard, crew: Crew, reference: string): TaskRecord {
  const wanted = reference.trim().replace(/^#/, '')
  const isNamed = ({ id }: TaskRecord) =>
    id === wanted || (wanted.length >= MIN_END && id.endsWith(wanted))
  const leadId = crew.state.lead.id
  const { reader } = shard.ports
  const found = new Map<string, TaskRecord>()
  // What memory knows is newer than what the tables say.
  for (const task of [
    ...(wanted.length >= MIN_END ? reader.tasksEnding(leadId, wanted) : []),
    ...crew.pastTasks.all().filter(isNamed),
    ...Object.values(crew.state.tasks).filter(isNamed),
  ]) {
    found.set(task.id, task)
  }
  const [first, second] = found.values()
  if (first && !second) return first
  if (second) {
    throw new CrewError(
      'validation',
      `several tasks end with "${reference}": ${bounded([...found.keys()], { line: (id) => id })}. Give the whole id of one.`,
    )
  }
  const stored = reader.task(wanted)
  if (stored?.leadId === leadId) return stored
  if (stored || isElsewhere(shard, crew, isNamed)) {
    throw new CrewError(
      'other_crew',
      `task "${reference}" belongs to another crew; name a task of this one.`,
    )
  }
  throw new CrewError(
    'task_not_found',
    `there is no task "${reference}" in this crew; QUERY_CREW and the list of tasks show their ids.`,
  )
}

function isElsewhere(shard: Shard, crew: Crew, isNamed: (task: TaskRecord) => boolean): boolean {
  for (const other of shard.crews()) {
    if (other !== crew && Object.values(other.state.tasks).some(isNamed)) return true
  }
  return false
}
