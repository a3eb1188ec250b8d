import type { NeedRecord } from '@crewroom/shared/model/need'
import type { RunRecord } from '@crewroom/shared/model/run'
import type { Crew } from '../crew/crew'

/** What waits for the person in a discussion. */
export function turnOf(crew: Crew, { id }: Pick<RunRecord, 'id'>): NeedRecord | undefined {
  return Object.values(crew.state.needs).find(({ turn }) => turn?.runId === id)
}

/** When a turn that begins now ends without the person; null: never. */
export function turnEnd({ limits: { humanSeconds } }: RunRecord, now: string): string | null {
  if (humanSeconds === null) return null
  return new Date(Date.parse(now) + humanSeconds * 1_000).toISOString()
}
