import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { createLead } from '../../src/agents/create-agent'
import { createInvite } from '../../src/agents/create-invite'
import { deleteCrew } from '../../src/agents/delete-crew'
import { terminateAgent } from '../../src/agents/end-agent'
import { listInvites } from '../../src/agents/list-invites'
import { pauseCrew } from '../../src/agents/pause'
import { type Registration, registerAgent } from '../../src/agents/register-agent'
import { revokeInvite } from '../../src/agents/revoke-invite'
import { randomIds } from '../../src/ids'
import { createGroup } from '../../src/groups/create-group'
import { joined, letters } from '../harness/secrets'
import { CountingIds } from '../harness/counting-ids'
import { crewText, linesOf, takeIn } from '../harness/export-text'
import { CORRECTIONS } from '../harness/fake-clock'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

const AGENTS = { ben: 'developer', dora: 'architect' }
const MINUTE_MS = 60_000
const invite = (crew: TestCrew, given: Parameters<typeof createInvite>[3] = {}, by = BY_PERSON) =>
  crew.act(() => createInvite(crew.shard, crew.crew, by, given))
const register = (crew: TestCrew, given: Registration) =>
  crew.act(() => registerAgent(crew.shard, given))
const open = (crew: TestCrew) => listInvites(crew.shard, crew.crew, BY_PERSON)

/** What is said to whoever has no valid code. */
const NOT_INVITED =
  'This invitation code opens nothing: it is unknown, used up, withdrawn or too old. Ask whoever runs the crew for a new one.'

function refusal(run: () => unknown): readonly [code: unknown, message: string] {
  try {
    run()
  } catch (error) {
    if (error instanceof Error && 'code' in error) return [error.code, error.message]
    throw error
  }
  throw new Error('was not refused')
}

test('IN1 an invitation is for one agent and a day unless something else is said, and only the SHA-256 of its code is kept', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const { code, invite: made } = invite(crew)
  expect(made).toEqual({
    id: expect.any(String) as string,
    leadId: crew.leadId,
    roleId: null,
    uses: 1,
    used: 0,
    createdBy: 'human',
    createdAt: '2026-01-02T03:04:05.000Z',
    expiresAt: '2026-01-03T03:04:05.000Z',
    revokedAt: null,
  })
  const hash = createHash('sha256').update(code).digest('hex')
  expect(crew.crew.invites.get(made.id)).toEqual({ ...made, hash })
  const byLead = invite(crew, { role: 'qa-tester', uses: 3, minutes: 5 }, crew.by('lead'))
  expect(byLead.invite).toMatchObject({
    roleId: 'qa-tester',
    uses: 3,
    createdBy: crew.leadId,
    expiresAt: '2026-01-02T03:09:05.000Z',
  })
  expect(open(crew)).toEqual([made, byLead.invite])
  expect(JSON.stringify(crew.published)).not.toContain(code)
})

test('IN1 a code begins with crew_invite_ and has 256 bits that nobody can guess', () => {
  const made = Array.from({ length: 100 }, () => randomIds.secret())
  expect(new Set(made).size).toBe(100)
  for (const secret of made) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
})

test('IN2 only the lead and the person invite and withdraw; an observer reads the invitations', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const { invite: made } = invite(crew)
  const observer = { ...BY_PERSON, readsOnly: true as const }
  const { shard, crew: own } = crew
  for (const [who, by] of [
    ['an agent', crew.by('ben')],
    ['an observer', observer],
  ] as const) {
    expect(refusal(() => invite(crew, {}, by))[0], who).toBe('forbidden')
    expect(refusal(() => revokeInvite(shard, own, by, made.id))[0], who).toBe('forbidden')
  }
  expect(refusal(() => listInvites(shard, own, crew.by('ben')))).toEqual([
    'forbidden',
    'only the lead of a crew, or the person who runs it, may invite agents and see the invitations.',
  ])
  for (const by of [BY_PERSON, observer, crew.by('lead')]) {
    expect(listInvites(shard, own, by)).toEqual([made])
  }
})

test('IN3 whoever registers is a remote agent of the crew with a token of its own, made and counted in one decision in the name of who invited', async () => {
  await using crew = testCrew({ agents: AGENTS })
  createGroup(crew.shard, crew.crew, BY_PERSON, { name: 'testers', roles: ['qa-tester'] })
  const { code } = invite(crew, { role: 'qa-tester', uses: 2 }, crew.by('lead'))
  const { seq } = crew.crew.state
  const { agent, token } = register(crew, { name: 'Ivy', inviteCode: code })
  expect(crew.crew.state.agents[agent.id]).toMatchObject({
    name: 'Ivy',
    role: 'qa-tester',
    roleName: 'QA Tester',
    driver: { kind: 'remote' },
    createdBy: crew.leadId,
    ended: null,
  })
  const hash = createHash('sha256').update(token).digest('hex')
  expect(crew.shard.token(hash)).toMatchObject({ kind: 'agent', agentId: agent.id })
  const facts = crew.published.filter((entry) => entry.seq > seq && entry.leadId === crew.leadId)
  expect(facts.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['agent:created', 'token:created', 'invite:changed']),
  )
  expect(new Set(facts.map(({ at, actor, cause }) => JSON.stringify([at, actor, cause])))).toEqual(
    new Set([
      JSON.stringify([facts[0]?.at, { kind: 'agent', id: crew.leadId }, { kind: 'request' }]),
    ]),
  )
  expect(open(crew)).toMatchObject([{ used: 1, uses: 2 }])
  // It is in the groups for its role, and is given what is said there.
  expect(crew.crew.state.groups['testers']?.memberIds).toContain(agent.id)
  register(crew, { name: 'Joe', inviteCode: code })
  expect(open(crew)).toEqual([])
})

test('IN4 the role is that of the invitation, or what the agent says it is for', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const free = invite(crew, { uses: 10 }).code
  const bound = invite(crew, { uses: 10, role: 'developer' }).code
  const role = (given: Registration) => {
    const { agent } = register(crew, given)
    return [agent.role, agent.roleName, agent.app ?? null]
  }
  const description = 'Reviews pull requests.'
  expect(role({ name: 'a', inviteCode: bound, description })).toEqual(['developer', 'Developer', null]) // prettier-ignore
  expect(role({ name: 'b', inviteCode: free, description })).toEqual(['reviews-pull-requests', 'Reviews Pull Requests', null]) // prettier-ignore
  expect(role({ name: 'c', inviteCode: free })).toEqual(['agent', 'Agent', null])
  expect(role({ name: 'd', inviteCode: free, description: '评审' })).toEqual(['agent', 'Agent', null]) // prettier-ignore
  expect(role({ name: 'e', inviteCode: free, app: true })).toEqual(['app', 'App', true])
  const long = role({ name: 'f', inviteCode: free, description: 'word '.repeat(60) })[0]
  expect(long).toMatch(/^(word-)+word$/)
  expect(String(long).length).toBeLessThanOrEqual(LIMITS.roleId)
})

test('IN5 a code that is unknown, used up, withdrawn or too old is refused in the same words, and changes nothing', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const used = invite(crew)
  register(crew, { name: 'first', inviteCode: used.code })
  const withdrawn = invite(crew)
  crew.act(() => revokeInvite(crew.shard, crew.crew, BY_PERSON, withdrawn.invite.id))
  const old = invite(crew, { minutes: 10 })
  crew.clock.advance(10 * MINUTE_MS - 1)
  expect(open(crew)).toHaveLength(1)
  crew.clock.advance(1)
  expect(open(crew)).toEqual([])
  const { seq } = crew.crew.state
  for (const inviteCode of ['', 'crew_invite_guess', used.code, withdrawn.code, old.code]) {
    expect(refusal(() => register(crew, { name: 'late', inviteCode }))).toEqual(['unauthorized', NOT_INVITED]) // prettier-ignore
  }
  expect(crew.crew.state.seq).toBe(seq)
})

test.each(CORRECTIONS)(
  'IN5 an invitation is open for its time at most, also when the clock is set %s meanwhile',
  async (_, ms) => {
    await using crew = testCrew({ agents: AGENTS })
    const { code } = invite(crew, { minutes: 10, uses: 5 })
    crew.clock.correct(ms)
    if (ms < 0) register(crew, { name: 'in-time', inviteCode: code })
    crew.clock.advance(10 * MINUTE_MS)
    expect(refusal(() => register(crew, { name: 'late', inviteCode: code }))[0]).toBe('unauthorized') // prettier-ignore
  },
)

test('IN5 what a lead has invited to ends with it when it is terminated, and with its crew', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const below = createLead(crew.shard, BY_PERSON, { name: 'below', parentId: crew.leadId }).crew
  const lead = { actor: { kind: 'agent', id: below.state.lead.id }, cause: { kind: 'request' } } as const // prettier-ignore
  const { code } = createInvite(crew.shard, below, lead, {})
  const ofPerson = createInvite(crew.shard, below, BY_PERSON, {}).code
  terminateAgent(crew.shard, crew.crew, BY_PERSON, below.state.lead.id, null)
  expect(refusal(() => register(crew, { name: 'late', inviteCode: code }))).toEqual(['unauthorized', NOT_INVITED]) // prettier-ignore
  deleteCrew(crew.shard, below, BY_PERSON, 'below')
  expect(refusal(() => register(crew, { name: 'late', inviteCode: ofPerson }))).toEqual(['unauthorized', NOT_INVITED]) // prettier-ignore
})

test('IN6 a registration that is refused uses nothing: a name that is taken or deceives, a crew that is paused or full', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const { code } = invite(crew)
  const { seq } = crew.crew.state
  const refused = (name: string, description?: string) =>
    refusal(() => register(crew, { name, description, inviteCode: code }))
  expect(refused('BEN')).toEqual([
    'name_taken',
    'Another agent of the crew is called "BEN". Register with another name; your code has lost no use.',
  ])
  expect(refused('human')[0]).toBe('validation')
  expect(refused('ivy', 'Lead')).toEqual(['validation', expect.stringContaining('description: ')])
  pauseCrew(crew.shard, crew.crew, BY_PERSON, true)
  expect(refused('ivy')).toEqual(['forbidden', expect.stringContaining('The crew is paused')])
  pauseCrew(crew.shard, crew.crew, BY_PERSON, false)
  crew.shard.pauseAll(true, BY_PERSON)
  expect(refused('ivy')[0]).toBe('forbidden')
  crew.shard.pauseAll(false, BY_PERSON)
  // As many as there may be, beside those that there are.
  const { agents } = crew.crew.state
  const like = agents[crew.id('dora')]
  if (!like) throw new Error('Dora is gone')
  const crowd = Array.from({ length: LIMITS.agentsPerLead }, (_, n) => `like-dora-${n}`)
  for (const id of crowd) Object.assign(agents, { [id]: { ...like, id, name: id } })
  const full = { name: 'ivy', inviteCode: code }
  expect(refusal(() => registerAgent(crew.shard, full))[0]).toBe('limit_reached')
  for (const id of crowd) Reflect.deleteProperty(agents, id)
  expect(open(crew)).toMatchObject([{ used: 0 }])
  // Somebody who has ended needs the name no more.
  terminateAgent(crew.shard, crew.crew, BY_PERSON, crew.id('ben'), null)
  expect(crew.crew.state.seq).toBeGreaterThan(seq)
  expect(register(crew, { name: 'Ben', inviteCode: code }).agent.name).toBe('Ben')
})

test('IN7 a crew has 100 open invitations; those that are too old make room', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const make = (minutes: number) => createInvite(crew.shard, crew.crew, BY_PERSON, { minutes })
  for (let n = 0; n < 100; n++) make(n < 40 ? 5 : 60)
  expect(refusal(() => make(5))).toEqual([
    'limit_reached',
    'This crew has 100 open invitations, which is the limit. Withdraw one that nobody needs.',
  ])
  crew.clock.advance(6 * MINUTE_MS)
  crew.act(() => make(5))
  expect(open(crew)).toHaveLength(61)
  expect(crew.crew.invites.size).toBe(61)
  crew.restart()
  expect(crew.crew.invites.size).toBe(61)
})

test('IN8 a withdrawn invitation cannot be withdrawn again, and whoever registered with it stays', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const { code, invite: made } = invite(crew, { uses: 2 })
  const { agent } = register(crew, { name: 'ivy', inviteCode: code })
  const withdraw = (id: string) =>
    crew.act(() => revokeInvite(crew.shard, crew.crew, BY_PERSON, id))
  expect(withdraw(made.id)).toEqual({ ...made, used: 1, revokedAt: '2026-01-02T03:04:05.000Z' })
  expect(open(crew)).toEqual([])
  expect(crew.crew.state.agents[agent.id]?.ended).toBeNull()
  for (const id of [made.id, 'unknown']) expect(refusal(() => withdraw(id))[0]).toBe('invite_not_found') // prettier-ignore
})

test('IN9 invitations survive a restart, and a file of the crew holds none', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const { code, invite: made } = invite(crew, { uses: 2 })
  crew.restart()
  expect(open(crew)).toEqual([made])
  register(crew, { name: 'ivy', inviteCode: code })
  crew.restart()
  expect(open(crew)).toEqual([{ ...made, used: 1 }])
  const text = await crewText(crew)
  const hash = createHash('sha256').update(code).digest('hex')
  for (const secret of [code, hash, made.id]) expect(text).not.toContain(secret)
  const omitted = linesOf(text).filter(({ data }) => data?.['was'] === 'invite:changed')
  expect(omitted).toHaveLength(2)
  await using other = testCrew({ ids: new CountingIds('b0b0', 'b-') })
  await takeIn(other, text)
  const taken = other.shard.crew(crew.leadId)
  expect(taken.invites.size).toBe(0)
  expect(refusal(() => registerAgent(other.shard, { name: 'joe', inviteCode: code }))[0]).toBe('unauthorized') // prettier-ignore
  // Nobody has resumed it: an invitation to it waits, too.
  const fresh = createInvite(other.shard, taken, BY_PERSON, {})
  expect(
    refusal(() => registerAgent(other.shard, { name: 'joe', inviteCode: fresh.code })),
  ).toEqual(['forbidden', expect.stringContaining('imported and nobody has resumed it')])
})

test('DA15, DA7 whoever registers has the instructions of its invitation, also after restarts and where its crew is imported; no list has them', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const token = joined('gh', `p_${letters(36)}`)
  const { code, invite: made } = invite(crew, { instructions: `Be brief. ${token}`, uses: 3 })
  expect(made).not.toHaveProperty('instructions')
  expect(open(crew)).toEqual([made])
  const told = (id: string) => crew.crew.remembered(id).instructions
  const ids = ['Ivy', 'Jo', 'Kim'].map((name) => {
    const { agent } = register(crew, { name, inviteCode: code })
    // A use is counted in a fact of its own, without them.
    crew.restart()
    return agent.id
  })
  for (const id of ids) expect(told(id)).toMatch(/^Be brief\. \[masked:.*\]$/)
  const facts = crew.published.filter(({ type }) => type === 'invite:changed')
  expect(facts.filter(({ data }) => JSON.stringify(data).includes('Be brief'))).toHaveLength(1)
  const page = await crew.core.inbox.fetch(ids[0] ?? '', {})
  expect(page.deliveries.map(({ text }) => text)).toEqual([
    expect.stringContaining('Your instructions, which hold for all of your work: Be brief.'),
  ])
  const text = await crewText(crew)
  expect(text).not.toContain(token)
  await using other = testCrew({ ids: new CountingIds('b0da', 'b0da-') })
  await takeIn(other, text)
  expect(other.shard.crew(crew.leadId).remembered(ids[2] ?? '').instructions).toMatch(/^Be brief/)
  const { agent: plain } = register(crew, { name: 'Lu', inviteCode: invite(crew).code })
  expect(told(plain.id)).toBe('')
})
