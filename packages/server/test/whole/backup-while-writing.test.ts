import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { crewroom } from '../harness/crewroom'
import { often } from '../harness/long'
import { Random } from '../harness/random'
import { eventually, Speaker } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

const SEED = Number(process.env['CREWROOM_SEED'] ?? 20_260_103)
const ENVIRONMENT = {
  CREWROOM_AGENT_MESSAGES_PER_MINUTE: '1000000',
  CREWROOM_AGENT_MESSAGE_BURST: '1000000',
}
const AGENTS = ['lead', 'ada', 'ben'] as const
const ROUNDS = often(1, 10)

interface Stored {
  readonly n: number
  readonly content: string
}

/** All messages of the group, in pages. */
async function messagesOf(server: TestServer, leadId: string): Promise<Stored[]> {
  const all: Stored[] = []
  for (let after = 0; ;) {
    const address = `/api/lead/${leadId}/groups/room/messages?limit=200&after=${after}`
    const { body } = await server.call('GET', address)
    const page = body['messages'] as (Stored & { seq: number })[]
    all.push(...page)
    after = page.at(-1)?.seq ?? after
    if (!body['hasMore']) return all
  }
}

test(
  'BK2, BK7 agents write without a pause while a backup is made, and the server is killed: everything acknowledged before it is restored, and nothing is half',
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      using folder = tempFolder()
      const data = path.join(folder.path, 'data')
      mkdirSync(data)
      const file = path.join(folder.path, 'of-it.backup')
      const elsewhere = path.join(folder.path, 'restored')
      await using server = await ChildServer.start({ data, port: 0, environment: ENVIRONMENT })
      const owner = ownerToken(data)
      const made = async (route: string, body: object) => {
        const reply = await request(`${server.url}${route}`, owner, 'POST', body)
        expect(reply).toMatchObject({ status: 201 })
        return reply?.body ?? {}
      }
      const { lead, token } = await made('/api/lead', { name: 'atlas' })
      const leadId = lead.id as string
      let busy = true
      const speakers: Speaker[] = []
      const memberIds: string[] = []
      for (const name of AGENTS) {
        const agent =
          name === 'lead'
            ? { agent: lead, token }
            : await made(`/api/lead/${leadId}/agents`, { name, role: 'developer' })
        memberIds.push(agent['agent'].id as string)
        const address = `${server.url}/api/agents/${agent['agent'].id}/output`
        const chance = new Random(SEED + round * 10 + speakers.length)
        speakers.push(
          new Speaker(name, 'room', chance, (body) =>
            busy
              ? request(address, agent['token'] as string, 'POST', body)
              : Promise.reject(new Error('the server was killed')),
          ),
        )
      }
      await made(`/api/lead/${leadId}/groups`, { name: 'room', memberIds })

      const work = Promise.allSettled(
        speakers.map(async (speaker) => {
          while (busy) await speaker.say()
        }),
      )
      const count = () => speakers.reduce((sum, { confirmed }) => sum + confirmed, 0)
      await eventually('they have written', () => count() >= 60)
      const before = speakers.map(({ name, said, confirmed }) => ({
        name,
        said: said.slice(0, confirmed).map(({ content }) => content),
      }))
      const whenBegun = count()
      const backup = await crewroom(['backup', file, '--data', data, '--json'])
      expect([backup.code, backup.errors]).toEqual([0, ''])
      // The server took work all the while, and after it.
      const whenMade = count()
      expect(whenMade).toBeGreaterThan(whenBegun)
      await eventually('they go on', () => count() > whenMade)
      await server.end('SIGKILL')
      // They give up: nobody answers any more.
      busy = false
      await work

      const restored = await crewroom(['restore', file, '--data', elsewhere])
      expect([restored.code, restored.errors]).toEqual([0, ''])
      // Each request and its end hold the state law: memory, tables and snapshots say the same.
      await using again = await TestServer.start({ data: elsewhere })
      const stored = await messagesOf(again, leadId)
      const { counts } = JSON.parse(backup.out) as { counts: { messages: number } }
      expect(stored).toHaveLength(counts.messages)
      expect(stored.map(({ n }) => n)).toEqual(stored.map((_, index) => index + 1))
      for (const { name, said } of before) {
        const contents = stored.map(({ content }) => content).filter((one) => one.startsWith(`${name} says`)) // prettier-ignore
        expect(contents.slice(0, said.length)).toEqual(said)
        const all = speakers.find((speaker) => speaker.name === name)?.said ?? []
        expect(contents).toEqual(all.slice(0, contents.length).map(({ content }) => content))
      }
      // And it works on from there.
      const post = `/api/lead/${leadId}/groups/room/messages`
      expect((await again.call('POST', post, { content: 'here again' })).status).toBe(201)
      process.stdout.write(
        `backup: ${whenBegun} messages when it began, ${counts.messages} in it, ${whenMade} when it ended\n`,
      )
    }
  },
  60_000 * ROUNDS,
)
