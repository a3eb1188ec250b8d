import type { AgentRecord } from '@crewroom/shared/model/agent'
import { isModelUrl } from '@crewroom/shared/model/model-url'
import { ACP_PRESETS } from '../crew/presets'
import { Misfit } from './read-file'

/** An agent of a file runs what this server can run. */
export function assertKnownDriver({ driver }: AgentRecord): void {
  if (driver.kind === 'model' && !isModelUrl(driver.baseUrl)) {
    throw new Misfit('a model at what is not an http or https address.')
  }
  if (driver.kind !== 'acp' || driver.preset === null) return
  if (!Object.hasOwn(ACP_PRESETS, driver.preset)) {
    throw new Misfit('a preset of a coding agent that this server does not know.')
  }
}
