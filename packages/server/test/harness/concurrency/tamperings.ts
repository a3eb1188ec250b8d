import type { Found } from './checker/check-run'
import type { Stored } from './checker/stored'
import type { DashboardLog, RunLog, SeenEvent } from './run-log'

type Mutable<T> = T extends readonly (infer U)[]
  ? Mutable<U>[]
  : T extends object
    ? { -readonly [K in keyof T]: Mutable<T[K]> }
    : T
type Log = Mutable<RunLog>
type Tables = Mutable<Stored>

/** What a bug would leave in logs or tables of a run that was without one, and who must say so. */
export const TAMPERINGS: Readonly<
  Record<string, readonly [keyof Found, (log: Log, stored: Tables) => void]>
> = {
  'a message that was acknowledged and lost': [
    'senders',
    (_, { messages }) => messages.splice(messages.length >> 1, 1),
  ],
  'a message that is stored twice': [
    'senders',
    (_, { messages }) => messages.push({ ...last(messages), id: 'again' }),
  ],
  'a message in another group': [
    'senders',
    ({ groups }, { messages }) => {
      const message = last(messages)
      message.group = last(groups.filter(({ name }) => name !== message.group)).name
    },
  ],
  'a message of another crew that is lost': ['senders', (_, { elsewhere }) => elsewhere.pop()],
  'a direct message that nobody wrote': [
    'senders',
    (_, { directs }) => directs.push({ ...last(directs), content: 'boo' }),
  ],
  'two messages of a sender in the wrong order': [
    'senders',
    ({ agents }, { messages }) => {
      const own = messages.filter(({ from }) => from === agents[1]?.id)
      swap(own[0], own[1], 'content')
    },
  ],
  'an id of a sender with another message': [
    'senders',
    (_, { messages }) => {
      const posted = messages.filter(({ clientId }) => clientId !== null)
      swap(posted[0], last(posted), 'clientId')
    },
  ],
  'a reaction that was toggled twice': ['senders', (_, { reactions }) => reactions.pop()],
  'a command that was refused': ['senders', ({ agents }) => agents[0]?.refusals.push('no')],
  'an event that was not sent': ['dashboards', ({ dashboards }) => anEvent(dashboards[0]).remove()],
  'an event that was sent twice': [
    'dashboards',
    ({ dashboards }) => anEvent(dashboards[1]).insert((event) => event),
  ],
  'events in the wrong order': [
    'dashboards',
    ({ dashboards }) => {
      const { frames, at } = anEvent(dashboards[0])
      frames.reverse()
      if (frames.length < 2) throw new Error(`only one event, at ${at}`)
    },
  ],
  'an event that its viewer may not see': [
    'dashboards',
    (log, { facts }) => {
      const { viewer, connections } = last(log.dashboards.filter((one) => one.viewer !== null))
      const hidden = log.groups.filter(({ members }) => !members.includes(viewer ?? ''))
      const isHidden = hidden.map(({ name }) => name)
      // At its place: nothing but that it is there is wrong with it.
      for (const { frames } of connections) {
        const next = frames.findIndex((frame) => 'seq' in frame && frame.seq > 0)
        const { seq } = (frames[next] ?? { seq: 0 }) as SeenEvent
        const fact = facts.findLast((one) => one.seq < seq && isHidden.includes(one.group ?? ''))
        if (fact) return frames.splice(next, 0, { ...fact, body: 'x' })
      }
      throw new Error('the run had nothing that is hidden from an agent')
    },
  ],
  'an event of another crew': [
    'dashboards',
    ({ dashboards }) => {
      const all = dashboards.flatMap(({ connections }) => connections)
      last(all.filter(({ everything }) => !everything)).frames.push({ elsewhere: 'x' })
    },
  ],
  'an event that was told otherwise': [
    'dashboards',
    ({ dashboards }) => (anEvent(dashboards[1]).event.body = '{}'),
  ],
  'an event with another text than is stored': [
    'dashboards',
    ({ dashboards }) => {
      const { message } = anEvent(dashboards[0], 'group:message').event
      if (message) message.content = 'something else'
    },
  ],
  'a reaction that is told as another': [
    'dashboards',
    ({ dashboards }) => {
      const { reaction } = anEvent(dashboards[0], 'group:reaction').event
      if (reaction) reaction.action = reaction.action === 'add' ? 'remove' : 'add'
    },
  ],
  'a place that the server is ahead of': [
    'dashboards',
    ({ dashboards }) => {
      const { frames, at, event } = anEvent(dashboards[0])
      frames.splice(at, 0, { pong: event.seq })
    },
  ],
  'a gap': ['dashboards', ({ dashboards }) => anEvent(dashboards[0]).frames.push({ gap: true })],
  'another place in hello': [
    'dashboards',
    ({ dashboards }) => {
      const { hello } = last(dashboards[0]?.connections.filter((one) => one.hello) ?? [])
      if (hello) hello.at++
    },
  ],
  'a message that an agent never got': [
    'inboxes',
    ({ agents }) => {
      const [agent] = agents
      const lost = agent?.handed.find(({ kind }) => kind === 'group')?.id
      if (agent) agent.handed = agent.handed.filter(({ id }) => id !== lost)
    },
  ],
  'a command that was answered otherwise': [
    'inboxes',
    ({ agents }) => {
      const [agent] = agents
      last(agent?.handed.filter(({ kind }) => kind === 'reply') ?? []).text = '[System] no'
    },
  ],
  'an answer that an agent never got': [
    'inboxes',
    ({ agents }) => {
      const [agent] = agents
      const lost = agent?.handed.find(({ kind }) => kind === 'reply')?.id
      if (agent) agent.handed = agent.handed.filter(({ id }) => id !== lost)
    },
  ],
  'a message of a group that an agent is not in': [
    'inboxes',
    ({ agents }) => agents[0]?.handed.push({ ...last(agents[0].handed), ...STRANGE }),
  ],
  'a repeat that is not announced': [
    'inboxes',
    ({ agents }) => {
      const [agent] = agents
      if (agent) agent.handed = [...agent.handed, ...agent.handed.map(asNew)]
    },
  ],
  'what was acknowledged, handed over again': [
    'inboxes',
    ({ agents }) => {
      const { handed = [], acks = [] } = agents[0] ?? {}
      const confirmed = acks.find(({ confirmedAt, items }) => confirmedAt && items.length > 0)
      const item = handed.find(({ id }) => id === confirmed?.items[0])
      if (item) handed.push({ ...item, repeat: true, at: Infinity })
    },
  ],
  'what was handed over and never acknowledged': [
    'inboxes',
    ({ agents }) => {
      const [agent] = agents
      const id = agent?.handed[0]?.id
      for (const ack of agent?.acks ?? []) ack.items = ack.items.filter((item) => item !== id)
    },
  ],
  'messages that were handed over in the wrong order': [
    'inboxes',
    ({ agents }) => agents[0]?.handed.reverse(),
  ],
  'a receipt that goes back': [
    'marks',
    ({ people }) => {
      const receipts = people.flatMap((person) => person.receipts)
      const got = last(receipts.filter(({ states }) => Object.values(states).includes('seen')))
      const states = Object.keys(got.states).map((id) => [id, 'waiting'] as const)
      people[0]?.receipts.push({ ...got, sentAt: Infinity, states: Object.fromEntries(states) })
    },
  ],
  'a receipt of who read all that says that it did not': [
    'marks',
    ({ end, agents }) => end.receipts.push({ ...last(end.receipts), states: sent(agents[0]?.id) }),
  ],
  'a read mark that goes back': [
    'marks',
    ({ people }) => {
      const { marks } = last(people.filter((person) => person.marks.length > 0))
      marks.push({ ...last(marks), asked: 0, lastSeq: 0 })
    },
  ],
  'a read mark that nobody was told of': ['marks', (_, { marks }) => (last(marks).seq += 1)],
  'a page with a hole': [
    'marks',
    ({ people }) => {
      const pages = people.flatMap((person) => person.pages)
      last(pages.filter(({ ids }) => ids.length > 2)).ids.splice(1, 1)
    },
  ],
  'a count that is wrong': ['marks', ({ end }) => last(end.groups).messageCount++],
  'an unread number that is wrong': ['marks', ({ end }) => last(end.groups).unread++],
  'something that is still owed': [
    'marks',
    ({ end }) => Object.values(end.owed).forEach((owed) => owed.unconfirmed++),
  ],
  'a fact that is missing': ['file', (_, { facts }) => facts.splice(facts.length >> 1, 1)],
  'an ordinal that is missing': ['file', (_, { messages }) => last(messages).n++],
  'a message without a fact': ['file', (_, { messages }) => last(messages).seq++],
  'a position behind the journal': ['file', (_, stored) => stored.position--],
}

const STRANGE = { id: 'x', kind: 'group', messageId: 'x', n: 1, groupName: 'elsewhere', text: 'x' }

const asNew = <T extends { repeat: boolean }>(item: T): T => ({ ...item, repeat: false })

const sent = (agentId = '') => ({ [agentId]: 'sent' })

function last<T>(list: readonly T[]): T {
  const found = list.at(-1)
  if (found === undefined) throw new Error('the run had nothing of the kind')
  return found
}

function swap<T, K extends keyof T>(one: T | undefined, other: T | undefined, key: K): void {
  if (!one || !other || one === other) throw new Error('the run had too few of the kind')
  const value = one[key]
  one[key] = other[key]
  other[key] = value
}

/** An event in the middle of a connection with several. */
function anEvent(dashboard: Mutable<DashboardLog> | undefined, type?: string) {
  for (const { frames } of dashboard?.connections ?? []) {
    const at = frames.findIndex(
      (frame, nth) => nth > 0 && 'seq' in frame && (type === undefined || frame.type === type),
    )
    if (at < 0) continue
    const event = frames[at] as Mutable<SeenEvent>
    return {
      frames,
      at,
      event,
      remove: () => frames.splice(at, 1),
      insert: (change: (event: Mutable<SeenEvent>) => Mutable<SeenEvent>) =>
        frames.splice(at, 0, change(event)),
    }
  }
  throw new Error(`no dashboard saw ${type ?? 'an event'} among others`)
}
