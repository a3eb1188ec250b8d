import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { relayedLine } from '@crewroom/shared/text/relay'
import type { Clock } from '../clock'
import type { AcpCommand } from '../crew/presets'
import type { SecretMask } from '../journal/ports/mask-port'
import type { Later } from '../later'
import type { AcpConnection } from './acp/acp-connection'
import { AcpFailure } from './acp/acp-failure'
import { CANCELLED, agentInfoOf, type AgentInfo, type Fields, fields } from './acp/acp-values'
import { AgentChild } from './processes/agent-child'
import { lastWords } from './processes/last-words'
import { lastError } from './processes/error-line'

/** A program that keeps running after its input ended has this long, twice, before it is killed. */
const GRACE_MS = 1_000
/** The text that is shown comes from outside, so it is cut. */
const SHOWN = 300
const MOST = 20

/** A way of logging in, or a mode, as the program names it. */
interface Offered {
  readonly id: string
  readonly name: string
  readonly description: string | null
}

/** How it went to start a coding agent once, without giving it anything to do. */
export interface Trial {
  /** `ready`: it opened a session; `login`: it requires a login first; `failed`: neither. */
  readonly outcome: 'ready' | 'login' | 'failed'
  /** Why there was no session, as a sentence. */
  readonly problem: string | null
  readonly agent: AgentInfo | null
  readonly logins: readonly Offered[]
  readonly modes: readonly Offered[]
  /** The mode in which a session begins. */
  readonly mode: string | null
}

export interface TryPorts {
  readonly acp: Later<typeof AcpConnection>
  readonly clock: Clock
  readonly mask: SecretMask
  /** How long starting it and opening a session may take together. */
  readonly ms: number
  /** Aborts the trial. */
  readonly signal: AbortSignal
}

/**
 * Starts a program in an empty folder, has it open a session, and ends it with everything that it started. No prompt is
 * sent, so no model is asked and nothing is paid for.
 */
export async function tryProgram(command: AcpCommand, ports: TryPorts): Promise<Trial> {
  const folder = mkdtempSync(path.join(tmpdir(), 'crewroom-try-'))
  try {
    return await tryIn(folder, command, ports)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function tryIn(folder: string, command: AcpCommand, ports: TryPorts): Promise<Trial> {
  const { clock, ms, signal } = ports
  const Connection = await ports.acp()
  const child = AgentChild.spawn({
    agentId: 'try',
    leadId: 'try',
    role: 'try',
    command: command.command,
    args: command.args,
    cwd: folder,
    env: command.env,
    tag: randomUUID(),
    clock,
    graceMs: GRACE_MS,
  })
  let about: Fields = {}
  let connection: AcpConnection | null = null
  const isOver = new Promise<never>((_, reject) => {
    const stop = (why: string) => reject(new AcpFailure(why, 'initialize', true))
    clock.after(ms, () => stop(`It did not open a session within ${ms / 1_000} s.`))
    signal.addEventListener('abort', () => stop('It was ended before it was tried.'))
    if (signal.aborted) stop('It was ended before it was tried.')
  })
  const opening = Connection.open(child, {
    clock,
    cwd: folder,
    systemPrompt: '',
    resume: null,
    login: command.login,
    initializeMs: ms,
    sessionMs: ms,
    introduced: (told) => (about = told),
    handlers: IGNORED,
  }).then((opened) => (connection = opened))
  try {
    const { opened } = await Promise.race([opening, isOver])
    return { ...trialOf(about, opened.session), outcome: 'ready', problem: null }
  } catch (error) {
    const isLogin = error instanceof AcpFailure && error.phase === 'auth'
    const said = error instanceof Error ? error.message : String(error)
    await end(child, connection)
    const wrote = isLogin ? '' : await lastLine(child, ports.mask)
    const problem = shown(ports.mask.mask(said)) + wrote
    return { ...trialOf(about, {}), outcome: isLogin ? 'login' : 'failed', problem }
  } finally {
    opening.catch(() => {})
    await end(child, connection)
  }
}

const IGNORED = {
  text: () => {},
  thought: () => {},
  update: () => {},
  unasked: () => {},
  ready: () => Promise.resolve(),
  permission: () => Promise.resolve(CANCELLED),
  cancelled: () => {},
}

async function end(child: AgentChild, connection: AcpConnection | null): Promise<void> {
  connection?.close()
  await child.stop()
  // Nobody reads the rest of its output, and its end would wait for a reader.
  child.stdout.resume()
  await child.exited
}

/** The line of a program's output that explains its end. */
async function lastLine(child: AgentChild, mask: SecretMask): Promise<string> {
  const { stderr } = await child.exited
  const error = lastError(lastWords(stderr, mask))
  return error ? ` It wrote: ${shown(error.line)}` : ''
}

function trialOf(about: Fields, session: Fields): Omit<Trial, 'outcome' | 'problem'> {
  const { availableModes, currentModeId } = fields(session['modes'])
  return {
    agent: agentInfoOf(about['agentInfo']),
    logins: offered(about['authMethods']),
    modes: offered(availableModes),
    mode: typeof currentModeId === 'string' ? shown(currentModeId) : null,
  }
}

function offered(list: unknown): Offered[] {
  return (Array.isArray(list) ? list.slice(0, MOST).map(fields) : []).flatMap((one) => {
    const { id, name, description } = one
    if (typeof id !== 'string') return []
    return {
      id: shown(id),
      name: shown(typeof name === 'string' && name !== '' ? name : id),
      description:
        typeof description === 'string' && description !== '' ? shown(description) : null,
    }
  })
}

/** On one line, because it is shown within a line on a terminal. */
function shown(text: string): string {
  return relayedLine(text, SHOWN)
}
