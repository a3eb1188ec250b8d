import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { type Chat, type ChatContext, ChatGroupRegistry, GroupChatActor } from '../../src/embed'

/** A function that notes how it was told to work. */
function noting(said = 'yes') {
  const told: (string | null)[] = []
  const chat: Chat = (_history, { instructions }: ChatContext) => (told.push(instructions), said)
  return { told, chat }
}
const ROUND = { initialMessage: 'Go', maxRounds: 1, policy: 'round-robin' } as const

test('DA16 a participant, a role and a leader take instructions; its own count before those of its role, and the next conversation begins without', async () => {
  const [ana, ben, boss, cy] = [noting(), noting(), noting('I have decided.'), noting()]
  const actor = new GroupChatActor()
  const participants = [
    { name: 'ana', chat: ana.chat, instructions: ' Be brief. ' },
    { name: 'ben', chat: ben.chat },
    { name: 'cy', chat: cy.chat },
  ]
  const roles = [
    { name: 'ana', instructions: 'Be long.' },
    { name: 'ben', instructions: 'Be kind.' },
  ]
  await actor.execute({ ...ROUND, participants, roles, maxRounds: 3 })
  expect([ana.told, ben.told, cy.told]).toEqual([['Be brief.'], ['Be kind.'], [null]])
  const manager = { name: 'boss', chat: boss.chat, instructions: 'Decide.' }
  const policy = { kind: 'hierarchical', manager } as const
  await actor.execute({ ...ROUND, policy, participants: [{ name: 'ben', chat: ben.chat }] })
  expect(boss.told[0]).toBe('Decide.')
  await actor.execute({ ...ROUND, participants: [{ name: 'ana', chat: ana.chat }] })
  expect(ana.told.at(-1)).toBeNull()
})

test('DA16 an AI that chooses reads the instructions of its coordinator before the question', async () => {
  const prompts: string[] = []
  const ai = {
    complete: (prompt: string) => (prompts.push(prompt), Promise.resolve('TERMINATE')),
  }
  const coordinator = { name: 'coordinator', instructions: 'Choose the quiet ones.' }
  const participants = [{ name: 'ana', chat: noting().chat }]
  const policy = { kind: 'selection', coordinator } as const
  await new GroupChatActor().execute({ participants, initialMessage: 'Go', policy }, { ai })
  expect(prompts[0]).toMatch(/^Choose the quiet ones\.\n\n/)
})

test('DA16 a conversation that goes on has them, and others where they are given; agents of the embedder’s crew keep theirs', async () => {
  const db = new Database(':memory:')
  const registry = new ChatGroupRegistry(db)
  const stays: Chat = () => new Promise<string>(() => {})
  const first = new GroupChatActor(registry, { leadId: 'own' })
  const participants = [{ name: 'ana', chat: stays, instructions: 'Be brief.' }]
  const cut = first.execute({ ...ROUND, participants })
  await expect.poll(() => db.prepare('select instructions from agents where instructions is not null').all()).toHaveLength(1) // prettier-ignore
  first.close()
  await expect(cut).rejects.toThrow('closed')
  const ana = noting()
  const again = new GroupChatActor(registry, { leadId: 'own' })
  const [left] = again.unfinished()
  const conversationId = left?.conversationId ?? ''
  await again.execute({ conversationId, participants: [{ name: 'ana', chat: ana.chat }] })
  await again.execute({ ...ROUND, participants: [{ name: 'ana', chat: ana.chat }] })
  await again.execute({
    ...ROUND,
    participants: [{ name: 'ana', chat: ana.chat, instructions: '' }],
  })
  expect(ana.told).toEqual(['Be brief.', 'Be brief.', null])
})

const chat = noting().chat
test.each([
  ['not a text', { name: 'ana', chat, instructions: 7 }, 'participants.0.instructions'],
  ['too long', { name: 'ana', chat, instructions: 'w'.repeat(LIMITS.instructions + 1) }, 'participants.0.instructions'], // prettier-ignore
  ['the person’s', { name: 'human', instructions: 'Be brief.' }, 'participants'],
])(
  'DA16 instructions that are %s are refused with the field, and nothing is stored',
  async (_, participant, field) => {
    const db = new Database(':memory:')
    const actor = new GroupChatActor(db)
    const input = { ...ROUND, participants: [participant] }
    await expect(actor.execute(input as never)).rejects.toMatchObject({
      code: 'validation',
      details: { fields: { [field]: expect.any(String) as string } },
    })
    expect(actor.unfinished()).toEqual([])
  },
)
