import { JOINING, type Joining } from '@crewroom/shared/text/join-lines'
import { asking } from '../brain'
import type { CodingAgent } from '../coding-agents'
import type { CrewFloor } from '../crew-floor'
import { Guest } from '../guests'
import { installAgent, installProgram } from '../install-agents'
import { ONE_SHOTS } from '../one-shots'
import { until } from '../waiting'
import type { Stage } from './stage'

/** So long a program may take until it joins, and to end after it has written. */
const PATIENCE_MS = 90_000

/**
 * Coding agents as their users run them, without a terminal: each is given the bridge by `crewroom join`, reads its inbox
 * until it is asked to write, and writes to a group. One at a time: people run one, and programs wait only so long for a server of
 * tools.
 */
export async function clients(
  stage: Stage,
  agents: readonly CodingAgent[],
  cache: string,
): Promise<void> {
  for (const agent of agents) {
    const { preset } = agent
    if (!isJoining(preset)) {
      const note = 'not tried: crewroom join has no line for it'
      stage.verdicts.set(preset, 'client', { ok: true, note })
      continue
    }
    await stage.verdicts.from(preset, 'client', () => joins(stage, preset, agent, cache))
  }
}

function isJoining(preset: string): preset is Joining {
  return (JOINING as readonly string[]).includes(preset)
}

async function joins(
  { floor, model, run, folder }: Stage,
  preset: Joining,
  agent: CodingAgent,
  cache: string,
): Promise<string> {
  const { spec, allow } = ONE_SHOTS[preset]
  const installed = spec
    ? await installProgram(
        { preset: `${preset}-itself`, spec, command: preset, minNode: null },
        cache,
      )
    : await installAgent(preset, cache)
  if ('problem' in installed) throw new Error(installed.problem)
  const guest = new Guest(preset, agent, installed, { folder, url: model.url, run })
  await guest.join(floor)
  guest.start()
  let name: string
  try {
    name = await writes(floor, guest)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${why}; ${lastOf(model, guest)}`)
  } finally {
    guest.end()
  }
  if (guest.exitCode !== 0) throw new Error(`it ended with ${guest.exitCode}`)
  const how = (model.reached.get(guest.key) ?? []).map((one) => one.how).find((one) => one !== null)
  return [
    `yes, as ${name}${spec ? ` ${installed.version}` : ''}`,
    ...(allow.length > 0 ? [`with \`${allow.join(' ')}\``] : []),
    ...(how ? [how] : []),
  ].join(', ')
}

/** Asks the agent that the bridge makes for words in a group, and waits until they are there and the program has ended. Returns its name. */
async function writes(floor: CrewFloor, guest: Guest): Promise<string> {
  const joined = async () => {
    const { hasEnded } = guest
    const { agents } = (await floor.snapshot()).state
    const found = Object.values(agents).find(({ role }) => role === guest.role)
    if (!found && hasEnded) throw new Error('it ended and had called no tool')
    return found
  }
  const { id, name } = await until('an agent of its own', joined, PATIENCE_MS)
  const words = `by ${guest.preset} as a client`
  await floor.group(guest.role, [id])
  // The lead is in the group as well, and would do it, too.
  await floor.tell(id, asking.toUseTool(words, guest.role))
  const written = async () => {
    const { hasEnded } = guest
    const [first] = (await floor.messages(guest.role)).filter(({ content }) => content === words)
    if (first && first.from !== id) throw new Error('another agent wrote it')
    if (!first && hasEnded) throw new Error('it ended and had not written')
    return first
  }
  await until(`"${words}" in ${guest.role}`, written, PATIENCE_MS)
  await until('its end', () => guest.hasEnded, PATIENCE_MS)
  const times = await floor.count(guest.role, words)
  if (times !== 1) throw new Error(`it wrote ${times} times`)
  return name
}

/** What its model was told last: the reason, where a tool was refused. */
function lastOf(model: Stage['model'], guest: Guest): string {
  const heard = model.heard.get(guest.key)
  if (!heard) return `its model was asked nothing (${guest.log})`
  const result = heard.turns.findLast(({ role }) => role === 'tool')?.text
  return result === undefined
    ? `its model was shown ${heard.tools.join(', ')}`
    : `its last tool said: ${result}`
}
