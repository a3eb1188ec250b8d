import { asking } from '../brain'
import { processesOfAgent } from '../processes-of-run'
import { together } from '../verdicts'
import { until } from '../waiting'
import type { Stage } from './stage'

/** Each message that reaches an agent starts its minute without work again. */
const SLEEP_MS = 180_000

/** The setting that ends every program after a minute without work. */
export const SLEEPY = { CREWROOM_IDLE_STOP_MINUTES: '1' }

/** Each agent learns a word, goes to sleep, and still knows the word after it wakes; it repeats nothing that it did before. */
export async function sleeps({ floor, members, verdicts, run }: Stage): Promise<void> {
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
