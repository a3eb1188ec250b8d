import { expect, test } from 'vitest'
import { archiveGroup } from '../../src/groups/archive-group'
import { leaveGroup } from '../../src/groups/change-members'
import { pauseGroup } from '../../src/groups/pause-group'
import { react } from '../../src/groups/react'
import { readGroup } from '../../src/groups/list-groups'
import { sendMessage } from '../../src/groups/send-message'
import { setWake } from '../../src/groups/set-wake'
import { updateGroup } from '../../src/groups/update-group'
import { addMembers } from '../../src/groups/change-members'
import { chatOf } from '../../src/group-chats/chat-of'
import { createSession } from '../../src/sessions/create-session'
import { Circle } from './circle'

/** What a refusal says, or `done`. */
function answer(run: () => unknown): string {
  try {
    run()
    return 'done'
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return `${code}: ${message}`
  }
}

const ACTS: Record<string, (circle: Circle, who: string, group: string) => unknown> = {
  read: ({ crew }, who, group) => readGroup(crew.crew, crew.by(who), group),
  send: ({ crew }, who, group) =>
    sendMessage(crew.shard, crew.crew, crew.by(who), { group, content: 'hello' }),
  react: ({ crew }, who, group) =>
    react(crew.shard, crew.crew, crew.by(who), {
      group,
      messageId: '#1',
      emoji: '👍',
      action: 'add',
    }),
  update: ({ crew }, who, group) =>
    updateGroup(crew.shard, crew.crew, crew.by(who), { group, purpose: 'more' }),
  setWake: ({ crew }, who, group) =>
    setWake(crew.shard, crew.crew, crew.by(who), { group, member: crew.id('ben'), wake: 'none' }),
  add: ({ crew }, who, group) =>
    addMembers(crew.shard, crew.crew, crew.by(who), { group, members: [crew.id('cleo')] }),
  leave: ({ crew }, who, group) => leaveGroup(crew.shard, crew.crew, crew.by(who), group),
  archive: ({ crew }, who, group) => archiveGroup(crew.shard, crew.crew, crew.by(who), group),
  pause: ({ crew }, who, group) => pauseGroup(crew.shard, crew.crew, crew.by(who), group, true),
  openSession: ({ crew }, who, group) =>
    createSession(crew.shard, crew.crew, crew.by(who), { group }),
}

test('AD23 for an agent that a circle does not concern, its conversations are not there: in use, archived, closed, and after a restart', async () => {
  await using circle = new Circle()
  const { crew, talk } = circle
  circle.send('ben', 'hello')
  const { displayName, id } = circle.group
  const check = (where: string) => {
    for (const [name, act] of Object.entries(ACTS)) {
      for (const reference of [talk, displayName]) {
        const got = answer(() => crew.act(() => act(circle, 'dan', reference)))
        const unknown = answer(() => crew.act(() => act(circle, 'dan', 'nonesuch')))
        expect(got, `${name}, ${where}`).toBe(unknown.replace('nonesuch', reference))
        expect(got).toMatch(/^group_not_found/)
      }
    }
    const chat = answer(() => chatOf(crew.shard, crew.by('dan'), id))
    expect(chat).toBe(answer(() => chatOf(crew.shard, crew.by('dan'), 'f'.repeat(36))))
  }
  check('in use')
  crew.act(() => archiveGroup(crew.shard, crew.crew, crew.by('ada'), talk))
  check('archived')
  circle.close('ada')
  check('closed')
  crew.restart()
  check('closed before a restart')
})

test('AD23 an agent that is admitted, and not in a conversation, is refused for that before its state', async () => {
  await using circle = new Circle()
  const { crew, talk } = circle
  circle.send('ben', 'hello')
  const check = (where: string) => {
    for (const [name, act] of Object.entries(ACTS)) {
      const got = answer(() => crew.act(() => act(circle, 'cleo', talk)))
      expect(got, `${name}, ${where}`).toMatch(/^not_a_member/)
    }
  }
  crew.act(() => archiveGroup(crew.shard, crew.crew, crew.by('ada'), talk))
  check('archived')
  circle.close('ada')
  check('closed')
  crew.restart()
  check('closed before a restart')
})
