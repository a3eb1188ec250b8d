import { DEFAULT_APP_ID } from '@crewroom/shared/model/admission'
import { expect, test } from 'vitest'
import { archiveGroup, unarchiveGroup } from '../../src/groups/archive-group'
import { removeFile } from '../../src/group-chats/remove-file'
import { pauseGroup } from '../../src/groups/pause-group'
import { setWake } from '../../src/groups/set-wake'
import { updateGroup } from '../../src/groups/update-group'
import { terminateAgent } from '../../src/agents/end-agent'
import type { By } from '../../src/crew/shard'
import { admit } from '../../src/admissions/admit'
import { closeAdmission } from '../../src/admissions/close-admission'
import { createAdmission } from '../../src/admissions/create-admission'
import { byAgent } from '../harness/test-crew'
import { Circle, outcome } from './circle'

const MANAGING = ['ada', 'lead', 'human'] as const

test('AD1 only the manager, the lead and the person change a circle and its conversations, and whoever has no authority is told that first', async () => {
  const acts: Record<string, (circle: Circle, who: string) => unknown> = {
    admit: (circle, who) => circle.admit(who, circle.crew.id('dan')),
    dismiss: (circle, who) => circle.dismiss(who, circle.crew.id('cleo')),
    close: (circle, who) => circle.close(who),
    create: (circle, who) => circle.create(who, circle.ids('cleo')),
    add: (circle, who) => circle.add(who, circle.crew.id('cleo')),
    'add a stranger': (circle, who) => circle.add(who, 'nobody-at-all'),
    'create with a stranger': (circle, who) => circle.create(who, ['nobody-at-all']),
    'admit a stranger': (circle, who) => circle.admit(who, 'nobody-at-all'),
    remove: (circle, who) => circle.remove(who, circle.crew.id('ben')),
    archive: ({ crew, talk }, who) =>
      crew.act(() => archiveGroup(crew.shard, crew.crew, crew.by(who), talk)),
    update: ({ crew, talk }, who) =>
      crew.act(() =>
        updateGroup(crew.shard, crew.crew, crew.by(who), { group: talk, purpose: 'more' }),
      ),
    setWake: ({ crew, talk }, who) =>
      crew.act(() =>
        setWake(crew.shard, crew.crew, crew.by(who), {
          group: talk,
          member: crew.id('ada'),
          wake: 'mentions',
        }),
      ),
  }
  for (const [name, act] of Object.entries(acts)) {
    for (const who of [...MANAGING, 'ben', 'cleo', 'dan']) {
      await using circle = new Circle()
      const seq = circle.state.seq
      const got = outcome(() => act(circle, who))
      if (MANAGING.some((one) => one === who)) {
        // Her own wake level is anybody's.
        expect(got, `${name} by ${who}`).toBe(name.includes('stranger') ? 'not_admitted' : 'done')
        continue
      }
      const inGroup = ['add', 'add a stranger', 'remove', 'archive', 'update', 'setWake']
      const refusal = inGroup.includes(name)
        ? who === 'ben'
          ? 'forbidden'
          : // It is admitted; for dan there is nothing.
            who === 'cleo'
            ? 'not_a_member'
            : 'group_not_found'
        : who === 'dan'
          ? 'admission_not_found'
          : 'forbidden'
      expect([got, circle.state.seq], `${name} by ${who}`).toEqual([refusal, seq])
    }
  }
})

test('AD2 an id that is unknown, of another crew, ended or not admitted is refused alike, and nothing is written', async () => {
  await using circle = new Circle()
  const { crew } = circle
  crew.act(() => terminateAgent(crew.shard, crew.crew, crew.by('lead'), crew.id('cleo'), null))
  const seq = circle.state.seq
  const said = new Set<string>()
  for (const id of [crew.id('dan'), crew.id('cleo'), 'f'.repeat(36), 'nobody', 'developer']) {
    for (const run of [
      () => circle.add('ada', id),
      () => circle.create('ada', [crew.id('ben'), id]),
    ]) {
      // Ben is a developer, too: the role names him, and he is admitted.
      if (id === 'developer') continue
      try {
        run()
        said.add('done')
      } catch (error) {
        said.add((error as Error).message)
      }
    }
  }
  expect([...said]).toEqual([expect.stringContaining('not admitted')])
  expect(circle.state.seq).toBe(seq)
  expect(await crew.reads('dan')).toEqual([])
})

test('AD3 removing from a conversation leaves the circle and its other conversations', async () => {
  await using circle = new Circle()
  const other = circle.create('ada', circle.ids('ben', 'cleo'), 'Project Alpha')
  expect(other.name).toBe('project-alpha-2')
  circle.remove('ada', circle.crew.id('ben'))
  expect(circle.admitted).toContain(circle.crew.id('ben'))
  expect(outcome(() => circle.send('ben', 'here?'))).toBe('not_a_member')
  expect(circle.send('ben', 'here', other.name).recipientIds).toEqual(circle.ids('cleo'))
})

test('AD4 admitting, dismissing, leaving, closing and adding twice is doing it once', async () => {
  await using circle = new Circle()
  const twice = (run: () => unknown) => {
    run()
    const seq = circle.state.seq
    run()
    expect(circle.state.seq).toBe(seq)
  }
  twice(() => circle.admit('ada', circle.crew.id('dan')))
  twice(() => circle.add('ada', circle.crew.id('dan')))
  twice(() => circle.dismiss('ada', circle.crew.id('dan')))
  twice(() => circle.leave('ben'))
  twice(() => circle.close('ada'))
  expect(circle.leave('cleo').status).toBe('closed')
})

test('AD5 leaving takes the agent out of all conversations, and the last that leaves closes the circle', async () => {
  await using circle = new Circle()
  const { crew } = circle
  circle.leave('ben')
  expect(circle.group.memberIds).not.toContain(crew.id('ben'))
  expect(circle.admitted).toEqual(circle.ids('ada', 'cleo'))
  expect(circle.leave('ben'), 'nobody learns who is left').toMatchObject({ admitted: [] })
  circle.leave('ada')
  const member = circle.group.members.find(({ id }) => id === crew.id('ada'))
  expect(member?.listed, 'she manages it, and reads along').toBe(false)
  circle.leave('cleo')
  expect([circle.state.admissions[circle.id], circle.group.archived]).toEqual([undefined, true])
  crew.restart()
  expect(circle.close('lead')).toMatchObject({ status: 'closed', admitted: [] })
})

test('AD5 the last active agent that leaves closes the circle: one that has ended is not in it any more', async () => {
  await using circle = new Circle('human')
  const { crew } = circle
  crew.act(() => terminateAgent(crew.shard, crew.crew, crew.by('lead'), crew.id('cleo'), null))
  expect(circle.leave('ada').status).toBe('active')
  expect(circle.leave('ben').status).toBe('closed')
  expect([circle.state.admissions[circle.id], circle.group.archived]).toEqual([undefined, true])
})

test('AD6 a closed circle takes nothing: no message, no member, nobody, no pause, no file and no removal of one', async () => {
  await using circle = new Circle()
  const { crew } = circle
  const file = {
    kind: 'file',
    name: 'plan.txt',
    size: 4,
    type: 'application/octet-stream',
    sha256: 'a'.repeat(64),
  } as const
  const by = crew.by('human')
  crew.act(() => {
    const decision = crew.shard.decide(crew.crew)
    decision.add('file:added', {
      groupName: circle.talk,
      file: { ...file, addedBy: 'human', addedAt: decision.at },
    })
    crew.shard.commit(crew.crew, by, decision)
  })
  circle.close('ada')
  for (const restarts of [false, true]) {
    if (restarts) crew.restart()
    expect(circle.group.archived).toBe(true)
    for (const run of [
      () => circle.send('ben', 'still here?'),
      () => circle.add('ada', crew.id('cleo')),
      () => circle.remove('ada', crew.id('ben')),
      () => circle.admit('ada', crew.id('dan')),
      () => circle.dismiss('ada', crew.id('ben')),
      () => circle.create('ada', circle.ids('ben')),
      () => crew.act(() => unarchiveGroup(crew.shard, crew.crew, by, circle.talk)),
      () => crew.act(() => pauseGroup(crew.shard, crew.crew, by, circle.talk, true)),
      () =>
        crew.act(() => removeFile(crew.shard, { crew: crew.crew, group: circle.group }, by, file)),
    ]) {
      expect(outcome(run)).toBe('admission_closed')
    }
  }
})

test('AD16 an app manages the circles that are created with its id, whoever created one is admitted to it, and the id of anybody else is refused', async () => {
  await using circle = new Circle()
  const { crew } = circle
  const dan = crew.crew.state.agents[crew.id('dan')]
  if (!dan) throw new Error('no dan')
  const appId = 'a44a44a4-0000-4000-8000-000000000044'
  crew.act(() => {
    const decision = crew.shard.decide(crew.crew)
    decision.add('agent:created', {
      agent: { ...dan, id: appId, name: 'Deploys', role: 'app', roleName: 'App', app: true },
    })
    crew.shard.commit(crew.crew, crew.by('human'), decision)
  })
  const make = (app: string) =>
    crew.act(() =>
      createAdmission(crew.shard, crew.crew, crew.by('ben'), {
        appId: app,
        admitted: circle.ids('cleo'),
        conversation: {},
      }),
    )
  const { admission, group } = make(appId)
  crew.restart()
  expect(crew.crew.state.admissions[admission.id]).toMatchObject({
    appId,
    manager: appId,
    initiator: crew.id('ben'),
    admitted: [{ id: crew.id('ben') }, { id: crew.id('cleo') }],
  })
  expect(group?.members.map(({ id, listed }) => [id, listed !== false])).toEqual([
    [crew.id('ben'), true],
    [crew.id('cleo'), true],
    [crew.leadId, false],
    [appId, false],
  ])
  const close = (by: By) =>
    outcome(() => crew.act(() => closeAdmission(crew.shard, crew.crew, by, admission.id)))
  expect(close(crew.by('ben'))).toBe('forbidden')
  expect(close(byAgent(appId))).toBe('done')
  // An agent that is no app, or not there, would manage nothing.
  const { seq } = circle.state
  for (const other of [crew.id('dan'), 'some-app', '']) {
    expect(outcome(() => make(other))).toBe('validation')
  }
  expect(circle.state.seq).toBe(seq)
  expect(make(DEFAULT_APP_ID).admission).toMatchObject({ manager: crew.id('ben') })
})

test('AD2, AD10 a person is admitted to nothing, by whatever name, and nobody is to the crew itself', async () => {
  await using circle = new Circle()
  const { crew } = circle
  const seq = circle.state.seq
  for (const who of MANAGING) {
    for (const name of ['human', 'Human', 'user']) {
      expect(
        outcome(() => circle.admit(who, name)),
        `${name} by ${who}`,
      ).toBe('not_admitted')
    }
  }
  const ended = crew.id('dan')
  crew.act(() => terminateAgent(crew.shard, crew.crew, crew.by('lead'), ended, null))
  const into = { admission: crew.leadId, agent: ended }
  expect(outcome(() => admit(crew.shard, crew.crew, crew.by('human'), into))).toBe('not_admitted')
  expect([circle.admitted, circle.state.seq]).toEqual([circle.ids('ada', 'ben', 'cleo'), seq + 1])
})

test('AD2, AD16 a person who is named for a new circle is not admitted to it, and an app that has ended can be given none', async () => {
  await using circle = new Circle()
  const { crew } = circle
  const dan = crew.crew.state.agents[crew.id('dan')]
  if (!dan) throw new Error('no dan')
  const appId = 'a44a44a4-0000-4000-8000-000000000044'
  crew.act(() => {
    const decision = crew.shard.decide(crew.crew)
    decision.add('agent:created', {
      agent: { ...dan, id: appId, name: 'Deploys', role: 'app', roleName: 'App', app: true },
    })
    crew.shard.commit(crew.crew, crew.by('human'), decision)
  })
  crew.act(() => terminateAgent(crew.shard, crew.crew, crew.by('lead'), appId, null))
  const of = (input: object) =>
    createAdmission(crew.shard, crew.crew, crew.by('ben'), { admitted: [], ...input })
  expect(outcome(() => crew.act(() => of({ appId })))).toBe('validation')
  const input = { admitted: ['human', ...circle.ids('cleo')], conversation: {} }
  const { admission, group } = crew.act(() =>
    createAdmission(crew.shard, crew.crew, crew.by('ben'), input),
  )
  expect(admission).toMatchObject({ manager: crew.id('ben') })
  expect(admission.admitted.map(({ id }) => id)).toEqual(circle.ids('ben', 'cleo'))
  expect(group?.memberIds).not.toContain('human')
})

test('AD5, AD23 an agent that was never in a circle cannot leave it: for it there is none', async () => {
  await using circle = new Circle()
  const seq = circle.state.seq
  expect(outcome(() => circle.leave('dan'))).toBe('admission_not_found')
  circle.leave('ben')
  expect(
    outcome(() => circle.leave('ben')),
    'leaving twice is leaving once',
  ).toBe('done')
  circle.crew.restart()
  expect(outcome(() => circle.leave('dan'))).toBe('admission_not_found')
  expect(circle.state.seq).toBeGreaterThan(seq)
})

test('AD4, AD6 closing a circle archives what is in use, and nothing that was archived before', async () => {
  await using circle = new Circle()
  const { crew } = circle
  const other = circle.create('ada', circle.ids('ben', 'cleo'), 'Other')
  crew.act(() => archiveGroup(crew.shard, crew.crew, crew.by('ada'), circle.talk))
  const before = crew.published.length
  circle.close('ada')
  const archived = crew.published
    .slice(before)
    .flatMap(({ type, data }) => (type === 'group:archived' ? [data.group.name] : []))
  expect(archived).toEqual([other.name])
})
