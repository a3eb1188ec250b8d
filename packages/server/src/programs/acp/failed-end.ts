import type { ProgramRunEnd, ProgramRunPorts } from '../program-run'
import { AcpFailure } from './acp-failure'

/** How a run ends in which something failed; `givenUp`: why the server gave up on the program, if it did. */
export function failedEnd(
  { maskOf, logger }: Pick<ProgramRunPorts, 'maskOf' | 'logger'>,
  agentId: string,
  error: unknown,
  givenUp: string | null,
): ProgramRunEnd {
  const said = givenUp ?? (error instanceof Error ? error.message : String(error))
  // It goes into the log.
  const reason = maskOf(agentId).mask(said)
  if (!(error instanceof AcpFailure)) logger.error({ agentId, error }, 'agent run')
  const isForPerson = error instanceof AcpFailure && ['auth', 'mode'].includes(error.phase)
  return isForPerson ? { kind: 'unusable', reason } : { kind: 'crashed', reason }
}
