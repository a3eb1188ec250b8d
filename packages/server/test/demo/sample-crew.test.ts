import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
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

/** A sample crew on a server, as a person meets it. */
class Sample {
  readonly server: TestServer
  readonly leadId: string

  private constructor(server: TestServer, leadId: string) {
    this.server = server
    this.leadId = leadId
  }

  static async start(server: TestServer): Promise<Sample> {
    const { status, body } = await server.call('POST', '/api/sample', { pace: 0 })
    expect(status).toBe(201)
    return new Sample(server, body['lead'].id as string)
  }

  get state(): CrewState {
    return this.server.app.core.shard.crew(this.leadId).state
  }

  /** Waits for the lead's question to the person. */
  asked(text: string): Promise<void> {
    return eventually(text, () =>
      Object.values(this.state.needs).some(
        (need) => need.kind === 'question' && need.text.includes(text),
      ),
    )
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
)

test('DM22, SN41 a sample crew that restarts cut off goes on to its end, and its person says nothing twice', async () => {
  await using server = await TestServer.start({ samples: true })
  const sample = await Sample.start(server)
  await eventually('the story has begun', () => sample.state.groups['docs-team'] !== undefined)
  await server.restart({}, { samples: true })
  const session = () => Object.values(sample.state.sessions)[0]
  await eventually('somebody has answered', () => (session()?.messageCount ?? 0) > 1)
  await server.restart({}, { samples: true })
  await sample.asked(QUESTION)
  const { body } = await server.call(
    'GET',
    `/api/lead/${sample.leadId}/groups/timeline-team/sessions/${session()?.id}/messages`,
  )
  const messages = body['messages'] as { from: string; round: { n: number; as: string } }[]
  const said = messages.flatMap(({ from, round }) => (from === 'human' ? [round] : []))
  expect(said).toMatchObject([
    { n: 1, as: 'start' },
    { n: 2, as: 'start' },
  ])
  expect(Object.keys(sample.state.groups).toSorted()).toEqual([
    'config-team',
    'docs-team',
    'review-team',
    'timeline-team',
  ])
})

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

test('DM24 only the owner starts one, at a pace that there is, where its programs are', async () => {
  await using server = await TestServer.start({ samples: true })
  const observed = await server.call('POST', '/api/sample', {}, { token: server.observer })
  expect(observed).toMatchObject({ status: 403 })
  expect(await server.call('POST', '/api/sample', { pace: -1 })).toMatchObject({ status: 422 })
  await using other = await TestServer.start()
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
