import { asking } from '../brain'
import type { CrewFloor } from '../crew-floor'
import type { Member } from '../crew-members'
import { processesOfAgent } from '../processes-of-run'
import { together, type Verdicts } from '../verdicts'
import { until } from '../waiting'

/** A minute without work, counted from the last word of anybody that reaches it. */
const SLEEP_MS = 180_000

/** With this every program ends after a minute without work. */
export const SLEEPY = { CREWROOM_IDLE_STOP_MINUTES: '1' }

/** Everybody is told a word, falls asleep, and knows it when it is woken; nothing that it said before is done again. */
export async function sleeps(
  floor: CrewFloor,
  members: readonly Member[],
  verdicts: Verdicts,
  run: string,
): Promise<void> {
  await together(members, (member) =>
    verdicts.from(member.preset, 'sleep', async () => {
      const { preset, id, group } = member
      const word = `walnut-${preset}`
      await floor.tell(id, asking.toRemember(word, `${preset} remembers`, group))
      await floor.written(group, `${preset} remembers`)
      await floor.settled(id)
      const asleep = async () => (await floor.snapshot()).live.agents[id]?.why.code === 'asleep'
      await until('its sleep', asleep, SLEEP_MS)
      await until('the end of its processes', () => processesOfAgent(run, id).length === 0)
      const before = (await floor.messages(group)).length
      await floor.tell(id, asking.toRecall(group))
      await floor.written(group, `The word is ${word}.`)
      await floor.settled(id)
      const after = (await floor.messages(group)).length
      if (after !== before + 1) throw new Error(`it wrote ${after - before} messages, not one`)
      return ''
    }),
  )
}
