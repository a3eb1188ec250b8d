import { SYSTEM } from '@crewroom/shared/model/participant'
import { acpCommandOf } from '../../crew/presets'
import { decideNeed } from '../../crew/needs'
import { withoutSecrets } from '../../crew/secrets'
import type { AcpPeer, ProgramRunPorts } from '../program-run'

/** How many characters of the reason are shown. */
const SHOWN = 400

type Ports = Pick<ProgramRunPorts, 'shard' | 'rollouts' | 'logger'>

/** Puts a program into the mode that its agent has now; false if it has no session yet. */
export function changeMode(ports: Ports, agentId: string, connection: AcpPeer | null): boolean {
  if (!connection) return false
  put(ports, agentId, connection).catch((error: unknown) => {
    // The program ended meanwhile: the next one begins in that mode.
    ports.logger.info({ agentId, error }, 'a mode was not changed')
  })
  return true
}

/** A person is notified of what keeps the program from the mode. */
async function put(
  { shard, rollouts, logger }: Ports,
  agentId: string,
  connection: AcpPeer,
): Promise<void> {
  const driver = shard.crewOf(agentId)?.state.agents[agentId]?.driver
  if (driver?.kind !== 'acp') return
  const { mode } = acpCommandOf(driver)
  const problem = await connection.setMode(mode)
  const crew = shard.crewOf(agentId)
  if (!crew?.state.agents[agentId]) return
  if (problem === null) {
    rollouts.record(agentId, { kind: 'note', text: `Its mode is now ${mode ?? 'its own'}.` })
    return
  }
  const text = withoutSecrets(shard, crew, `Its mode was not changed. ${problem}`, SHOWN)
  rollouts.record(agentId, { kind: 'note', text })
  try {
    const decision = shard.decideAccepted(crew)
    decideNeed(shard, decision, crew, { kind: 'refused', agentId, text, messageId: null })
    shard.commit(crew, { actor: SYSTEM, cause: { kind: 'system' } }, decision)
  } catch (error) {
    logger.warn({ agentId, error }, 'a mode that was not changed could not be told')
  }
}
