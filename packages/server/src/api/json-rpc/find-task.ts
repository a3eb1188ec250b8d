import { knownAdmission, noAdmission } from '../../crew/admissions'
import type { Crew } from '../../crew/crew'
import { crewsSeenBy } from '../../crew/seen-crews'
import type { By, Shard } from '../../crew/shard'

/** The crew in which a task is. Whether it concerns the caller, the verb decides. */
export function findTask(shard: Shard, by: By, taskId: string): Crew {
  for (const crew of crewsSeenBy(shard, by)) if (knownAdmission(crew, taskId)) return crew
  throw noAdmission()
}
