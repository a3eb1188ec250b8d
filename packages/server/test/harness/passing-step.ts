import { sendDirect } from '../../src/agents/direct-messages'
import { detach } from '../../src/delivery/attach'
import { addMembers, leaveGroup } from '../../src/groups/change-members'
import { markRead } from '../../src/groups/mark-read'
import { sendMessage } from '../../src/groups/send-message'
import { pushed } from './pushed'
import type { Random } from './random'
import type { TestCrew } from './test-crew'

export const NAMES = ['ada', 'ben', 'cleo', 'dan']

/** One thing that a member, an agent's program or a person does. */
export async function passingStep(crew: TestCrew, random: Random): Promise<void> {
  const { shard, core } = crew
  const name = random.pick(NAMES)
  const id = crew.id(name)
  const group = random.pick(['plan', 'team'])
  const isMember = crew.crew.state.groups[group]?.memberIds.includes(id) ?? false
  const kind = random.below(10)
  if (kind < 3) {
    const stream = random.pick(['main', 'other'])
    const text = `${random.chance(0.5) && isMember ? `⟦⟦ GROUP_MESSAGE {"group":"${group}","content":"~"} ⟧⟧` : 'thinking'}\n`
    await core.intake.output(crew.crew, id, { text, stream, endOfTurn: random.chance(0.7) })
  } else if (kind < 6) {
    // As many as it likes; the rest stays in hand, and is overtaken by what a person writes.
    const page = random.chance(0.5)
      ? await core.inbox.fetch(id, { limit: 1 + random.below(4) })
      : await pushed(core.inbox, id, 1 + random.below(4))
    if (page && random.chance(0.7)) await core.inbox.ack(id, page.cursor)
  } else if (kind === 6) {
    const by = random.chance(0.5) ? crew.by('human') : crew.by('lead')
    sendDirect(shard, crew.crew, by, { to: id, content: 'look' })
  } else if (kind === 7) {
    sendMessage(shard, crew.crew, crew.by('human'), { group, content: `@${name} well?` })
  } else if (kind === 8) {
    if (isMember) leaveGroup(shard, crew.crew, crew.by(name), group)
    else addMembers(shard, crew.crew, crew.by('human'), { group, members: [id] })
  } else if (isMember) {
    const { seq } = crew.crew.state
    markRead(shard, crew.crew, crew.by(name), { group, seq })
  }
  if (random.chance(0.05)) detach(shard, id)
  if (random.chance(0.03)) crew.restart()
}
