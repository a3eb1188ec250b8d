import { asking } from '../brain'
import type { CrewFloor } from '../crew-floor'
import type { Member } from '../crew-members'
import { processesOfAgent } from '../processes-of-run'
import { together } from '../verdicts'
import { until } from '../waiting'
import type { Stage } from './stage'

/** How long each model thinks; its program is killed meanwhile. */
const SECONDS = 12

/** Every program is killed in the middle of its model's answer, and continues what it was asked to do. */
export async function programsKilled({ floor, members, verdicts, run }: Stage): Promise<void> {
  await together(members, (member) =>
    verdicts.from(member.preset, 'killed', async () => {
      const { id } = member
      const words = await atWork(floor, member, 'killed')
      const before = processesOfAgent(run, id)
      if (before.length === 0) throw new Error('it has no process')
      for (const pid of before) signal(pid)
      return continued(floor, member, words)
    }),
  )
}

/** The server is killed while all agents work: it finds their programs, starts them again, and they continue. */
export async function serverKilled(
  { floor, members, verdicts, run }: Stage,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const said = new Map<string, string>()
  await together(members, async (member) => {
    said.set(member.preset, await atWork(floor, member, 'server'))
  })
  const before = members.flatMap(({ id }) => processesOfAgent(run, id))
  await floor.end('SIGKILL')
  await floor.start(settings)
  await together(members, (member) =>
    verdicts.from(member.preset, 'server', async () => {
      await until('the end of the old processes', () => {
        const left = processesOfAgent(run, member.id).filter((pid) => before.includes(pid))
        return left.length === 0
      })
      return continued(floor, member, said.get(member.preset) ?? '')
    }),
  )
}

/** Has the agent think, and returns the words that it will write afterwards. */
async function atWork(
  floor: CrewFloor,
  { preset, id, group }: Member,
  what: string,
): Promise<string> {
  const words = `${preset} continues (${what})`
  await floor.tell(id, asking.toThink(SECONDS, words, group))
  await until('a model that thinks', () => hasBegun(floor, id))
  return words
}

async function hasBegun(floor: CrewFloor, id: string): Promise<boolean> {
  const address = `agents/${id}/rollout?limit=5`
  const { entries } = await floor.call<{ entries: { kind: string; text: string | null }[] }>(
    'GET',
    address,
  )
  return entries.some(({ kind, text }) => kind === 'text' && text?.includes('I think'))
}

async function continued(floor: CrewFloor, { id, group }: Member, words: string): Promise<string> {
  await floor.written(group, words)
  await floor.settled(id)
  const times = await floor.count(group, words)
  if (times > 1) throw new Error(`it wrote "${words}" ${times} times`)
  return ''
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended with another one.
  }
}
