import type { CrewFloor } from '../crew-floor'
import type { Member } from '../crew-members'
import type { FakeModel } from '../fake-model'
import type { Verdicts } from '../verdicts'

/** What every scene is played on. */
export interface Stage {
  readonly floor: CrewFloor
  readonly members: readonly Member[]
  readonly verdicts: Verdicts
  readonly model: FakeModel
  /** Marks all processes of this run. */
  readonly run: string
  /** Where everything of this run is kept. */
  readonly folder: string
}
