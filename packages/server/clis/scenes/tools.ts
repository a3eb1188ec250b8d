import { TOOL_TEXT } from '@crewroom/shared/text/tool-texts'
import { asking } from '../brain'
import type { CrewFloor } from '../crew-floor'
import type { Member } from '../crew-members'
import { together } from '../verdicts'
import { until } from '../waiting'
import type { Stage } from './stage'

/** Programs are offered the commands as tools. */
export const TOOLED = { CREWROOM_AGENT_TOOLS: 'true' }

/**
 * Everybody is asked to write by a tool, in a conversation that begins anew. A program that takes no tools is taught commands, and
 * writes one: either way the words are there once, and nobody was asked for a permission.
 */
export async function tools({ floor, members, verdicts }: Stage): Promise<void> {
  await together(members, (member) =>
    verdicts.from(member.preset, 'tools', () => writes(floor, member)),
  )
}

async function writes(floor: CrewFloor, { preset, id, group }: Member): Promise<string> {
  const words = `by a tool of ${preset}`
  await floor.tell(id, asking.toUseTool(words, group))
  await until(`"${words}" in ${group}`, async () => {
    if (await floor.permissionOf(id)) throw new Error('it asks whether it may use a tool')
    return (await floor.count(group, words)) > 0
  })
  await floor.settled(id)
  const count = await floor.count(group, words)
  if (count > 1) throw new Error(`it wrote ${count} times`)
  if (await floor.hasCalled(id, 'group_message')) return 'yes'
  const isTaught = (await floor.notes(id)).includes(TOOL_TEXT.notTaken)
  return isTaught ? 'no: it did not ask for tools' : 'no: its model was shown none at first'
}
