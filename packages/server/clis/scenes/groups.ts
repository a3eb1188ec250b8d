import { asking } from '../brain'
import type { CrewFloor } from '../crew-floor'
import type { Member } from '../crew-members'
import { together } from '../verdicts'
import { until } from '../waiting'
import type { Stage } from './stage'

export const MIXED = 'mixed'

/** Everybody is asked to ask the next one, reacts, asks, and answers who asked it. */
export async function groups({ floor, members, verdicts }: Stage): Promise<void> {
  await floor.group(
    MIXED,
    members.map(({ id }) => id),
  )
  await ask(floor, members, 1)
  await together(members, (member) =>
    verdicts.from(member.preset, 'groups', async () => {
      await hasTalked(floor, member, 1)
      const { id } = member
      const messages = await floor.messages(MIXED)
      const reacted = messages.some(({ reactions }) =>
        Object.values(reactions).some((who) => who.includes(id)),
      )
      if (!reacted) throw new Error('it has not reacted')
      return ''
    }),
  )
}

export async function ask(floor: CrewFloor, members: readonly Member[], round: number) {
  const names = members.map(({ preset }) => preset)
  await floor.post(MIXED, asking.toAskEachOther(names, round))
}

/** In a round each writes two messages: its question and its answer. */
export async function hasTalked(
  floor: CrewFloor,
  { preset, id }: Member,
  round: number,
): Promise<void> {
  const written = await until(`its question and its answer in round ${round}`, async () => {
    const own = (await floor.messages(MIXED))
      .filter(({ from, content }) => from === id && content.includes(`in round ${round}.`))
      .map(({ content }) => content)
    const isThere = ['is here', 'agrees with'].every((words) =>
      own.some((content) => content.startsWith(`${preset} ${words}`)),
    )
    return isThere && own
  })
  if (written.length > 2) throw new Error(`it wrote ${written.length} messages, not two`)
}

/** The lead is given a task, delegates a part to each of the others, and reports when all have. */
export async function tasks({ floor, members, verdicts }: Stage): Promise<void> {
  const { leadId } = floor
  await floor.call('POST', `agents/${leadId}/tasks`, { task: 'Have everybody do their part.' })
  await together(members, ({ preset, id }) =>
    verdicts.from(preset, 'task', async () => {
      const words = id === leadId ? 'All parts are there.' : `${preset} has done its part.`
      const done = await until(`COMPLETE_TASK with "${words}"`, async () => {
        const { tasks: all } = await floor.call<{ tasks: { agentId: string; summary: string }[] }>(
          'GET',
          `lead/${leadId}/tasks?status=completed`,
        )
        const own = all.filter(({ agentId }) => agentId === id)
        return own.some(({ summary }) => summary === words) && own
      })
      if (done.length > 1) throw new Error(`it closed ${done.length} tasks, and had one`)
      return ''
    }),
  )
}
