import { sendDirect } from '../../src/agents/direct-messages'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import type { TestCrew } from './test-crew'

/** A group that the person makes of the lead and everybody named. */
export function team(crew: TestCrew, name: string, members: readonly string[]): void {
  crew.act(() =>
    createGroup(crew.shard, crew.crew, crew.by('human'), {
      name,
      members: members.map((member) => crew.id(member)),
    }),
  )
}

export function say(crew: TestCrew, from: string, content: string, group = 'team') {
  return crew.act(
    () => sendMessage(crew.shard, crew.crew, crew.by(from), { group, content }).message,
  )
}

export function write(crew: TestCrew, from: string, to: string, content: string) {
  return crew.act(
    () => sendDirect(crew.shard, crew.crew, crew.by(from), { to: crew.id(to), content }).message,
  )
}

/** Two agents that answer whatever they read, until something stops them; returns how often they wrote. */
export async function talk(
  crew: TestCrew,
  content: (turn: number) => string,
  say: (from: string, text: string) => unknown,
  most = 200,
): Promise<number> {
  for (let turn = 1; turn <= most; turn++) {
    const [from, to] = turn % 2 === 1 ? (['dev', 'arch'] as const) : (['arch', 'dev'] as const)
    await say(from, content(turn))
    if ((await crew.reads(to)).every(({ kind }) => kind !== 'group' && kind !== 'direct'))
      return turn
  }
  return most
}

/** The same with less talk. */
export const SOON = { hops: 8, replies: 20, holdSeconds: 120 }

/** Something that says more than a little. */
export const work = (turn: number) => `step ${turn} is in src/part-${turn}.ts`

export const groupOf = (crew: TestCrew) => crew.crew.state.groups['team']

/** A command in an agent's output. */
export const command = (name: string, body: object) => `⟦⟦ ${name} ${JSON.stringify(body)} ⟧⟧\n`
