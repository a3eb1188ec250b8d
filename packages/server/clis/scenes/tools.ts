import { TOOL_TEXT } from '@crewroom/shared/text/tool-texts'
import { asking } from '../brain'
import type { Member } from '../crew-members'
import type { Heard } from '../model-apis'
import { together } from '../verdicts'
import { until } from '../waiting'
import type { Stage } from './stage'

/** Programs are offered the commands as tools. */
export const TOOLED = { CREWROOM_AGENT_TOOLS: 'true' }

/**
 * Everybody is asked to write by a tool, in a new conversation. A program that takes no tools is taught commands, and
 * writes one: either way the words are there once, and nobody was asked for a permission.
 */
export async function tools(stage: Stage): Promise<void> {
  await together(stage.members, (member) =>
    stage.verdicts.from(member.preset, 'tools', () => writes(stage, member)),
  )
}

async function writes(
  { floor, model }: Stage,
  { preset, id, group, key }: Member,
): Promise<string> {
  const words = `by a tool of ${preset}`
  await floor.tell(id, asking.toUseTool(words, group))
  await until(`"${words}" in ${group}`, async () => {
    if (await floor.permissionOf(id)) throw new Error('it asks whether it may use a tool')
    return (await floor.count(group, words)) > 0
  })
  await floor.settled(id)
  const count = await floor.count(group, words)
  if (count > 1) throw new Error(`it wrote ${count} times`)
  // The model writes a command only if it was given no way to the tool, so the words came by one or the other.
  const [reached] = model.reached.get(key) ?? []
  if (reached) return reached.how === null ? 'yes' : `yes, ${reached.how}`
  if ((await floor.notes(id)).includes(TOOL_TEXT.notTaken)) return 'no: it did not ask for tools'
  const taught = textOf(model.heard.get(key))
  const isOffered = taught.lastIndexOf('== TOOLS ==') > taught.lastIndexOf('== COMMANDS ==')
  return isOffered ? 'no: its model was shown none' : 'no: it cannot use such servers'
}

function textOf(heard: Heard | undefined): string {
  if (!heard) return ''
  return [heard.system, ...heard.turns.map(({ text }) => text)].join('\n')
}
