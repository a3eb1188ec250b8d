import { ACP_PRESETS } from '../crew/presets'
import { onPath } from '../programs/processes/on-path'
import { nodeOf } from '../programs/processes/script-node'
import { type Trial, tryProgram, type TryPorts } from '../programs/try-program'
import { type Finding, note, ok, problem } from './finding'
import { isAtLeast } from './versions'

/** So many start at a time: each is a program of hundreds of megabytes. */
const AT_ONCE = 2

/** A trial of a preset, for people and for programs. */
export interface TriedAgent extends Trial {
  readonly preset: string
  readonly command: string
  /** The version of the Node.js that runs it; null where none does. */
  readonly node: string | null
  /** The least that it needs; null where any that runs this server will do. */
  readonly minNode: string | null
}

/** Starts the program of each preset that is installed; by the name of the preset, in the order of the presets. */
export async function tryAgents(
  searchPath: string,
  ports: TryPorts,
): Promise<ReadonlyMap<string, TriedAgent>> {
  const waiting = Object.keys(ACP_PRESETS).filter((preset) => {
    const command = ACP_PRESETS[preset]?.command
    return command !== undefined && onPath(command, searchPath)
  })
  const tried = new Map<string, TriedAgent>()
  const work = async () => {
    for (;;) {
      const preset = waiting.shift()
      const known = preset === undefined ? undefined : ACP_PRESETS[preset]
      if (preset === undefined || !known || ports.signal.aborted) return
      const { command, minNode } = known
      const node = nodeOf(command, searchPath)
      const started = { ...known, env: { ...known.env, PATH: searchPath } }
      tried.set(preset, { preset, command, node, minNode, ...(await tryProgram(started, ports)) })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return tried
}

/** What came of it, in a line. */
export function triedFinding(tried: TriedAgent, login: string): Finding {
  const { preset, command, outcome, problem: why, agent, logins, modes, mode, node } = tried
  const who = agent === null ? command : `${agent.name} ${agent.version}`.trim()
  const what = `coding agent ${preset}: ${who}`
  const needed = nodeNeeded(tried)
  const on = node === null ? '' : `; on Node.js ${node}`
  if (outcome === 'failed') {
    return { ...problem(`${what} does not work here. ${why}${needed}`), tried }
  }
  if (outcome === 'login') {
    const ways = logins.map(({ name, description }) =>
      description === null ? name : `${name} (${description})`,
    )
    const offers = ways.length === 0 ? '' : ` It offers: ${ways.join('; ')}.`
    return { ...note(`${what} needs a login: ${login}.${offers}${needed}`), tried }
  }
  const named = modes.map(({ id }) => (id === mode ? `${id} (at first)` : id)).join(', ')
  const has = named === '' ? 'no modes' : `modes: ${named}`
  return { ...ok(`${what} opens a session without a login; ${has}${on}${needed}`), tried }
}

function nodeNeeded({ node, minNode }: TriedAgent): string {
  if (minNode === null || node === null || isAtLeast(node, minNode)) return ''
  return ` It needs Node.js ${minNode} or newer, and runs on ${node}.`
}
