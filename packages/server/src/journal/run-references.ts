import type { NeedRecord } from '@crewroom/shared/model/need'
import type { RunRecord } from '@crewroom/shared/model/run'
import type { FactData } from './facts'

/** What a crew's file says of discussions: each fact follows from earlier ones of the same session. */
export interface RunReferences {
  start(run: RunRecord): void
  /** One that goes on, perhaps after its end. */
  change(run: RunRecord): void
  end(run: RunRecord): void
  step(data: FactData['run:stepped']): void
  /** Something begins to wait for the person, who may have the turn in a discussion. */
  turn(need: NeedRecord): void
}
