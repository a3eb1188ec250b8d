import WebSocket from 'ws'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectObserver, type ObserverOptions } from '@crewroom/shared/client/connect-observer'
import type { SocketClass } from '@crewroom/shared/client/open-socket'
import { systemTiming } from '@crewroom/shared/client/timing'
import { CuttingProxy } from '../harness/cutting-proxy'
import { TestServer } from '../harness/test-server'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server[Symbol.asyncDispose]())

const observe = (options: Partial<ObserverOptions>) => {
  const observer = connectObserver({
    url: server.app.url,
    token: server.owner,
    WebSocket: WebSocket as unknown as SocketClass,
    timing: { ...systemTiming, after: (ms, run) => systemTiming.after(Math.min(ms, 50), run) },
    ...options,
  })
  return Object.assign(observer, { [Symbol.dispose]: () => observer.close() })
}

async function crewWithGroup() {
  const { leadId, ids } = await server.crew('atlas', { dev: 'developer' })
  await server.call('POST', `/api/lead/${leadId}/groups`, { name: 'plan', memberIds: [ids['dev']] })
  const write = (content: string) =>
    server.call('POST', `/api/lead/${leadId}/groups/plan/messages`, { content })
  return { leadId, write }
}

test('LB32 an observer begins now, hears each event once through lost connections, and goes on where an earlier one was', async () => {
  const { leadId, write } = await crewWithGroup()
  await using proxy = await CuttingProxy.start(server.app.url)
  await write('before')
  const heard: string[] = []
  const onEvent: ObserverOptions['onEvent'] = (event) => {
    if (event.type === 'group:message' && event.leadId === leadId) heard.push(event.message.content)
  }
  const states: string[] = []
  const onState: ObserverOptions['onState'] = ({ phase }) => states.push(phase)
  const lives = () => states.filter((phase) => phase === 'live').length
  using first = observe({ url: proxy.url, onEvent, onState })
  await expect.poll(lives).toBe(1)
  await write('one')
  await expect.poll(() => heard).toEqual(['one'])
  proxy.breakAll()
  await write('two')
  await expect.poll(() => heard).toEqual(['one', 'two'])
  const { place } = first
  first.close()
  expect(await first.ended).toEqual({ reason: 'closed', error: null })
  await write('three')
  using second = observe({ from: place, onEvent })
  await expect.poll(() => heard).toEqual(['one', 'two', 'three'])
  expect(second.state(leadId)).toBeNull()
})

test('LB33 where events cannot be had any more an observer is handed a snapshot, and no event that is in it', async () => {
  const { leadId, write } = await crewWithGroup()
  await write('one')
  const happened: (string | number)[] = []
  const options: Partial<ObserverOptions> = {
    leads: [leadId],
    onEvent: (event) => happened.push(event.seq),
    onSnapshot: (_, { seq, state }) => {
      happened.push(`snapshot with ${Object.keys(state.groups).length} group`)
      expect(seq).toBeGreaterThan(0)
    },
  }
  using observer = observe({ ...options, from: { since: { [leadId]: 1 }, epoch: 'another' } })
  await expect.poll(() => happened).toContain('snapshot with 1 group')
  const { body } = await write('two')
  await expect.poll(() => happened.at(-1)).toBe(body['message'].seq)
  expect(happened.filter((one) => typeof one === 'number')).toEqual([body['message'].seq])
  expect(observer.place.since[leadId]).toBeGreaterThanOrEqual(body['message'].seq)
})

test('LB34 an observer that keeps the state has what a fresh snapshot has, and is told when its token opens nothing', async () => {
  const { leadId, write } = await crewWithGroup()
  using observer = observe({ state: true })
  await expect.poll(() => observer.state(leadId)).not.toBeNull()
  await write('one')
  await server.call('PATCH', `/api/lead/${leadId}/groups/plan`, { purpose: 'to plan' })
  const fresh = (await server.call('GET', `/api/lead/${leadId}/snapshot`)).body['state']
  await expect
    .poll(() => ({ ...JSON.parse(JSON.stringify(observer.state(leadId))), seq: fresh.seq }))
    .toEqual(fresh)
  const wrong = await observe({ token: 'nobody' }).ended
  expect(wrong).toMatchObject({ reason: 'unauthorized', error: { code: 'unauthorized' } })
})
