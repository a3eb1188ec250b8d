import { readFileSync } from 'node:fs'
import path from 'node:path'
import { MARKDOWN_KIND_NAMES, type MarkdownKindName } from '@crewroom/shared/model/markdown-kinds'
import { endsAsDocument } from '@crewroom/shared/text/markdown-document'
import { expect, test } from 'vitest'
import { broadcast, interrupt, sendDirect } from '../../src/agents/direct-messages'
import { exportTo } from '../../src/cli/export'
import { archiveGroup } from '../../src/groups/archive-group'
import { deleteMessage, editMessage } from '../../src/groups/change-message'
import { react } from '../../src/groups/react'
import { sendMessage } from '../../src/groups/send-message'
import { openMarkdown } from '../../src/markdown/open-markdown'
import { Circle } from '../admissions/circle'
import { CountingIds } from '../harness/counting-ids'
import { addTestFile } from '../harness/every-fact'
import { groupText, takeIn } from '../harness/export-text'
import { DiscussionCrew } from '../harness/discussion-crew'
import { say } from '../harness/talk'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

interface Asked {
  readonly kind: MarkdownKindName
  readonly of: string
  readonly with?: string
}

async function documentOf({ crew }: { readonly crew: TestCrew }, asked: Asked): Promise<string> {
  const { parts } = await openMarkdown(
    crew.shard,
    BY_PERSON,
    crew.leadId,
    asked,
    crew.core.rollouts,
  )
  const text = [...parts].join('')
  expect(endsAsDocument(text.slice(-100))).toBe(true)
  return text
}
const headings = (text: string) => text.match(/^#{2,3} .*$/gm) ?? []
/** Who wrote each message of a document, and its text. */
const said = (text: string) => text.match(/^> .*$/gm)?.map((line) => line.slice(2)) ?? []

/** A crew in which something was said in every kind of conversation. */
async function talked() {
  const room = new DiscussionCrew()
  const { crew } = room
  const { shard } = crew
  const post = (who: string, content: string, more: object = {}, group = 'plan') =>
    crew.act(() => sendMessage(shard, crew.crew, crew.by(who), { group, content, ...more }).message)
  const first = post('ana', 'the first\n# no heading')
  post('ben', 'the second', { replyTo: first.id })
  const third = post('human', 'the third, to be changed')
  const gone = post('human', 'a word that is taken back')
  post('human', '', {
    content: undefined,
    parts: [
      { type: 'text', text: 'look' },
      { type: 'image', url: 'https://x.example/a.png', altText: 'a plan' },
      { type: 'file', url: 'https://x.example/l.txt', name: 'l.txt', size: 12 },
    ],
  })
  crew.act(() => {
    const at = { group: 'plan', messageId: third.id }
    editMessage(shard, crew.crew, BY_PERSON, { ...at, content: 'the third' })
    deleteMessage(shard, crew.crew, BY_PERSON, { group: 'plan', messageId: gone.id })
    react(shard, crew.crew, crew.by('ben'), { group: 'plan', messageId: first.id, emoji: '👍', action: 'add' }) // prettier-ignore
  })
  const session = room.open('The session', ['ana'])
  room.post(session, 'human', 'asked in a session')
  await room.plays(() => 'answered in a session')
  const { run } = room.start({ goal: 'A goal?', participants: ['ana'], limits: { rounds: 1 } })
  await room.plays(() => 'discussed')
  crew.act(() => {
    sendDirect(shard, crew.crew, crew.by('ana'), { to: crew.id('ben'), content: 'ana to ben' })
    sendDirect(shard, crew.crew, BY_PERSON, { to: crew.id('ana'), content: 'person to ana' })
    interrupt(shard, crew.crew, BY_PERSON, { to: crew.id('ben'), content: 'stop, ben' })
    broadcast(shard, crew.crew, BY_PERSON, { content: 'to all' })
  })
  return { room, session, run }
}

test('EX60 every kind of conversation is one document: its messages in order, under who wrote them', async () => {
  const { room, session, run } = await talked()
  await using _ = room
  const { crew } = room
  const { id: chatId } = crew.crew.state.groups['plan'] ?? { id: '' }
  addTestFile(crew, 'plan', 'human', 'picture', 'a b.png')
  addTestFile(crew, 'plan', 'ana', 'file', 'notes.txt')
  crew.act(() => archiveGroup(crew.shard, crew.crew, BY_PERSON, 'plan'))
  const inGroup = ['the first', '# no heading', 'the second', 'the third', 'look']
  const inSessions = ['asked in a session', 'answered in a session', 'A goal?', 'discussed']
  const asked: Readonly<Record<MarkdownKindName, readonly [Asked, readonly string[]]>> = {
    group: [{ kind: 'group', of: 'plan' }, inGroup],
    session: [{ kind: 'session', of: session.id }, ['asked in a session', 'answered in a session']],
    discussion: [{ kind: 'discussion', of: run.id }, ['A goal?', 'discussed', 'discussed']],
    direct: [{ kind: 'direct', of: crew.id('ana') }, ['ana to ben', 'person to ana', 'to all']],
    conversation: [{ kind: 'conversation', of: chatId }, inGroup],
    chat: [{ kind: 'chat', of: chatId }, [...inGroup, ...inSessions]],
    transcript: [{ kind: 'transcript', of: crew.id('ana') }, []],
  }
  for (const kind of MARKDOWN_KIND_NAMES) {
    const [query, texts] = asked[kind]
    expect.soft(said(await documentOf(room, query)), kind).toEqual(texts)
  }
  const group = await documentOf(room, { kind: 'group', of: 'plan' })
  expect(group).toMatch(/^# plan\n\n- Crew: .*\n- Group: plan\n/)
  expect(group).toContain('- Archived: yes')
  expect(headings(group)).toHaveLength(5)
  expect(group).toMatch(/### ben \(Architect\), 20\d\d-.*Z \(#2\)\n\nIn reply to ana \(#1\): “the first # no heading”\n\n> the second/) // prettier-ignore
  expect(group).toMatch(/> the third\n\n\*Edited 20/)
  expect(group).toMatch(/### \S+, 20.* \(#4\)\n\n\*Deleted 20[^\n]*\*\n\n### /)
  expect(group).not.toContain('taken back')
  expect(group).toContain('Reactions: 👍 ben')
  expect(group).toContain('![a plan](<https://x.example/a.png>)')
  expect(group).toContain('[l.txt](<https://x.example/l.txt>) (12 bytes)')
  const at = `/api/group-chats/${chatId}`
  expect(group).toContain(`- Picture: ![a b.png](<${at}/pictures/a%20b.png>) (3 bytes)\n`)
  expect(group).toContain(`- File: [notes.txt](<${at}/files/notes.txt>) (3 bytes)\n`)
  const discussion = await documentOf(room, { kind: 'discussion', of: run.id })
  expect(headings(discussion).filter((own) => own.startsWith('## '))).toEqual(['## Round 1', '## Summary']) // prettier-ignore
  const direct = (of: string, other: string) =>
    documentOf(room, { kind: 'direct', of, with: other }).then(said)
  expect(await direct(crew.id('ana'), crew.id('ben'))).toEqual(['ana to ben'])
  expect(await direct(crew.id('ben'), 'human')).toEqual(['stop, ben', 'to all'])
  expect(said(await documentOf(room, { kind: 'direct', of: 'everyone' }))).toEqual(['to all'])
  await using circle = new Circle()
  say(circle.crew, 'ben', 'in a circle', circle.talk)
  const { id } = circle.group
  expect(said(await documentOf(circle, { kind: 'conversation', of: id }))).toEqual(['in a circle'])
})

test('EX60 a document has all messages, however many pages they are', async () => {
  await using room = new DiscussionCrew()
  const { crew } = room
  const { shard } = crew
  for (let n = 1; n <= 450; n++) {
    const content = `line ${n}`
    sendMessage(shard, crew.crew, crew.by('ana'), { group: 'plan', content })
    sendDirect(shard, crew.crew, crew.by('ana'), { to: crew.id('ben'), content })
  }
  const all = Array.from({ length: 450 }, (_, at) => `line ${at + 1}`)
  expect(said(await documentOf(room, { kind: 'group', of: 'plan' }))).toEqual(all)
  expect(said(await documentOf(room, { kind: 'direct', of: crew.id('ben') }))).toEqual(all)
})

test('EX60 a transcript has what an agent was given, said and did, also what is still being recorded', async () => {
  await using crew = testCrew({ agents: { ana: 'architect' } })
  const id = crew.id('ana')
  const { rollouts } = crew.core
  rollouts.record(id, { kind: 'prompt', text: 'a question\n# no heading' })
  const command = '⟦⟦ GROUP_MESSAGE {"group":"plan","content":"hi"} ⟧⟧'
  rollouts.text(id, `> quoted by it\n\n${command}\n`)
  rollouts.turnEnded(id)
  rollouts.record(id, { kind: 'tool_call', text: 'run ```tests```', data: { path: 'a.ts' } })
  const text = await documentOf({ crew }, { kind: 'transcript', of: id })
  expect(text).toMatch(/^# Transcript of ana\n\n- Crew: .*\n- Agent: ana \(Architect\), /)
  const time = /, 20\d\d-\S+Z/.source
  expect(text.replaceAll(new RegExp(time, 'g'), '')).toContain(`### Given (#1)

\`\`\`
a question
# no heading
\`\`\`

### Said (#2)

> > quoted by it
>
> ${command}
>

### Tool call (#3)

\`\`\`\`
run \`\`\`tests\`\`\`

{
  "path": "a.ts"
}
\`\`\`\`

---

*End: 3 messages*
`)
})

test('EX61 a group that was imported names who wrote in it elsewhere', async () => {
  await using room = new DiscussionCrew()
  say(room.crew, 'ana', 'written elsewhere', 'plan')
  const text = await groupText(room.crew, 'plan')
  await using other = testCrew({ ids: new CountingIds('b0b0', 'b-') })
  await takeIn(other, text, other.leadId)
  const document = await documentOf({ crew: other }, { kind: 'group', of: 'plan' })
  expect(document).toMatch(/### ana \(Developer\), .*\n\n> written elsewhere/)
})

test('EX63 whoever reads the history has it as Markdown; an agent does not, and what is not there is refused before anything is sent', async () => {
  await using server = await TestServer.start()
  const crew = await server.crew('atlas', { Dora: 'developer' })
  const other = await server.crew('borealis', { Ada: 'architect' })
  const lead = `/api/lead/${crew.leadId}`
  await server.call('POST', `${lead}/groups`, { name: 'plan', memberIds: [crew.ids['Dora']] })
  await server.call('POST', `${lead}/groups/plan/messages`, { content: 'hello', clientId: 'c1' })
  const { id } = (await server.call('POST', `/api/lead/${other.leadId}/groups`, { name: 'theirs', memberIds: [] })).body['group'] as { id: string } // prettier-ignore
  const file = `${lead}/markdown`
  const read = await fetch(`${server.app.url}${file}?kind=group&of=plan`, {
    headers: { authorization: `Bearer ${server.observer}` },
  })
  expect(read.status).toBe(200)
  expect(read.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(read.headers.get('content-disposition')).toBe('attachment; filename="crewroom-plan.md"')
  expect(said(await read.text())).toEqual(['hello'])
  const out = path.join(server.data.folder, 'plan.md')
  const options = { data: server.data, lead: crew.leadId, stdout: process.stdout, note: () => {} }
  const plan = { kind: 'group', of: 'plan' }
  await exportTo({ ...options, group: undefined, markdown: plan, out })
  expect(said(readFileSync(out, 'utf8'))).toEqual(['hello'])
  const both = exportTo({ ...options, group: 'plan', markdown: plan, out })
  await expect(both).rejects.toThrow('--group and --markdown')
  const dora = crew.tokens['Dora'] ?? ''
  const refused: readonly [query: string, status: number, code: string, token?: string][] = [
    ['kind=group&of=plan', 403, 'forbidden', dora],
    ['kind=group&of=plan', 401, 'unauthorized', 'nonsense'],
    ['kind=group&of=theirs', 404, 'group_not_found'],
    [`kind=chat&of=${id}`, 404, 'group_not_found'],
    [`kind=conversation&of=${id}`, 404, 'group_not_found'],
    ['kind=session&of=__proto__', 404, 'session_not_found'],
    ['kind=discussion&of=x', 404, 'run_not_found'],
    [`kind=direct&of=${other.ids['Ada']}`, 404, 'agent_not_found'],
    [`kind=transcript&of=${other.ids['Ada']}`, 404, 'agent_not_found'],
    ['kind=poem&of=x', 422, 'validation'],
    ['kind=group', 422, 'validation'],
    [`kind=group&of=${'x'.repeat(101)}`, 422, 'validation'],
    ['kind=group&of=plan&with=human', 422, 'validation'],
    ['kind=group&of=plan&more=1', 422, 'validation'],
  ]
  for (const [query, status, code, token] of refused) {
    const { body, status: got } = await server.call('GET', `${file}?${query}`, undefined, token === undefined ? {} : { token }) // prettier-ignore
    expect.soft({ got, code: body['error']?.code ?? body['code'] }, query).toEqual({ got: status, code }) // prettier-ignore
  }
})
