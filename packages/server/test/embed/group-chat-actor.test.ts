import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import {
  type Chat,
  type ChatContext,
  ChatGroupRegistry,
  type CrewError,
  type ConversationMessage,
  GroupChatActor,
  type GroupChatUpdate,
} from '../../src/embed'
import { tempFolder } from '../harness/temp-folder'

/** Answers in their order; the last one again and again. */
function says(...answers: readonly string[]): Chat {
  let turn = 0
  return () => answers[Math.min(turn++, answers.length - 1)] ?? ''
}

const said = (history: readonly ConversationMessage[]) =>
  history.map(({ role, name, content }) => `${name ?? role}: ${content}`)

async function all(updates: AsyncIterable<GroupChatUpdate>): Promise<GroupChatUpdate[]> {
  const seen: GroupChatUpdate[] = []
  for await (const update of updates) seen.push(update)
  return seen
}

// The document's example, as it is there.
const team = [
  {
    name: 'architect',
    role: 'Designs system architecture and tech stack',
    actor: 'technical-architect-actor',
  },
  {
    name: 'developer',
    role: 'Implements code and features',
    actor: 'developer-actor',
  },
  {
    name: 'tester',
    role: 'Tests and finds bugs',
    actor: 'qa-tester-actor',
  },
  {
    name: 'reviewer',
    role: 'Reviews code quality and best practices',
    actor: 'code-reviewer-actor',
  },
]

test('RU50 the team of four holds the conversation of the document, and the result has its shape', async () => {
  const groupChatActor = new GroupChatActor()
  const result = await groupChatActor.execute(
    {
      participants: team.map((t) => t.name),
      roles: team,
      initialMessage: 'Build a REST API for a blog platform with auth',
      maxRounds: 20,
      terminationCondition: 'code is implemented, tested, and approved',
      policy: {
        kind: 'selection',
        coordinator: says(
          'NEXT: architect',
          'developer',
          'NEXT: tester',
          'NEXT: developer',
          'NEXT: reviewer',
          'TERMINATE',
        ),
      },
    },
    {
      actors: {
        'technical-architect-actor': says('I recommend Express + PostgreSQL...'),
        'developer-actor': says('Implemented auth endpoints...', 'Fixed! All tests passing...'),
        'qa-tester-actor': says('Found bug in token refresh...'),
        'code-reviewer-actor': says('Code looks good. Approved!'),
      },
    },
  )
  expect(said(result.history)).toEqual([
    'user: Build a REST API for a blog platform with auth',
    'architect: I recommend Express + PostgreSQL...',
    'developer: Implemented auth endpoints...',
    'tester: Found bug in token refresh...',
    'developer: Fixed! All tests passing...',
    'reviewer: Code looks good. Approved!',
  ])
  expect(result).toMatchObject({
    conversationId: expect.any(String),
    rounds: 5,
    finalState: 'complete',
    stopReason: 'terminated',
    summary: 'Code looks good. Approved!',
  })
  const [first, second] = result.history
  expect(first?.timestamp).toBeInstanceOf(Date)
  expect(second).toMatchObject({ role: 'agent', metadata: { duration: expect.any(Number) } })
  expect(groupChatActor.unfinished()).toEqual([])
})

test('RU50 actors as objects, by discovery and by an AI that completes prompts: the usage of the document', async () => {
  const prompts: string[] = []
  const decisions = ['researcher', 'analyst', 'writer', 'TERMINATE']
  const groupChat = new GroupChatActor()
  const context = {
    ai: {
      complete: (prompt: string) => {
        prompts.push(prompt)
        return Promise.resolve(decisions.shift() ?? 'TERMINATE')
      },
    },
    discovery: {
      resolveActor: (name: string) => ({
        execute: ({
          conversationHistory,
          participants,
        }: {
          conversationHistory: ConversationMessage[]
          participants: string[]
        }) => `${name} of ${participants.length}, after ${conversationHistory.length}`,
      }),
    },
  }
  const result = await groupChat.execute(
    {
      participants: ['researcher', 'analyst', 'writer'],
      initialMessage: 'Research AI trends and write a report',
      maxRounds: 15,
    },
    context,
  )
  expect(said(result.history)).toEqual([
    'user: Research AI trends and write a report',
    'researcher: researcher of 3, after 1',
    'analyst: analyst of 3, after 2',
    'writer: writer of 3, after 3',
  ])
  expect(result.finalState).toBe('complete')
  expect(prompts).toHaveLength(4)
  expect(prompts[0]).toContain('- researcher')
  expect(prompts[0]).toContain('TERMINATE')
  expect(prompts[1]).toContain('[researcher]: researcher of 3, after 1')
})

test('RU51 the stream tells start, who was selected, each message, and the end, in this order', async () => {
  const actor = new GroupChatActor()
  const updates = await all(
    actor.stream({
      participants: [
        { name: 'ana', chat: says('Call it settings.json.') },
        {
          name: 'ben',
          chat: () => ({
            content: 'Agreed.\n[DONE]',
            metadata: { model: 'gpt-4', tokens: 150, cost: 0.01 },
          }),
        },
      ],
      initialMessage: 'Which name?',
      policy: 'round-robin',
    }),
  )
  expect(updates).toMatchObject([
    { type: 'start', participants: ['ana', 'ben'] },
    { type: 'speaker-selected', speaker: 'ana', round: 1 },
    { type: 'message', speaker: 'ana', content: 'Call it settings.json.' },
    { type: 'speaker-selected', speaker: 'ben', round: 2 },
    { type: 'message', speaker: 'ben', content: 'Agreed.' },
    { type: 'complete', finalState: 'complete', rounds: 2, summary: 'Agreed.' },
  ])
  const last = updates.at(-1)
  expect(last?.type === 'complete' && last.history.at(-1)).toMatchObject({
    role: 'agent',
    name: 'ben',
    content: 'Agreed.',
    metadata: { model: 'gpt-4', tokens: 150, cost: 0.01, duration: expect.any(Number) },
  })
})

test('RU51 leaving the loop stops the conversation, and so does the signal', async () => {
  const actor = new GroupChatActor()
  let asked = 0
  const chat: Chat = () => `answer ${++asked} of many, which are all different`
  const input = { participants: [{ name: 'ana', chat }], initialMessage: 'Go on', maxRounds: 100 }
  for await (const update of actor.stream(input)) if (update.type === 'message') break
  const before = asked
  // Another one is held meanwhile, from its beginning to its end.
  await actor.execute({
    participants: [{ name: 'eve', chat: says('Hello.') }],
    initialMessage: 'Go on',
    maxRounds: 1,
  })
  expect(asked).toBe(before)
  expect(actor.unfinished()).toEqual([])

  const aborts = new AbortController()
  let wasAborted = false
  const waits: Chat = (_history, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        wasAborted = true
        reject(new Error('given up'))
      })
      queueMicrotask(() => aborts.abort())
    })
  const result = await actor.execute(
    { participants: [{ name: 'ben', chat: waits }], initialMessage: 'Wait' },
    { signal: aborts.signal },
  )
  expect(result).toMatchObject({ finalState: 'stopped', summary: null })
  expect(wasAborted).toBe(true)
  await expect(actor.execute(input, { signal: aborts.signal })).rejects.toThrow('aborted')
})

test('RU52 the person answers by a callback, with the history and a prompt', async () => {
  const actor = new GroupChatActor()
  const asked: unknown[] = []
  const result = await actor.execute(
    {
      participants: ['researcher', 'analyst', 'human', 'writer'],
      initialMessage: 'Should I invest?',
      policy: 'round-robin',
      maxRounds: 4,
    },
    {
      actors: {
        researcher: says('P/E is 65.'),
        analyst: says('High valuation.'),
        writer: (history) => `They want: ${history.at(-1)?.content}`,
      },
      onHuman: (history, prompt) => {
        asked.push([said(history), prompt])
        return Promise.resolve('Low risk, please.')
      },
    },
  )
  expect(asked).toEqual([
    [
      ['user: Should I invest?', 'researcher: P/E is 65.', 'analyst: High valuation.'],
      expect.stringMatching(/\S/),
    ],
  ])
  expect(said(result.history).slice(3)).toEqual([
    'user: Low risk, please.',
    'writer: They want: Low risk, please.',
  ])
  expect(result).toMatchObject({ rounds: 4, finalState: 'max-rounds' })
})

test('RU52 without a callback it waits, says that the person is needed, and takes the answer', async () => {
  const actor = new GroupChatActor()
  const needed: unknown[] = []
  actor.on('chat:human-needed', ({ conversationId, prompt }) =>
    needed.push([conversationId, prompt]),
  )
  const types: string[] = []
  for await (const update of actor.stream({
    participants: [{ name: 'ana', chat: says('Which colour?', 'Then blue it is.') }, 'human'],
    initialMessage: 'Paint it',
    policy: 'round-robin',
    maxRounds: 3,
  })) {
    types.push(update.type)
    if (update.type !== 'human-needed') continue
    expect(said(update.history)).toEqual(['user: Paint it', 'ana: Which colour?'])
    expect(needed).toEqual([[update.conversationId, update.prompt]])
    expect(() => actor.answer('another', 'Red')).toThrow(
      expect.objectContaining({ code: 'no_turn' }),
    )
    actor.answer(update.conversationId, 'Blue')
  }
  expect(types).toEqual([
    'start',
    'speaker-selected',
    'message',
    'speaker-selected',
    'human-needed',
    'message',
    'speaker-selected',
    'message',
    'complete',
  ])
})

test('RU52 the person chooses who speaks, and passes with a blank answer', async () => {
  const actor = new GroupChatActor()
  const choices = ['ben', 'nobody of them', 'TERMINATE']
  const errors: unknown[] = []
  actor.on('chat:error', ({ name, error }) => errors.push([name, (error as CrewError).code]))
  const result = await actor.execute(
    {
      participants: [
        { name: 'ana', chat: says('I am Ana.') },
        { name: 'ben', chat: says('I am Ben.') },
      ],
      initialMessage: 'Introduce yourselves',
      policy: { kind: 'selection', coordinator: 'human' },
    },
    { onHuman: () => Promise.resolve(choices.shift() ?? '') },
  )
  // A name that nobody has passes the choice over: the next in order speaks.
  expect(said(result.history)).toEqual([
    'user: Introduce yourselves',
    'ben: I am Ben.',
    'ana: I am Ana.',
  ])
  expect(errors).toEqual([['human', 'agent_not_found']])
  expect(result).toMatchObject({ finalState: 'complete', stopReason: 'terminated' })
})

test('RU53 a participant holds a conversation within its answer, and has its summary', async () => {
  const actor = new GroupChatActor()
  const depths: string[] = []
  const architect: Chat = async (history, context) => {
    depths.push(`${context.conversationId === history[0]?.id}`)
    if (history.length > 1) return 'TypeScript?'
    const nestedResult = await context.groupChat.start({
      participants: ['architect-aide', 'developer'],
      message: 'Discuss tech stack privately',
      maxRounds: 5,
    })
    expect(said(nestedResult.history)).toEqual([
      'architect: Discuss tech stack privately',
      'architect-aide: Should we use React or Vue?',
      'developer: React - better ecosystem',
    ])
    await expect(
      context.groupChat.start({ participants: ['developer'], message: 'Again' }),
    ).rejects.toThrow(expect.objectContaining({ code: 'run_active' }))
    return `After consulting with Developer, we decided: ${nestedResult.summary}`
  }
  const updates = await all(
    actor.stream(
      {
        participants: ['architect', 'manager'],
        initialMessage: 'Build a web app',
        policy: 'round-robin',
        maxRounds: 2,
      },
      {
        actors: {
          architect,
          'architect-aide': says('Should we use React or Vue?'),
          developer: says('React - better ecosystem\n[DONE]'),
          manager: says('Great! How long will it take?'),
        },
      },
    ),
  )
  expect(
    updates.flatMap((one) => (one.type === 'message' ? `${one.speaker}: ${one.content}` : [])),
  ).toEqual([
    'architect: After consulting with Developer, we decided: React - better ecosystem',
    'manager: Great! How long will it take?',
  ])
  expect(updates.at(-1)).toMatchObject({ type: 'complete', finalState: 'max-rounds', rounds: 2 })
})

test('RU53 whoever holds one may be asked in it, three are within each other at most, and the end of the outer one ends them', async () => {
  const actor = new GroupChatActor()
  const refused: string[] = []
  const deep: Chat = async (_history, { groupChat }) => {
    try {
      const { summary } = await groupChat.start({ participants: ['deep'], message: 'Deeper' })
      return `${summary}!`
    } catch (error) {
      refused.push((error as CrewError).code)
      return 'bottom'
    }
  }
  const result = await actor.execute({
    participants: [{ name: 'deep', chat: deep }],
    initialMessage: 'Go',
    maxRounds: 1,
  })
  expect(refused).toEqual(['too_deep'])
  expect(said(result.history)).toEqual(['user: Go', 'deep: bottom!!!'])

  const aborts = new AbortController()
  const ends: unknown[] = []
  const outer: Chat = async (_history, { groupChat }) => {
    await groupChat
      .start({ participants: ['inner'], message: 'Wait' })
      .catch((error: unknown) => ends.push((error as CrewError).code))
    return 'too late'
  }
  const inner: Chat = () => {
    queueMicrotask(() => aborts.abort())
    return new Promise<string>(() => {})
  }
  const stopped = await actor.execute(
    { participants: ['outer'], initialMessage: 'Go' },
    { actors: { outer, inner }, signal: aborts.signal },
  )
  expect(said(stopped.history)).toEqual(['user: Go'])
  await Promise.resolve()
  expect(ends).toEqual(['round_over'])
  expect(actor.unfinished()).toEqual([])
})

test('RU54 without a coordinator roles and expertise choose, and mentions before them', async () => {
  const roles = [
    {
      name: 'data-researcher',
      actorType: 'research-actor',
      role: 'researcher',
      description: 'Gathers data and facts from sources',
      expertise: ['data-collection', 'fact-checking'],
    },
    {
      name: 'financial-analyst',
      actorType: 'analysis-actor',
      role: 'analyst',
      description: 'Analyzes financial data and trends',
      expertise: ['finance', 'statistics', 'forecasting'],
    },
  ]
  const seen: ChatContext[] = []
  const updates = await all(
    new GroupChatActor().stream(
      {
        participants: roles.map(({ name }) => name),
        roles,
        initialMessage: 'Which statistics and forecasting do we need?',
        maxRounds: 2,
      },
      {
        actors: {
          'research-actor': says('Here they are.'),
          'analysis-actor': (_history, context) => {
            seen.push(context)
            return '@data-researcher please gather them.'
          },
        },
      },
    ),
  )
  expect(updates.filter(({ type }) => type === 'speaker-selected')).toMatchObject([
    { speaker: 'financial-analyst', reason: 'knows about: statistics, forecasting' },
    { speaker: 'data-researcher', reason: 'named in the last message' },
  ])
  expect(seen[0]).toMatchObject({
    name: 'financial-analyst',
    ask: 'answer',
    round: 1,
    participants: roles.map(({ actorType: _, ...role }) => role),
  })
})

test('RU54 parallel with an aggregator, and a manager with workers', async () => {
  const actor = new GroupChatActor()
  const parallel = await actor.execute({
    participants: [
      { name: 'ana', chat: says('Time.') },
      { name: 'ben', chat: says('Money.') },
    ],
    initialMessage: 'What are the risks?',
    policy: {
      kind: 'parallel',
      aggregator: (history) =>
        `Risks: ${history
          .slice(1)
          .map(({ content }) => content)
          .join(' ')}`,
    },
  })
  expect(parallel).toMatchObject({
    finalState: 'complete',
    rounds: 1,
    summary: 'Risks: Time. Money.',
  })
  const hierarchical = await actor.execute({
    participants: [
      { name: 'researcher', chat: says("@manager, here's the data") },
      { name: 'analyst', chat: says('@manager, my analysis') },
    ],
    initialMessage: 'I need a market report',
    policy: {
      kind: 'hierarchical',
      manager: {
        name: 'manager',
        chat: says('@researcher, gather data. @analyst, analyze it.', 'My recommendation is: buy.'),
      },
    },
  })
  expect(said(hierarchical.history)).toEqual([
    'user: I need a market report',
    'manager: @researcher, gather data. @analyst, analyze it.',
    "researcher: @manager, here's the data",
    'analyst: @manager, my analysis',
    'manager: My recommendation is: buy.',
  ])
  expect(hierarchical.summary).toBe('My recommendation is: buy.')
})

test('RU55 it ends at the most rounds, at [DONE], and when the condition holds', async () => {
  const actor = new GroupChatActor()
  const chat: Chat = (history) => `answer ${history.length}`
  const one = {
    participants: [{ name: 'ana', chat }],
    initialMessage: 'Count',
    policy: 'round-robin',
  } as const
  const input = { ...one, participants: [...one.participants] }
  expect(await actor.execute(input)).toMatchObject({ rounds: 10, finalState: 'max-rounds' })
  const until = await actor.execute({
    ...input,
    terminationCondition: (history) => history.at(-1)?.content === 'answer 3',
  })
  expect(until).toMatchObject({
    finalState: 'complete',
    stopReason: 'terminated',
    summary: 'answer 3',
  })
  expect(said(until.history)).toHaveLength(4)
  await expect(
    actor.execute({
      ...input,
      terminationCondition: () => {
        throw new Error('of the condition')
      },
    }),
  ).rejects.toThrow('of the condition')
  expect(actor.unfinished()).toEqual([])
})

test('RU56 a function that fails or takes too long has no answer, and the conversation goes on', async () => {
  const actor = new GroupChatActor()
  const errors: unknown[] = []
  actor.on('chat:error', ({ name, error }) => errors.push([name, String(error)]))
  let turn = 0
  const never: boolean[] = []
  const result = await actor.execute({
    participants: [
      {
        name: 'ana',
        chat: () => {
          if (turn++ === 0) throw new Error('no network')
          return 'Here again.'
        },
      },
      {
        name: 'ben',
        chat: (_history, { signal }) => {
          signal.addEventListener('abort', () => never.push(true))
          return new Promise<string>(() => {})
        },
      },
      { name: 'cy', chat: (() => 7) as never },
    ],
    initialMessage: 'Answer',
    policy: 'round-robin',
    maxRounds: 6,
    limits: { answerSeconds: 1 },
  })
  expect(said(result.history)).toEqual(['user: Answer', 'ana: Here again.'])
  expect(result).toMatchObject({ rounds: 6, finalState: 'max-rounds' })
  expect(never).toEqual([true, true])
  expect(errors).toEqual([
    ['ana', 'Error: no network'],
    ['cy', expect.stringContaining('TypeError')],
    ['cy', expect.stringContaining('TypeError')],
  ])
  const failing: Chat = () => Promise.reject(new Error('down'))
  const failed = await actor.execute({
    participants: [{ name: 'ana', chat: failing }],
    initialMessage: 'Answer',
  })
  expect(failed).toMatchObject({ finalState: 'error', stopReason: 'no_speakers', summary: null })
})

test('RU57 what does not fit is refused before anything is stored', async () => {
  const actor = new GroupChatActor()
  const chat = says('hello')
  const ana = { name: 'ana', chat }
  const refused: readonly (readonly [code: string, input: unknown])[] = [
    ['validation', undefined],
    ['validation', { participants: [], initialMessage: 'Go' }],
    ['validation', { participants: [ana], initialMessage: ' ' }],
    ['validation', { participants: [ana, ana], initialMessage: 'Go' }],
    ['validation', { participants: [ana], initialMessage: 'Go', maxRounds: 0 }],
    ['validation', { participants: [ana], initialMessage: 'Go', rounds: 3 }],
    ['validation', { participants: [ana], initialMessage: 'Go', policy: 'democracy' }],
    ['validation', { participants: [{ name: 'System', chat }], initialMessage: 'Go' }],
    ['agent_not_found', { participants: ['nobody'], initialMessage: 'Go' }],
    [
      'agent_not_found',
      {
        participants: [ana],
        initialMessage: 'Go',
        policy: { kind: 'hierarchical', manager: 'boss' },
      },
    ],
    ['run_not_found', { conversationId: 'none' }],
  ]
  for (const [code, input] of refused) {
    await expect(actor.execute(input as never), JSON.stringify(input)).rejects.toThrow(
      expect.objectContaining({ code }),
    )
  }
  expect(actor.unfinished()).toEqual([])
  expect(
    await actor.execute({ participants: [ana], initialMessage: 'Go', maxRounds: 1 }),
  ).toMatchObject({
    summary: 'hello',
  })
})

test('RU58 a conversation that was cut off goes on, on the same database', async () => {
  using folder = tempFolder()
  const file = `${folder.path}/chats.sqlite`
  const first = new Database(file)
  const cut = new GroupChatActor(first)
  const input = {
    participants: ['ana', 'human', 'ben'],
    initialMessage: 'Build it',
    policy: 'round-robin' as const,
    maxRounds: 3,
  }
  const gone = cut.execute(input, {
    actors: {
      ana: says('A plan.'),
      ben: () => {
        queueMicrotask(() => cut.close())
        return new Promise<string>(() => {})
      },
    },
    onHuman: () => Promise.resolve('Go on.'),
  })
  await expect(gone).rejects.toThrow('closed')
  first.close()

  const actor = new GroupChatActor(new Database(file))
  const [left] = actor.unfinished()
  expect(left).toMatchObject({ initialMessage: 'Build it', participants: ['ana', 'human', 'ben'] })
  // Another one is held meanwhile, by participants of the same names.
  const other = await actor.execute(
    { ...input, participants: ['ana', 'ben'], maxRounds: 2 },
    { actors: { ana: says('Other.'), ben: says('Yes.') } },
  )
  expect(said(other.history)).toEqual(['user: Build it', 'ana: Other.', 'ben: Yes.'])
  const conversationId = left?.conversationId ?? ''
  await expect(actor.execute({ conversationId })).rejects.toThrow(
    expect.objectContaining({ code: 'agent_not_found' }),
  )
  const result = await actor.execute(
    { conversationId },
    { actors: { ana: says('Never asked.'), ben: (history) => `Done, after ${history.length}.` } },
  )
  expect(said(result.history)).toEqual([
    'user: Build it',
    'ana: A plan.',
    'user: Go on.',
    'ben: Done, after 3.',
  ])
  expect(actor.unfinished()).toEqual([])
})

test('RU58 an answer that held a conversation within it is asked for again after a cut, and has its result', async () => {
  using folder = tempFolder()
  const file = `${folder.path}/chats.sqlite`
  const first = new Database(file)
  const cut = new GroupChatActor(first)
  const architect: Chat = async (_history, { groupChat }) => {
    const { summary } = await groupChat.start({ participants: ['developer'], message: 'Which?' })
    return `We take ${summary}`
  }
  const developer: Chat = () => {
    queueMicrotask(() => cut.close())
    return new Promise<string>(() => {})
  }
  const input = { participants: ['architect'], initialMessage: 'Build it', maxRounds: 1 }
  await expect(cut.execute(input, { actors: { architect, developer } })).rejects.toThrow('closed')
  first.close()

  const actor = new GroupChatActor(new Database(file))
  const [left] = actor.unfinished()
  const updates = await all(
    actor.stream(
      { conversationId: left?.conversationId ?? '' },
      { actors: { architect, developer: says('React.') } },
    ),
  )
  expect(updates).toMatchObject([
    { type: 'start' },
    { type: 'message', content: 'We take React.' },
    { type: 'complete', rounds: 1, summary: 'We take React.' },
  ])
})

test('RU59 conversations at the same time do not wait for each other, and a registry on the same database has them in groups', async () => {
  const registry = new ChatGroupRegistry(new Database(':memory:'))
  const actor = new GroupChatActor(registry)
  const goals = ['one', 'two', 'three']
  let underWay = 0
  let allAre = (): void => {}
  const all = new Promise<void>((resolve) => (allAre = resolve))
  const chat: Chat = async (history) => {
    // Nobody answers before everybody is asked.
    if (++underWay === goals.length) allAre()
    await all
    return `to ${history[0]?.content}`
  }
  const results = await Promise.all(
    goals.map((initialMessage) =>
      actor.execute({ participants: [{ name: 'ana', chat }], initialMessage, maxRounds: 1 }),
    ),
  )
  expect(results.map(({ summary }) => summary)).toEqual(['to one', 'to two', 'to three'])
  // Crews are used again.
  await actor.execute({
    participants: [{ name: 'ana', chat }],
    initialMessage: 'four',
    maxRounds: 1,
  })
  const groups = [1, 2, 3, 4].map((n) => registry.getGroups(`group-chat-${n}`).length)
  expect(groups).toEqual([1, 1, 1, 0])

  registry.create('lead-1', 'team', ['dora-1'])
  const own = new GroupChatActor(registry, { leadId: 'lead-1' })
  const mine = await own.execute(
    { participants: ['dora-1'], initialMessage: 'Hello', maxRounds: 1 },
    { actors: { 'dora-1': says('Hi.') } },
  )
  expect(mine.summary).toBe('Hi.')
  expect(registry.getGroupsForAgent('dora-1').map(({ name }) => name)).toEqual([
    'team',
    'group-chat',
  ])
})

test('RU59 what storage refuses ends the waiting, and the conversation can be gone on with', async () => {
  const database = new Database(':memory:')
  const actor = new GroupChatActor(database)
  const chat: Chat = () => {
    database.pragma(`max_page_count = ${String(database.pragma('page_count', { simple: true }))}`)
    return 'x'.repeat(40_000)
  }
  const input = { participants: [{ name: 'ana', chat }], initialMessage: 'Fill it', maxRounds: 50 }
  await expect(actor.execute(input)).rejects.toThrow(
    expect.objectContaining({ code: 'storage_failed' }),
  )
  database.pragma('max_page_count = 1000000')
  const [left] = actor.unfinished()
  const result = await actor.execute(
    { conversationId: left?.conversationId ?? '' },
    { actors: { ana: says('Enough.\n[DONE]') } },
  )
  expect(result).toMatchObject({ finalState: 'complete', summary: 'Enough.' })
})

test('RU57 what is refused in the middle leaves the conversations that are under way as they were', async () => {
  const actor = new GroupChatActor()
  const codes: string[] = []
  let wasRefused = (): void => {}
  const refused = new Promise<void>((resolve) => (wasRefused = resolve))
  const deep: Chat = async (history, { groupChat, name }) => {
    const next = `${name}+`
    try {
      const { summary } = await groupChat.start({
        participants: [{ name: next, chat: deep }],
        message: 'Deeper',
      })
      return `${name} has ${summary}`
    } catch (error) {
      codes.push((error as CrewError).code)
      wasRefused()
      return `${name} after ${history.length}`
    }
  }
  const slow: Chat = async (history) => {
    await refused
    return `slow ${history.length}`
  }
  const one = { participants: [{ name: 'a', chat: deep }], initialMessage: 'Go', maxRounds: 1 }
  const two = { participants: [{ name: 'slow', chat: slow }], initialMessage: 'Go', maxRounds: 3 }
  const person = { participants: ['human'], initialMessage: 'Go', maxRounds: 1 }
  const [first, second, third] = await Promise.all([
    actor.execute(one),
    actor.execute(two),
    actor.execute(person, {
      onHuman: async () => {
        await refused
        return 'Here.'
      },
    }),
  ])
  expect(codes).toEqual(['too_deep'])
  expect(first.summary).toBe('a has a+ has a++ has a+++ after 1')
  expect(second.summary).toBe('slow 3')
  expect(third.summary).toBe('Here.')
})

test('RU51 a stream that is left while it waits stops its conversation', async () => {
  const actor = new GroupChatActor()
  const updates = actor.stream({ participants: ['human'], initialMessage: 'Wait' })
  const seen: string[] = []
  for (;;) {
    const { value } = await updates.next()
    if (value) seen.push(value.type)
    if (value?.type === 'human-needed') break
  }
  const next = updates.next()
  expect(await updates.return()).toEqual({ done: true, value: undefined })
  expect((await next).value).toMatchObject({ type: 'complete', finalState: 'stopped' })
  expect(seen).toEqual(['start', 'speaker-selected', 'human-needed'])
  expect(actor.unfinished()).toEqual([])
})

test('RU63 what answers in a conversation within an answer answers nowhere else, whatever its name', async () => {
  const inner: Chat = async (_history, { groupChat }) => {
    await groupChat.start({
      participants: [{ name: 'writer', chat: says('The innermost writer.\n[DONE]') }],
      message: 'Deeper',
      maxRounds: 1,
    })
    return 'The inner developer.\n[DONE]'
  }
  const { history } = await new GroupChatActor().execute(
    {
      participants: ['architect', 'developer', 'writer'],
      initialMessage: 'Build it',
      policy: 'round-robin',
      maxRounds: 3,
    },
    {
      actors: {
        architect: async (_history: unknown, { groupChat }: ChatContext) => {
          const participants = [{ name: 'developer', chat: inner }]
          const { summary } = await groupChat.start({ participants, message: 'Ask', maxRounds: 1 })
          return `I was given: ${summary}`
        },
        developer: says('The outer developer.'),
        writer: says('The outer writer.'),
      },
    },
  )
  expect(said(history)).toEqual([
    'user: Build it',
    'architect: I was given: The inner developer.',
    'developer: The outer developer.',
    'writer: The outer writer.',
  ])
})

test('RU64 a conversation that was cut off keeps no other one waiting, in the crew of the embedder too', async () => {
  const database = new Database(':memory:')
  const options = { leadId: 'lead-1' }
  const asks = { participants: ['dev'], policy: 'round-robin' as const, maxRounds: 1 }
  const one = new GroupChatActor(database, options)
  let isAsked = () => {}
  const asked = new Promise<void>((resolve) => (isAsked = resolve))
  const never = () => {
    isAsked()
    return new Promise<string>(() => {})
  }
  const cutOff = one.execute({ ...asks, initialMessage: 'First' }, { actors: { dev: never } })
  cutOff.catch(() => {})
  await asked
  one.close()
  const two = new GroupChatActor(database, options)
  const [unfinished] = two.unfinished()
  const second = { ...asks, initialMessage: 'Second' }
  const done = await two.execute(second, { actors: { dev: says('To the second.') } })
  expect(said(done.history)).toEqual(['user: Second', 'dev: To the second.'])
  const { conversationId = '' } = unfinished ?? {}
  const first = await two.execute({ conversationId }, { actors: { dev: says('To the first.') } })
  expect(said(first.history)).toEqual(['user: First', 'dev: To the first.'])
  two.close()
})
