import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Message } from '@crewroom/shared/model/message'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { expect, test } from 'vitest'
import { personSaid } from '../../src/demo/person-said'
import { eventually } from '../harness/speaker'
import { isLong } from '../harness/long'
import { TestServer } from '../harness/test-server'

interface Task {
  readonly status: string
  readonly agentId: string
  readonly summary: string | null
}

/** Long enough for the whole story on a busy machine. */
const STORY_MS = 60_000
/** The same with what a test does beside it. */
const WHOLE_STORY_MS = 120_000

/** A sample crew on a server, as a person meets it. */
class Sample {
  readonly server: TestServer
  readonly leadId: string

  private constructor(server: TestServer, leadId: string) {
    this.server = server
    this.leadId = leadId
  }

  static async start(server: TestServer, pace = 0): Promise<Sample> {
    const { status, body } = await server.call('POST', '/api/sample', { pace })
    expect(status).toBe(201)
    return new Sample(server, body['lead'].id as string)
  }

  get state(): CrewState {
    return this.server.app.core.shard.crew(this.leadId).state
  }

  /** Waits for the lead's question to the person. */
  asked(text: string): Promise<void> {
    const isAsked = () =>
      Object.values(this.state.needs).some(
        (need) => need.kind === 'question' && need.text.includes(text),
      )
    return eventually(text, isAsked, STORY_MS)
  }

  session(title: string): SessionRecord | undefined {
    return Object.values(this.state.sessions).find((session) => session.title === title)
  }

  /** Its messages, oldest first. */
  async said(session: SessionRecord | undefined) {
    const { body } = await this.server.call(
      'GET',
      `/api/lead/${this.leadId}/groups/${session?.groupName}/sessions/${session?.id}/messages`,
    )
    return body['messages'] as Message[]
  }

  answer(content: string) {
    return this.server.call('POST', `/api/agents/${this.leadId}/messages`, { content })
  }

  async leadTask(): Promise<Task | undefined> {
    const { body } = await this.server.call('GET', `/api/lead/${this.leadId}/tasks`)
    return (body['tasks'] as Task[]).find(({ agentId }) => agentId === this.leadId)
  }

  get folders(): string[] {
    const folder = path.join(this.server.data.folder, 'samples')
    return existsSync(folder) ? readdirSync(folder) : []
  }
}

const TITLE = 'Off or inherit?'
const QUESTION = 'May I merge refactor/rope?'

const YES = ['Yes, please.', 'refactor/rope is merged.'] as const
const NO = ['Please don’t, not today.', 'Not merged, as you said.'] as const

test.skipIf(!isLong).each([YES, NO])(
  'DM20, DM21 a sample crew asks the person, and acts on “%s”',
  async (answer, summary) => {
    await using server = await TestServer.start({ samples: true })
    const sample = await Sample.start(server)
    // No answer to what is asked later.
    await sample.answer('ok')
    await sample.asked(QUESTION)
    await sample.answer('Which branch was that?')
    await sample.asked('only understand yes and no')
    await sample.answer(answer)
    const { leadId, state } = sample
    await eventually('the lead is done', () => state.agents[leadId]?.ended === 'completed')
    expect((await sample.leadTask())?.summary).toContain(summary)
  },
  WHOLE_STORY_MS,
)

// Two restarts and a wait for each: a quarter of a minute.
test.skipIf(!isLong)(
  'DM22, DM29, SN41 a sample crew that restarts cut off goes on to its end, and its person says nothing twice',
  async () => {
    await using server = await TestServer.start({ samples: true })
    const sample = await Sample.start(server)
    const session = (title: string) => () => sample.session(title)
    const discussion = session(TITLE)
    const talk = session('What ships first')
    const isAnswered = (of: () => SessionRecord | undefined) => () => (of()?.messageCount ?? 0) > 1
    await eventually('the story has begun', () => sample.state.groups['docs-team'] !== undefined)
    await server.restart({}, { samples: true })
    await eventually('the discussion has begun', () => discussion() !== undefined, STORY_MS)
    await server.restart({}, { samples: true })
    await eventually('somebody has answered there', isAnswered(discussion), STORY_MS)
    await server.restart({}, { samples: true })
    await eventually('somebody has answered the person', isAnswered(talk), STORY_MS)
    await server.restart({}, { samples: true })
    await sample.asked(QUESTION)
    const ownIn = async (of: SessionRecord | undefined) =>
      (await sample.said(of)).filter(({ from }) => from === 'human')
    expect((await ownIn(talk())).map(({ round }) => round)).toMatchObject([
      { n: 1, as: 'start' },
      { n: 2, as: 'start' },
    ])
    expect(await ownIn(discussion())).toMatchObject([
      { content: expect.stringMatching(/^What should/), round: { as: 'start' } },
      { content: expect.stringMatching(/^Off it is/), round: { as: 'answer' } },
    ])
    const { body } = await server.call('GET', `/api/runs?lead=${sample.leadId}&status=all`)
    const runs = body['runs'] as { title: string }[]
    expect(runs.filter(({ title }) => title.startsWith(TITLE))).toMatchObject([
      { status: 'ended', stopReason: 'done' },
    ])
    expect(Object.keys(sample.state.groups).toSorted()).toEqual([
      'config-team',
      'docs-team',
      'review-team',
      'timeline-team',
    ])
  },
  WHOLE_STORY_MS,
)

test.skipIf(!isLong)(
  'DM28 a discussion of a sample crew that somebody stops leaves the story to go on',
  async () => {
    await using server = await TestServer.start({ samples: true })
    const sample = await Sample.start(server)
    await eventually('the lead is asked who speaks next', () =>
      Object.values(sample.state.runs).some(({ status }) => status === 'running'),
    )
    const { runId } = sample.session(TITLE) ?? {}
    expect(await server.call('POST', `/api/runs/${runId}/stop`, {})).toMatchObject({ status: 200 })
    await sample.asked(QUESTION)
    expect(sample.state.groups['timeline-team']?.messageCount).toBe(5)
  },
  WHOLE_STORY_MS,
)

test.skipIf(!isLong)(
  'DM28 whoever is at the dashboard may take the turn of a sample crew’s person',
  async () => {
    await using server = await TestServer.start({ samples: true })
    const sample = await Sample.start(server, 0.3)
    const turn = () => Object.values(sample.state.needs).find(({ kind }) => kind === 'turn')
    await eventually('it is the person’s turn', () => turn() !== undefined)
    const session = sample.session(TITLE)
    const address = `/api/lead/${sample.leadId}/groups/config-team/sessions/${session?.id}/messages`
    const content = 'Inherit: nobody expects None to switch anything off.'
    expect(await server.call('POST', address, { content })).toMatchObject({ status: 201 })
    await sample.asked(QUESTION)
    const own = (await sample.said(session)).filter(({ from }) => from === 'human')
    expect(own.map((message) => message.content)).toEqual([
      expect.stringMatching(/^What should/),
      content,
    ])
  },
  WHOLE_STORY_MS,
)

test.skipIf(!isLong)(
  'DM23 a sample crew is deleted with its folder, and three are the most',
  async () => {
    await using server = await TestServer.start({ samples: true })
    const samples = [
      await Sample.start(server),
      await Sample.start(server),
      await Sample.start(server),
    ]
    const [first] = samples
    if (!first) throw new Error('no sample')
    expect(first.folders).toHaveLength(3)
    const fourth = await server.call('POST', '/api/sample', {})
    expect(fourth).toMatchObject({ status: 422, body: { error: { code: 'limit_reached' } } })
    expect(fourth.body['error'].message).toContain('Delete one of them first')
    for (const { leadId } of samples) {
      await server.call('DELETE', `/api/lead/${leadId}`, { confirm: 'atlas-refactor' })
    }
    await eventually('its folders are gone', () => first.folders.length === 0)
  },
)

test('DM20 POST /api/sample creates the demo’s crew for the owner: its programs, whose first turn begins the story', async () => {
  await using server = await TestServer.start({ samples: true })
  const sample = await Sample.start(server)
  await eventually(
    'the lead has given its first task',
    () => Object.keys(sample.state.tasks).length > 1,
  )
  const { agents, lead } = sample.state
  expect(lead.name).toBe('atlas-refactor')
  const drivers = Object.values(agents).map(({ driver }) => driver)
  // Programs of this installation, not models.
  for (const driver of drivers) expect(['acp', 'pipe']).toContain(driver.kind)
  expect(JSON.stringify(drivers)).toContain('demo')
})

test('DM23 the folder goes although a program still writes in it', async () => {
  await using server = await TestServer.start({ samples: true })
  const sample = await Sample.start(server, 10)
  const folder = path.join(server.data.folder, 'samples')
  const [name = ''] = readdirSync(folder)
  // Each time another file, so that the folder is not empty when it is to be removed.
  const program = `
    const fs = require('node:fs')
    const end = Date.now() + 700
    for (let i = 0; Date.now() < end; i += 1) {
      try { fs.writeFileSync(${JSON.stringify(path.join(folder, name))} + '/late-' + i, '') } catch {}
      if (i === 0) console.log('writes')
    }`
  const late = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(late, 'exit')
  await once(late.stdout, 'data')
  await server.call('DELETE', `/api/lead/${sample.leadId}`, { confirm: 'atlas-refactor' })
  await ended
  await eventually('the folder is gone', () => readdirSync(folder).length === 0)
})

test('DM24 only the owner starts one, at a pace that there is, where its programs are', async () => {
  await using server = await TestServer.start({ samples: true })
  const observed = await server.call('POST', '/api/sample', {}, { token: server.observer })
  expect(observed).toMatchObject({ status: 403 })
  expect(await server.call('POST', '/api/sample', { pace: -1 })).toMatchObject({ status: 422 })
  await using other = await TestServer.start()
  // What it takes may be left out.
  expect(await other.call('POST', '/api/sample')).toMatchObject({ status: 404 })
  expect(await other.call('POST', '/api/sample', {})).toMatchObject({
    status: 404,
    body: { error: { code: 'not_found' } },
  })
})

test('DM21 what the person says is told from what agents say, in a group and alone', () => {
  expect(
    personSaid([
      '[Message from Human (human)]: Yes: [do it]',
      '[Group "config-team" — Human (human)]: no',
      '#4 [Group "config-team" — Human (human)]: later',
      '[Group "config-team" — Developer (ba5084cf)]: [Message from Human (human)]: yes',
      '[Task from Human (human)]: Make loading the config fast',
    ]),
  ).toEqual(['Yes: [do it]', 'no', 'later'])
})
