import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { WebSocket } from 'ws'
import { expect, test } from 'vitest'
import { type Agent, type AgentOptions, connectAgent } from '@crewroom/shared/client/connect-agent'
import { connectObserver } from '@crewroom/shared/client/connect-observer'
import type { SocketClass } from '@crewroom/shared/client/open-socket'
import { systemTiming } from '@crewroom/shared/client/timing'
import { commandLine } from '@crewroom/shared/command/grammar'
import type { Message } from '@crewroom/shared/model/message'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { openForReading } from '../../src/storage/database'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { CuttingProxy } from '../harness/cutting-proxy'
import { often } from '../harness/long'
import { Random } from '../harness/random'
import { eventually, pause } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { patience } from '../../../shared/test/patience'

const WITHIN_MS = 60_000
const QUICK: Pick<AgentOptions, 'WebSocket' | 'timing'> = {
  WebSocket: WebSocket as unknown as SocketClass,
  // Connections come back at once: a run is many of them.
  timing: { ...systemTiming, after: (ms, run) => systemTiming.after(Math.min(ms, 30), run) },
}

interface Scene {
  readonly url: () => string
  readonly token: string
  readonly leadId: string
  readonly agents: readonly { readonly name: string; readonly id: string; readonly token: string }[]
}

async function crewOf(url: string, owner: string): Promise<Omit<Scene, 'url'>> {
  const post = async (route: string, body: object) => {
    const reply = await request(`${url}/api${route}`, owner, 'POST', body)
    expect(reply?.status).toBe(201)
    return reply?.body ?? {}
  }
  const leadId = (await post('/lead', { name: 'atlas' }))['lead'].id as string
  const agents = []
  for (const name of ['ana', 'ben']) {
    const { agent, token } = await post(`/lead/${leadId}/agents`, { role: 'developer', name })
    agents.push({ name, id: agent.id as string, token: token as string })
  }
  await post(`/lead/${leadId}/groups`, { name: 'team', memberIds: agents.map(({ id }) => id) })
  return { token: owner, leadId, agents }
}

/** Answers every message of the person once, in pieces that are cut anywhere. */
function echo(
  url: string,
  { id, name, token }: Scene['agents'][number],
  random: Random,
): { readonly agent: Agent; readonly handed: string[] } {
  const handed: string[] = []
  const agent = connectAgent({
    ...QUICK,
    url,
    agentId: id,
    token,
    onItems: async (items, turn) => {
      for (const { text } of items) {
        const asked = /Human \(human\)\]: question (\d+)$/.exec(text)?.[1]
        if (asked === undefined) continue
        handed.push(asked)
        const content = `${name} answers ${asked}`
        const words = `I think.\n${commandLine('GROUP_MESSAGE', { group: 'team', content })}\n`
        const cut = random.below(words.length)
        const pieces = [turn.say(words.slice(0, cut)), turn.say(words.slice(cut))]
        if (random.chance(0.7)) await pieces[random.below(2)]
      }
    },
  })
  return { agent, handed }
}

/** Its position counts facts too that nobody is sent. */
function withoutSeq(state: unknown): unknown {
  const { seq: _, ...rest } = JSON.parse(JSON.stringify(state)) as { readonly seq: number }
  return rest
}

/** What stands in the tables, once in each line. */
function stored(data: string): string[] {
  const tables = openForReading(path.join(data, 'crewroom.sqlite'))
  try {
    return tables
      .prepare('select content from chat_group_messages order by seq')
      .pluck()
      .all() as string[]
  } finally {
    tables.close()
  }
}

test(
  'LB30, LB31 whatever breaks, each message is answered once and each event comes once',
  async () => {
    const questions = often(12, 60)
    const seed = often(7, Date.now())
    const random = new Random(seed)
    using folder = tempFolder()
    const start = (port = 0) => ChildServer.start({ data: folder.path, port })
    let server = await start()
    await using proxy = await CuttingProxy.start(server.url)
    try {
      const owner = ownerToken(folder.path)
      const { leadId, agents } = await crewOf(server.url, owner)
      proxy.cut = (bytes) => (random.chance(0.06) ? random.below(bytes + 1) : null)
      const echoes = agents.map((agent) => echo(proxy.url, agent, random))
      const events: CrewEvent[] = []
      const snapshots: number[] = []
      const observer = connectObserver({
        ...QUICK,
        url: proxy.url,
        token: owner,
        leads: [leadId],
        state: true,
        onEvent: (event) => events.push(event),
        onSnapshot: (_, { seq }) => snapshots.push(seq),
      })
      await eventually('it is followed', () => snapshots.length > 0, WITHIN_MS)

      const address = `${server.url}/api/lead/${leadId}/groups/team/messages`
      let url = address
      for (let n = 1; n <= questions; n++) {
        const body = { content: `question ${n}`, clientId: `q${n}` }
        await eventually(
          `question ${n} is posted`,
          async () => [200, 201].includes((await request(url, owner, 'POST', body))?.status ?? 0),
          WITHIN_MS,
        )
        await pause(random.below(30))
        if (n !== Math.floor(questions / 3) && n !== Math.floor((2 * questions) / 3)) continue
        proxy.target = null
        await server.end(n < questions / 2 ? 'SIGKILL' : 'SIGTERM')
        server = await start()
        proxy.target = server.url
        url = `${server.url}/api/lead/${leadId}/groups/team/messages`
      }
      const expected = agents
        .flatMap(({ name }) =>
          Array.from({ length: questions }, (_, n) => `${name} answers ${n + 1}`),
        )
        .toSorted()
      const answers = () => stored(folder.path).filter((content) => content.includes('answers'))
      await eventually(
        'all are answered',
        () => answers().length >= expected.length,
        WITHIN_MS,
      ).catch(() => undefined)
      expect(answers().toSorted(), `seed ${seed}, ${proxy.cuts} cuts`).toEqual(expected)
      for (const { handed } of echoes) {
        expect(handed, 'handed over once, in order').toEqual(
          Array.from({ length: questions }, (_, n) => `${n + 1}`),
        )
      }
      expect(proxy.cuts).toBeGreaterThan(5)

      // The observer saw each message once; what came before a snapshot is in that.
      proxy.cut = null
      const fresh = async () => {
        const reply = await request(`${server.url}/api/lead/${leadId}/snapshot`, owner, 'GET')
        return withoutSeq(reply?.body['state'])
      }
      await expect
        .poll(async () => [withoutSeq(observer.state(leadId)), await fresh()], {
          timeout: patience(WITHIN_MS),
        })
        .toSatisfy(([kept, read]) => isDeepStrictEqual(kept, read))
      const seqs = events.map((event) => event.seq)
      expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b))
      const told = events.flatMap((event) =>
        event.type === 'group:message' ? [(event as { message: Message }).message.content] : [],
      )
      if (snapshots.length === 1) expect(told.toSorted()).toEqual(stored(folder.path).toSorted())
      for (const { agent } of echoes) agent.close()
      observer.close()
    } finally {
      await server.end('SIGKILL')
    }
  },
  patience(often(120_000, 600_000)),
)
