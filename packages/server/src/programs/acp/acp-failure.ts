/**
 * Where it failed. `auth`: the agent requires a login, wherever it said so; `mode`: it cannot be put into the chosen
 * mode; `closed`: the connection ended meanwhile.
 */
export type AcpPhase = 'initialize' | 'session' | 'prompt' | 'auth' | 'mode' | 'closed'

/** Why an agent could not be reached or did not finish its turn. The message is a sentence for people. */
export class AcpFailure extends Error {
  readonly phase: AcpPhase
  /** It did not answer at all. */
  readonly timeout: boolean

  constructor(reason: string, phase: AcpPhase, timeout = false) {
    super(reason)
    this.name = 'AcpFailure'
    this.phase = phase
    this.timeout = timeout
  }
}
