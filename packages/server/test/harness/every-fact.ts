import { createHash } from 'node:crypto'
import { FILE_TYPE, type FileKind } from '@crewroom/shared/model/group-file'
import type { PermissionAsk } from '@crewroom/shared/model/need'
import { createAgent, createLead } from '../../src/agents/create-agent'
import { createInvite } from '../../src/agents/create-invite'
import { deleteCrew } from '../../src/agents/delete-crew'
import { editAgent } from '../../src/agents/edit-agent'
import { failAgent, terminateAgent } from '../../src/agents/end-agent'
import { releaseAgent } from '../../src/conduct/hold-agent'
import { setBudget } from '../../src/agents/budgets'
import { pauseCrew } from '../../src/agents/pause'
import { resumeAgent } from '../../src/agents/revive'
import { ackTurns, endTurns, seeTurn } from '../../src/delivery/turns'
import { showWorkFiles } from '../../src/agents/work-files'
import { updateLead } from '../../src/agents/update-lead'
import { admit } from '../../src/admissions/admit'
import { closeAdmission } from '../../src/admissions/close-admission'
import { createAdmission } from '../../src/admissions/create-admission'
import { dismiss } from '../../src/admissions/dismiss'
import { archiveGroup, unarchiveGroup } from '../../src/groups/archive-group'
import { addMembers, leaveGroup } from '../../src/groups/change-members'
import { hashOf } from '../../src/api/retries/request-key'
import { Retries } from '../../src/api/retries/retries'
import { Vault } from '../../src/api/retries/vault'
import { createPermissionRule, deletePermissionRule } from '../../src/crew/permission-rules'
import { answerPermission, openPermission } from '../../src/crew/permissions'
import { addFile } from '../../src/group-chats/add-file'
import { removeFile } from '../../src/group-chats/remove-file'
import { releaseGroup } from '../../src/groups/hold-group'
import { markRead } from '../../src/groups/mark-read'
import { pauseGroup } from '../../src/groups/pause-group'
import { deleteMessage, editMessage } from '../../src/groups/change-message'
import { react } from '../../src/groups/react'
import { updateGroup } from '../../src/groups/update-group'
import { markSessionRead } from '../../src/sessions/mark-session-read'
import { reactInSession } from '../../src/sessions/react-in-session'
import { deleteSession, updateSession } from '../../src/sessions/update-session'
import { CountingIds } from './counting-ids'
import { crewText, groupText, takeIn } from './export-text'
import {
  askForSpeaker,
  askInRun,
  askPerson,
  changeRun,
  endRun,
  parentIn,
  respond,
  startRun,
  stepRun,
} from './run-acts'
import { answer, interrupt, openSession, post, take } from './session-acts'
import { storeTurn } from './stored-turns'
import { delegate } from '../../src/agents/tasks'
import { cancelTask, startTask } from '../../src/agents/waiting-task'
import { command, say, SOON, talk, team, work, write } from './talk'
import { BY_PERSON, type TestCrew, testCrew } from './test-crew'

const ASK: PermissionAsk = {
  toolKind: 'execute',
  title: 'npm test',
  command: 'npm test',
  diffs: [{ path: 'a.ts', oldText: null, newText: 'one\n' }],
  cut: false,
  options: [
    { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
    { optionId: 'no', name: 'Reject', kind: 'reject_once' },
  ],
  rule: { toolKind: 'execute', prefix: 'npm test' },
  until: '2026-01-02T03:34:05.000Z',
}
const AGENTS = { dev: 'developer', arch: 'architect', qa: 'qa-tester', sec: 'secretary' } as const

/**
 * A crew that has decided a fact of every type. `kind`: three hexadecimal digits, by which all of its ids differ from
 * those of another crew that did the same.
 */
export async function crewOfEveryFact(kind: string): Promise<TestCrew> {
  const crew = await crewWithoutSessions(kind)
  await aroundSessions(crew)
  aroundRuns(crew)
  await aroundFiles(crew, new CountingIds(`f${kind}`, `f${kind}-`))
  aroundAdmissions(crew)
  await aroundChanges(crew)
  aroundWaiting(crew)
  createInvite(crew.shard, crew.crew, BY_PERSON, { role: 'developer', instructions: 'Dig.' })
  editAgent(crew.shard, crew.crew, BY_PERSON, crew.leadId, { instructions: 'Be brief.' })
  showWorkFiles(crew.shard, crew.crew, BY_PERSON, true)
  keepAnswer(crew)
  crew.check()
  return crew
}

/** The same without those of sessions: what earlier versions decided too. */
export async function crewWithoutSessions(kind: string): Promise<TestCrew> {
  const ids = new CountingIds(`a${kind}`, `a${kind}-`)
  const crew = testCrew({ agents: AGENTS, conduct: SOON, ids })
  await aroundGroups(crew)
  await atWork(crew)
  await aroundPrograms(crew)
  await aroundCrews(crew, new CountingIds(`e${kind}`, `e${kind}-`))
  crew.check()
  return crew
}

/** A request with a key was answered. */
function keepAnswer({ shard, leadId }: TestCrew): void {
  const attempt = new Retries(shard, new Vault('a secret')).begin({
    who: 'owner',
    key: 'a key',
    asked: hashOf('a request'),
  })
  const answer = { status: 201, text: '{"token":"a token"}', secrets: ['a token'], founds: true }
  attempt.keep(leadId, BY_PERSON, answer)
  attempt.end()
}

/** Messages that a person changes and deletes, after an agent was handed them. */
async function aroundChanges(crew: TestCrew): Promise<void> {
  const { shard, crew: own } = crew
  const { id: messageId } = say(crew, 'human', 'one line more', 'plan')
  await crew.reads('qa')
  editMessage(shard, own, BY_PERSON, { group: 'plan', messageId, content: 'two lines more, @dev' })
  const { id: gone } = say(crew, 'human', 'no line more', 'plan')
  await crew.reads('dev')
  deleteMessage(shard, own, BY_PERSON, { group: 'plan', messageId: gone })
}

/** A task that waited and was given, and one that waits in vain. */
function aroundWaiting(crew: TestCrew): void {
  const { shard, crew: own } = crew
  const to = crew.id('dev')
  const give = (text: string, after: readonly string[] = []) =>
    delegate(shard, own, BY_PERSON, { to, text, after }).task
  const next = give('wait for it', [give('begin it').id])
  startTask(shard, own, BY_PERSON, next.id)
  const lost = give('drop it', [next.id])
  give('wait in vain', [lost.id])
  cancelTask(shard, own, BY_PERSON, lost.id)
}

/** A circle whose manager reads along, somebody who comes and goes, and one that is closed. */
function aroundAdmissions(crew: TestCrew): void {
  const { shard, crew: own } = crew
  const [dev, qa, arch] = [crew.id('dev'), crew.id('qa'), crew.id('arch')]
  const active = Object.values(own.state.agents).filter(({ ended }) => ended === null)
  const admitted = [dev, qa, arch].filter((id) => active.some((agent) => agent.id === id))
  const make = (name: string) =>
    createAdmission(shard, own, BY_PERSON, { admitted, conversation: { name } })
  const { admission, group } = make('Circle')
  make('Closed')
  const agent = own.state.lead.id
  admit(shard, own, BY_PERSON, { admission: admission.id, agent })
  addMembers(shard, own, BY_PERSON, { group: group?.name ?? '', members: [agent] })
  for (const id of admitted.slice(0, 1)) {
    dismiss(shard, own, BY_PERSON, { admission: admission.id, agent: id })
  }
  const [, closed] = Object.keys(own.state.admissions)
  if (closed !== undefined) closeAdmission(shard, own, BY_PERSON, closed)
}

async function aroundGroups(crew: TestCrew): Promise<void> {
  const { shard, crew: own } = crew
  team(crew, 'team', ['dev', 'arch'])
  team(crew, 'plan', ['dev', 'qa'])
  const first = say(crew, 'dev', 'the first line, @human and @qa', 'plan')
  for (const action of ['add', 'remove', 'add'] as const) {
    const reaction = { group: 'plan', messageId: first.id, emoji: '👍', action }
    react(shard, own, crew.by('qa'), reaction)
  }
  addMembers(shard, own, BY_PERSON, { group: 'plan', members: [crew.id('arch')] })
  leaveGroup(shard, own, crew.by('arch'), 'plan')
  markRead(shard, own, crew.by('dev'), { group: 'plan', seq: first.seq })
  updateGroup(shard, own, BY_PERSON, { group: 'plan', purpose: 'One plan' })
  pauseGroup(shard, own, BY_PERSON, 'plan', true)
  pauseGroup(shard, own, BY_PERSON, 'plan', false)
  archiveGroup(shard, own, BY_PERSON, 'plan')
  unarchiveGroup(shard, own, BY_PERSON, 'plan')
  await talk(crew, work, (from, text) => say(crew, from, text))
  releaseGroup(shard, own, BY_PERSON, 'team')
  await talk(crew, work, (from, text) => write(crew, from, from === 'dev' ? 'arch' : 'dev', text))
  for (const name of ['dev', 'arch']) releaseAgent(shard, own, BY_PERSON, crew.id(name))
}

async function atWork(crew: TestCrew): Promise<void> {
  const { shard, crew: own } = crew
  await crew.says('lead', command('DELEGATE', { to: 'qa', task: 'test it', context: 'all of it' }))
  await crew.says('qa', command('COMPLETE_TASK', { summary: 'tested' }))
  await crew.says('lead', command('DELEGATE', { to: 'sec', task: 'write it down' }))
  failAgent(shard, crew.id('sec'), 'its program does not start')
  resumeAgent(shard, own, BY_PERSON, crew.id('sec'))
  await crew.says('lead', command('DELEGATE', { to: 'sec', task: 'file it' }))
  terminateAgent(shard, own, crew.by('lead'), crew.id('sec'), 'nothing more to file')
  await crew.says('qa', command('AGENT_MESSAGE', { to: 'human', content: 'which one?' }))
  await crew.says('lead', command('BROADCAST', { content: 'almost done' }))
}

/** One request was answered, with a rule for the next ones; another one waits. */
function aroundPermissions(crew: TestCrew): void {
  const { shard, crew: own } = crew
  const asks = () => openPermission(shard, own, crew.id('dev'), ASK, 'npm test').id
  answerPermission(shard, own, BY_PERSON, asks(), { optionId: 'yes', always: true })
  asks()
  const rule = { role: 'developer', toolKind: 'edit', action: 'refuse' } as const
  const { id } = createPermissionRule(shard, own, BY_PERSON, rule)
  deletePermissionRule(shard, own, BY_PERSON, id)
}

/** An open round with a question of each kind, one that was superseded, and a session that is deleted. */
async function aroundSessions(crew: TestCrew): Promise<void> {
  const { shard, crew: own } = crew
  team(crew, 'talks', ['arch', 'dev'])
  const session = openSession(crew, 'talks', 'Rounds', ['arch', 'dev', 'lead'])
  const place = { group: 'talks', session: session.id }
  post(crew, 'human', session, 'How do we build it?')
  const recorded = await answer(crew, 'dev', session, 'In layers, @human.')
  const { id: messageId = '', seq = 0 } = recorded?.message ?? {}
  reactInSession(shard, own, BY_PERSON, { ...place, messageId, emoji: '👍', action: 'add' })
  markSessionRead(shard, own, BY_PERSON, { ...place, seq })
  post(crew, 'human', session, 'And how do we test it?')
  await take(crew, 'lead')
  interrupt(crew, 'arch', session)
  post(crew, 'arch', session, 'By the way.')
  updateSession(shard, own, BY_PERSON, { ...place, title: 'Building' })
  const gone = openSession(crew, 'talks')
  post(crew, 'human', gone, 'Never mind.')
  deleteSession(shard, own, BY_PERSON, { group: 'talks', session: gone.id })
}

/** A discussion that waits for the person, one that has ended, and one within an answer. */
function aroundRuns(crew: TestCrew): void {
  const session = openSession(crew, 'talks', 'Discussions', ['arch', 'dev'])
  post(crew, 'arch', session, 'Let us discuss that.')
  const first = startRun(crew, session, ['arch', 'dev'], { summary: null })
  const asked = askInRun(crew, first, ['dev'])
  const inner = openSession(crew, 'talks', 'Within', ['arch', 'dev'])
  post(crew, 'dev', inner, 'And this.')
  const parent = parentIn(crew, asked, 'dev')
  const child = startRun(crew, inner, ['arch'], { parent, depth: 1, startedBy: crew.id('dev') })
  respond(crew, asked, 'dev', { status: 'nested', child: child.id, soFar: 'First of all' })
  askInRun(crew, child, ['arch'])
  endRun(crew, first, { summary: 'In layers' })
  const second = startRun(crew, session, ['arch', 'human'], {
    policy: { kind: 'selection', by: crew.id('dev'), repeat: false, prompt: 'Who is next?' },
    roles: { human: { role: 'plans', description: 'layers', expertise: ['stone'] } },
    terminationCondition: 'when all agree',
  })
  const chosen = askInRun(crew, second, ['dev'], 'select')
  respond(crew, chosen, 'dev', {
    status: 'done',
    decision: 'NEXT: human',
    endedAt: second.startedAt,
    done: true,
    usage: { tokens: 12, usd: 0.01, model: 'small' },
  })
  stepRun(crew, second, { rounds: 1, previous: 'human', upTo: chosen.n }, 'waiting_human')
  changeRun(crew, second, { limits: { ...second.limits, rounds: 20 } })
  askPerson(crew, second)
  askForSpeaker(crew, second)
}

/** Files that are there, one that is removed, and those that a group had elsewhere. */
async function aroundFiles(crew: TestCrew, ids: CountingIds): Promise<void> {
  const { shard } = crew
  addTestFile(crew, 'talks', 'dev', 'file', 'plan.txt')
  addTestFile(crew, 'talks', 'human', 'picture', 'plan.png')
  addTestFile(crew, 'talks', 'arch', 'file', 'draft.txt')
  removeFile(shard, chatAt(crew, 'talks'), crew.by('arch'), { kind: 'file', name: 'draft.txt' })
  await using other = testCrew({ agents: { eve: 'developer' }, ids })
  team(other, 'drafts', ['eve'])
  addTestFile(other, 'drafts', 'eve', 'file', 'draft.txt')
  await takeIn(crew, await groupText(other, 'drafts'), crew.leadId)
}

/** A group of a crew as a group chat. */
export function chatAt(crew: TestCrew, name: string) {
  const group = crew.crew.state.groups[name]
  if (!group) throw new Error(`no group ${name}`)
  return { crew: crew.crew, group }
}

/** A file whose content was received: its sum is that of its name. */
export function addTestFile(
  crew: TestCrew,
  group: string,
  who: string,
  kind: FileKind,
  name: string,
) {
  return addFile(crew.shard, chatAt(crew, group), crew.by(who), {
    kind,
    name,
    size: 3,
    type: kind === 'picture' ? 'image/png' : FILE_TYPE,
    sha256: createHash('sha256').update(name).digest('hex'),
  })
}

async function aroundPrograms(crew: TestCrew): Promise<void> {
  const { shard, crew: own } = crew
  const { inbox } = crew.core
  const whole = await inbox.fetch(crew.id('arch'), {})
  await inbox.ack(crew.id('arch'), whole.cursor)
  await inbox.fetch(crew.id('dev'), { limit: 1 })
  for (let n = 0; n < 3; n++) write(crew, 'lead', 'qa', `look at part-${n}.ts`)
  const read = storeTurn(shard, own, crew.id('qa'), 2)
  if (read) ackTurns(shard, own, crew.id('qa'), { turnId: read.id, acked: 1 })
  const prompted = storeTurn(shard, own, crew.leadId)
  if (prompted) {
    seeTurn(shard, own, crew.leadId, prompted.id)
    endTurns(shard, own, [prompted], 'end_turn')
  }
  aroundPermissions(crew)
  const { agent } = createAgent(shard, own, BY_PERSON, {
    role: 'developer',
    driver: { kind: 'acp', command: 'agent', env: { API_KEY: 'kept-for-itself' } },
  })
  editAgent(shard, own, BY_PERSON, agent.id, {
    name: 'Ada',
    role: 'architect',
    driver: { kind: 'acp', preset: 'codex' },
    env: { API_KEY: 'another-for-itself' },
  })
  setBudget(shard, own, BY_PERSON, { agentId: crew.id('dev'), usd: 5, tokens: 1_000 })
  const decision = shard.decide(own)
  decision.add('agent:stalled', { agentId: crew.id('dev'), stall: 'asked' })
  decision.add('agent:session', { session: { agentId: agent.id, sessionId: 'session-1' } })
  const process = { agentId: agent.id, pid: 4711, startTime: '815', tag: 'tag-1' }
  decision.add('process:started', { process })
  decision.add('process:ended', { agentId: agent.id, code: 3, signal: null })
  shard.commit(own, BY_PERSON, decision)
}

async function aroundCrews(crew: TestCrew, ids: CountingIds): Promise<void> {
  const { shard, crew: own } = crew
  updateLead(shard, own, BY_PERSON, { autoGroups: false })
  pauseCrew(shard, own, BY_PERSON, true)
  pauseCrew(shard, own, BY_PERSON, false)
  shard.pauseAll(true, BY_PERSON)
  shard.pauseAll(false, BY_PERSON)
  shard.addSessionToken({ hash: 'h', kind: 'session', agentId: null, expiresAt: null }, BY_PERSON)
  // What a group was elsewhere, and a crew that comes from a file and is deleted.
  await using other = testCrew({ agents: { eve: 'developer' }, ids })
  team(other, 'elsewhere', ['eve'])
  const said = say(other, 'eve', 'from elsewhere, @human', 'elsewhere')
  react(other.shard, other.crew, BY_PERSON, {
    group: 'elsewhere',
    messageId: said.id,
    emoji: '👀',
    action: 'add',
  })
  await takeIn(crew, await crewText(other))
  deleteCrew(shard, shard.crew(other.leadId), BY_PERSON, 'atlas')
  await takeIn(crew, await groupText(other, 'elsewhere'), crew.leadId)
  unarchiveGroup(shard, own, BY_PERSON, 'elsewhere')
  // It leads a crew of its own below this one.
  createLead(shard, crew.by('lead'), { name: 'below', parentId: crew.leadId, task: 'lead them' })
}
