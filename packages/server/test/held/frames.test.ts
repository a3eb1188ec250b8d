import { afterAll, beforeAll, expect, test } from 'vitest'
import { holds } from './compare'
import { type MadeCrew, makeCrew } from './crew'
import { Outside } from './outside'
import { type Frame, Wire } from './wire'

/** Where something is in a log: a program gives it back, and counts nothing with it. */
const POSITION = '<position>'
const POSITIONS = ['seq', 'asOf', 'triggerSeq', 'openedSeq', 'lastSeq', 'freshSeq', 'since', 'upTo']
const PNG = 'GIF89a\u0001\u0000\u0001\u0000;'

let server: Outside
let page: Wire
let crew: MadeCrew
/** What the answers to some requests of the script were, by what was asked. */
const answers: Record<string, unknown> = {}

const isLive = ({ type }: Frame) => String(type).startsWith('live:')
const shown = (value: unknown) =>
  server.normalised(value, {
    ...Object.fromEntries([...POSITIONS, crew.leadId].map((key) => [key, POSITION])),
    epoch: '<epoch>',
    cursor: '<cursor>',
    sha256: '<sha256>',
    // What happened in the last minutes depends on when a minute began.
    bars: '<count>',
  })

/** A request of the person whose answer is recorded. */
async function told(name: string, method: string, address: string, body?: unknown) {
  const answer = await server.ask(method, address, body)
  expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBeLessThan(400)
  answers[name] = answer
  return answer.body
}

beforeAll(async () => {
  server = await Outside.start()
  page = await Wire.open(`${server.url}/ws`)
  await page.asks(
    { type: 'hello', token: server.owner, leads: '*' },
    ({ type }) => type === 'hello',
  )
  crew = await makeCrew(server, 'atlas', {
    dora: 'developer',
    ben: 'architect',
    cleo: 'code-reviewer',
    finn: 'qa-tester',
  })
})
afterAll(async () => {
  page.end()
  await server.end()
})

/** Resolves when the page was sent everything that has happened. */
async function quiet(): Promise<void> {
  await page.asks({ type: 'ping' }, ({ type }) => type === 'pong')
}

const events = () => page.frames.filter((frame) => !isLive(frame))
const atlas = (rest: string) => `/api/lead/${crew.leadId}${rest}`

/** Holds what came on the page since the last time, in its order, without what tells the present. */
let begun = 0
async function holdsEvents(name: string): Promise<void> {
  await quiet()
  const came = events().slice(begun)
  begun = events().length
  holds(`frames/ws-${name}`, shown(came))
}

test('OA17 /ws tells how a crew is created as it told it', async () => {
  await holdsEvents('created')
})

test('OA17 /ws tells what happens in a group as it told it', async () => {
  const { ids, person } = crew
  await told('createGroup', 'POST', atlas('/groups'), {
    name: 'Config Team',
    purpose: 'One configuration.',
    memberIds: [ids['dora'], ids['ben']],
    roles: ['qa-tester'],
  })
  const group = atlas('/groups/config-team')
  const { message } = await told('postMessage', 'POST', `${group}/messages`, {
    content: '@dora please wait for the extraction.',
    clientId: 'b7f4c2d8',
  })
  await told('addReaction', 'POST', `${group}/messages/${message.id}/reactions`, { emoji: '👍' })
  await person('DELETE', `${group}/messages/${message.id}/reactions/${encodeURIComponent('👍')}`)
  await told('editMessage', 'PATCH', `${group}/messages/${message.id}`, {
    content: '@dora please wait for Ben.',
  })
  await told('listVersions', 'GET', `${group}/messages/${message.id}/versions`)
  await told('listReceipts', 'GET', `${group}/messages/${message.id}/receipts`)
  const second = await person('POST', `${group}/messages`, { content: 'Never mind.' })
  await told('deleteMessage', 'DELETE', `${group}/messages/${second.message.id}`, {})
  await crew.as('dora')('POST', `/api/agents/${ids['dora']}/output`, {
    text: '⟦⟦ GROUP_MESSAGE {"group": "config-team", "content": "I wait, @human."} ⟧⟧\n',
  })
  await told('markRead', 'PUT', `${group}/read`, { seq: message.seq })
  await told('updateGroup', 'PATCH', group, { purpose: 'One configuration for all.' })
  await told('updateMember', 'PATCH', `${group}/members/${ids['ben']}`, { wake: 'mentions' })
  await told('addMembers', 'POST', `${group}/members`, { memberIds: [ids['cleo']] })
  await person('DELETE', `${group}/members/${ids['cleo']}`)
  await told('pauseGroup', 'POST', `${group}/pause`, {})
  await person('POST', `${group}/resume`, {})
  await told('archiveGroup', 'POST', `${group}/archive`, {})
  await person('POST', `${group}/unarchive`, {})
  await told('addFile', 'POST', `/api/group-chats/${await chat()}/files/notes.txt`, 'Friday.\n')
  await told('addPicture', 'POST', `/api/group-chats/${await chat()}/pictures/dot.gif`, PNG)
  await person('DELETE', `/api/group-chats/${await chat()}/files/notes.txt`)
  await holdsEvents('group')
})

async function chat(): Promise<string> {
  const { group } = await crew.person('GET', atlas('/groups/config-team'))
  return group.id as string
}

test('OA17 /ws tells of tasks, needs and messages to one agent as it told of them', async () => {
  const { ids, person, as } = crew
  const dora = `/api/agents/${ids['dora']}`
  const ben = `/api/agents/${ids['ben']}`
  const given = await told('delegateTask', 'POST', `${ben}/tasks`, {
    task: 'Extract RoPEConfig.',
    context: 'Dora waits for it.',
  })
  const waits = { task: 'Move _configs.py.', after: [given.task.id] }
  const first = await told('delegateWaitingTask', 'POST', `${dora}/tasks`, waits)
  const second = await person('POST', `${dora}/tasks`, { ...waits, task: 'Read the new names.' })
  const third = await person('POST', `${dora}/tasks`, { ...waits, task: 'Write the notes.' })
  await told('startTask', 'POST', atlas(`/tasks/${second.task.id}/start`), {})
  await told('cancelTask', 'POST', atlas(`/tasks/${third.task.id}/cancel`), {})
  await told('reassignTask', 'POST', atlas(`/tasks/${first.task.id}/reassign`), { to: 'cleo' })
  await as('ben')('POST', `${ben}/output`, {
    text: '⟦⟦ COMPLETE_TASK {"summary": "It has a file of its own."} ⟧⟧\n',
  })
  await as('dora')('POST', `${dora}/output`, {
    text: '⟦⟦ COMPLETE_TASK {"status": "failed", "summary": "The branch is gone."} ⟧⟧\n',
  })
  await told('listTasks', 'GET', atlas('/tasks'))
  await told('writeToAgent', 'POST', `${dora}/messages`, {
    content: 'Keep the names.',
    clientId: 'c3',
  })
  await as('dora')('POST', `${dora}/output`, {
    text: '⟦⟦ AGENT_MESSAGE {"to": "human", "content": "Shall the old names stay?"} ⟧⟧\n⟦⟦ AGENT_MESSAGE {"to": "ben", "content": "Is it done?"} ⟧⟧\n',
  })
  await told('broadcast', 'POST', atlas('/broadcast'), { content: 'The review is at four.' })
  await told('interruptAgent', 'POST', `${ben}/interrupt`, { content: 'Stop: we rebase.' })
  const { needs } = await told('listNeeds', 'GET', atlas('/needs'))
  expect(needs.length).toBeGreaterThan(0)
  await told('closeNeed', 'POST', `/api/needs/${needs[0].id}`, { action: 'dismiss' })
  await holdsEvents('work')
})

test('OA17 /ws tells of sessions, rounds and discussions as it told of them', async () => {
  const { ids, person, as } = crew
  const sessions = atlas('/groups/config-team/sessions')
  const agents = [ids['dora'], ids['ben']]
  const { session } = await told('openSession', 'POST', sessions, { title: 'Old names', agents })
  const one = `${sessions}/${session.id}`
  const { message, round } = await told('postToSession', 'POST', `${one}/messages`, {
    content: 'Shall the old names stay?',
  })
  const deliveryOf = (who: string) =>
    round.responses.find(({ agentId }: Frame) => agentId === ids[who]).deliveryId as string
  await as('dora')('POST', `/api/agents/${ids['dora']}/answer`, {
    deliveryId: deliveryOf('dora'),
    content: 'Keep them for one release.',
  })
  await told('interruptAnswer', 'POST', `${one}/answers/${ids['ben']}/interrupt`, {})
  await person('POST', `${one}/messages/${message.id}/reactions`, { emoji: '🎉' })
  await person('DELETE', `${one}/messages/${message.id}/reactions/${encodeURIComponent('🎉')}`)
  await told('readSession', 'PUT', `${one}/read`, { seq: message.seq })
  await told('updateSession', 'PATCH', one, { title: 'Aliases' })
  await told('listRounds', 'GET', `${one}/rounds`)
  await told('listSessionMessages', 'GET', `${one}/messages`)
  const { run } = await told('startDiscussion', 'POST', atlas('/groups/config-team/discussions'), {
    goal: 'Agree on the name of the file.',
    participants: [ids['dora'], { id: ids['ben'], role: 'critic', expertise: ['names'] }, 'human'],
    terminationCondition: 'all agree',
    limits: { rounds: 4 },
  })
  const askedIn = async (who: string) => {
    const isAsked = ({ type, round: opened }: Frame) =>
      type === 'round:opened' &&
      opened.run !== undefined &&
      opened.responses[0].agentId === ids[who]
    return (await page.wait(isAsked))['round'].responses[0].deliveryId as string
  }
  for (const who of ['dora', 'ben']) {
    const answer = { deliveryId: await askedIn(who), content: `${who} proposes settings.yaml.` }
    await as(who)('POST', `/api/agents/${ids[who]}/answer`, answer)
  }
  await page.wait(({ type, status }) => type === 'run:stepped' && status === 'waiting_human')
  await told('skipTurn', 'POST', `/api/runs/${run.id}/skip`, {})
  await page.wait(({ round: opened }) => opened?.run !== undefined && opened.n === 4)
  await told('pauseDiscussion', 'POST', `/api/runs/${run.id}/pause`, {})
  await person('POST', `/api/runs/${run.id}/resume`, {})
  await told('stopDiscussion', 'POST', `/api/runs/${run.id}/stop`, {})
  await told('getDiscussion', 'GET', `/api/runs/${run.id}`)
  await holdsEvents('sessions')
})

test('OA17 /ws tells of agents, circles and crews as it told of them', async () => {
  const { ids, person, as, leadId } = crew
  await told('editAgent', 'PATCH', `/api/agents/${ids['finn']}/setup`, { role: 'code-reviewer' })
  await told('terminateAgent', 'POST', `/api/agents/${ids['finn']}/terminate`, { reason: 'Done.' })
  await told('resumeAgent', 'POST', `/api/agents/${ids['finn']}/resume`, {})
  await told('updateLead', 'PATCH', atlas(''), { autoGroups: false })
  await told('pauseLead', 'POST', atlas('/pause'), {})
  await person('POST', atlas('/resume'), {})
  await person('POST', '/api/pause', {})
  await page.wait(({ type, paused }) => type === 'live:server' && paused === true)
  await person('POST', '/api/resume', {})
  await page.wait(({ type, paused }) => type === 'live:server' && paused === false)
  const { admission } = await told('createAdmission', 'POST', atlas('/admissions'), {
    admitted: [ids['dora'], ids['ben']],
    conversation: { name: 'Names of the files' },
  })
  const circle = atlas(`/admissions/${admission.id}`)
  await told('admitAgent', 'POST', `${circle}/admitted`, { agentId: ids['cleo'] })
  await told('closeAdmission', 'POST', `${circle}/close`, {})
  await told('showWorkFiles', 'PUT', atlas('/work-files'), { shown: true })
  const exported = await server.raw('GET', atlas('/export?group=config-team'))
  const imported = await server.raw('POST', `/api/import?lead=${leadId}`, exported.text)
  answers['importGroup'] = { status: imported.status, body: JSON.parse(imported.text) as unknown }
  const other = await makeCrew(server, 'borealis', {})
  await quiet()
  const file = await server.raw('GET', `/api/lead/${other.leadId}/export`)
  await told('deleteCrew', 'DELETE', `/api/lead/${other.leadId}`, { confirm: 'borealis' })
  await page.wait(({ type }) => type === 'lead:deleted')
  const again = await server.raw('POST', '/api/import', file.text)
  answers['importCrew'] = { status: again.status, body: JSON.parse(again.text) as unknown }
  await page.wait(({ type }) => type === 'gap')
  const finn = `/api/agents/${ids['finn']}`
  await person('POST', `${finn}/tasks`, { task: 'Test it.' })
  await as('finn')('PATCH', finn, { status: 'completed', summary: 'Done.' })
  await as('cleo')('PATCH', `/api/agents/${ids['cleo']}`, { status: 'failed', summary: 'No.' })
  await holdsEvents('agents')
})

test('OA17 /ws answers a client as it answered it', async () => {
  const isError = ({ type }: Frame) => type === 'error'
  const dialogue: unknown[] = []
  const one = await Wire.open(`${server.url}/ws`, server.owner)
  const says = async (frame: Frame | string, fits: (answer: Frame) => boolean) =>
    dialogue.push({ sent: frame, answer: await one.asks(frame, fits) })
  await says({ type: 'hello' }, ({ type }) => type === 'hello')
  await says({ type: 'subscribe', leadId: crew.leadId }, ({ type }) => type === 'subscribed')
  await says({ type: 'ping' }, ({ type }) => type === 'pong')
  await says({ type: 'subscribe', leadId: 'nobody' }, isError)
  await says({ type: 'subscribe' }, isError)
  await says({ type: 'other' }, isError)
  await says('{', isError)
  await says({ type: 'hello' }, isError)
  one.end()
  const late = await Wire.open(`${server.url}/ws`)
  await late.asks(
    {
      type: 'hello',
      token: server.owner,
      leads: [crew.leadId],
      since: { [crew.leadId]: 1 },
      epoch: 'x',
    },
    ({ type }) => type === 'gap',
  )
  dialogue.push({ sent: 'a hello with another epoch', answers: late.frames })
  late.end()
  const agent = await Wire.open(`${server.url}/ws`, crew.tokens['dora'])
  dialogue.push({
    sent: 'the hello of an agent',
    answer: await agent.asks({ type: 'hello' }, ({ type }) => type === 'hello'),
  })
  agent.end()
  const stranger = await Wire.open(`${server.url}/ws`)
  const refused = await stranger.asks({ type: 'hello', token: 'x' }, isError)
  dialogue.push({ sent: 'a wrong token', answer: refused, closed: await stranger.closed })
  holds('frames/ws-dialogue', shown(dialogue))
})

test('OA17 answers to the requests of the script are what they were', async () => {
  const { ids } = crew
  for (const [name, address] of Object.entries({
    getSnapshot: atlas('/snapshot'),
    getOverview: atlas('/overview'),
    getLead: atlas(''),
    listLeads: '/api/lead',
    listAgents: atlas('/agents'),
    getAgent: `/api/agents/${ids['dora']}`,
    getOwed: `/api/agents/${ids['dora']}/owed`,
    getManifest: `/api/agents/${ids['dora']}/manifest`,
    listGroups: atlas('/groups?archived=all'),
    getGroup: atlas('/groups/config-team'),
    listMessages: atlas('/groups/config-team/messages'),
    listTimeline: atlas('/groups/config-team/timeline'),
    listPinned: atlas('/groups/config-team/pinned'),
    listMentions: atlas('/mentions'),
    listComms: atlas('/comms'),
    listSessions: atlas('/groups/config-team/sessions?status=all'),
    listDiscussions: '/api/runs?status=all',
    listAdmissions: atlas('/admissions'),
    getEffect: atlas('/effect'),
    readUsage: atlas('/usage?by=agent'),
    listRoles: '/api/roles',
    getMe: '/api/me',
    search: atlas('/search?q=names'),
    listEvents: `/api/events?lead=${crew.leadId}&limit=200`,
    listImports: '/api/imports',
  })) {
    await told(name, 'GET', address)
  }
  const refusals: Record<string, unknown> = {}
  for (const [name, [method, address, body, token]] of Object.entries({
    'no token': ['GET', '/api/me', undefined, 'x'],
    'no such crew': ['GET', '/api/lead/nobody', undefined, server.owner],
    'a body that does not fit': ['POST', '/api/lead', { name: 1, x: 2 }, server.owner],
    'an agent asks for the person': ['POST', '/api/pause', {}, crew.tokens['dora']],
    'a name that is taken': ['POST', atlas('/groups'), { name: 'config-team' }, server.owner],
    'no such address': ['GET', '/api/nothing', undefined, server.owner],
  } as const)) {
    refusals[name] = await server.ask(method, address, body, token)
  }
  holds('answers/script', shown(answers))
  holds('answers/refusals', shown(refusals))
})
