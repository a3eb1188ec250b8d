import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import { searchMessages } from '../../src/groups/search-messages'
import { type ImportPorts, Imports } from '../../src/transfer/imports'
import { CountingIds } from '../harness/counting-ids'
import { crewText, forged, groupText, importPortsOf, linesOf, takeIn } from '../harness/export-text'
import { enlargedGroup } from '../harness/large-export'
import { dumpOf } from '../harness/recorded-batches'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

const MANY = { messages: 700, units: 200 }
const MIB = 1024 * 1024

/** The file of a group with two messages, a reaction and many more messages. */
async function largeFile() {
  await using crew = testCrew({ agents: { ana: 'developer' }, ids: new CountingIds('a001', 'a-') })
  crew.act(() => createGroup(crew.shard, crew.crew, BY_PERSON, { name: 'plan', members: [crew.id('ana')] })) // prettier-ignore
  for (const content of ['one', 'two']) {
    crew.act(() => sendMessage(crew.shard, crew.crew, BY_PERSON, { group: 'plan', content }))
  }
  return [...enlargedGroup(await groupText(crew, 'plan'), MANY)].join('')
}

const host = () => testCrew({ ids: new CountingIds('a002', 'b-') })

async function* bytesOf(parts: Iterable<string>): AsyncIterable<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(Buffer.from(part))
}

const importOf = (crew: TestCrew, parts: Iterable<string>, ports: Partial<ImportPorts> = {}) =>
  new Imports(crew.shard, { ...importPortsOf(crew), ...ports }).take(bytesOf(parts), BY_PERSON, {
    leadId: crew.leadId,
  })

const restOf = (text: string) => linesOf(text).slice(1, -1)

test('EX80, EX8 the file of a group with many messages comes out as it came in, while its crew goes on', async () => {
  const text = await largeFile()
  await using crew = host()
  crew.act(() => createGroup(crew.shard, crew.crew, BY_PERSON, { name: 'other' }))
  const say = (content: string) =>
    crew.act(() => sendMessage(crew.shard, crew.crew, BY_PERSON, { group: 'other', content }))
  say('before')
  function* parts() {
    yield text.slice(0, 50_000)
    say('meanwhile')
    yield text.slice(50_000)
  }
  await importOf(crew, parts())
  crew.check()
  say('after')
  const same = async () => {
    expect(restOf(await groupText(crew, 'plan'))).toEqual(restOf(text))
    const { lead, groups } = crew.crew.state
    expect(groups['plan']).toMatchObject({ messageCount: MANY.messages + 2, archived: true })
    expect(groups['plan']?.lastMessage?.n).toBe(MANY.messages + 2)
    const found = await searchMessages(crew.shard, crew.crew, BY_PERSON, {
      q: '"line 650"',
      limit: 5,
    })
    expect(found.hits.map(({ message }) => [message.group, message.n])).toEqual([['plan', 652]])
    // Nothing is missing between its numbers, and the whole crew can be taken elsewhere.
    const whole = await crewText(crew)
    await using elsewhere = testCrew({ ids: new CountingIds('a003', 'c-') })
    await takeIn(elsewhere, whole)
    expect(await crewText(elsewhere, lead.id)).toBe(whole)
    expect(whole).not.toContain('fact:replaced')
  }
  await same()
  crew.restart()
  await same()
})

test('EX10, EX80 the file of a group of more than 64 MiB is taken in', async () => {
  const text = await largeFile()
  await using crew = host()
  // JSON may have spaces: the lines say the same, and are long.
  const [header, ...lines] = text.split('\n')
  const padding = ' '.repeat(4 * MIB - 10_000)
  function* parts() {
    yield `${header}\n`
    for (let at = 0; at < 17; at++) yield `${lines[at]}`.replace(/}$/, `${padding}}\n`)
  }
  // Another checksum, so it is refused; but not for its size, and not before its end.
  await expect(importOf(crew, parts())).rejects.toMatchObject({
    code: 'bad_file',
    message: expect.stringContaining('without its last line'),
  })
})

test('EX80 a line that does not fit is refused by its number, and nothing is there', async () => {
  const text = await largeFile()
  await using crew = host()
  const before = dumpOf(crew.database)
  const lines = text.split('\n')
  const files: string[] = []
  const ports = importPortsOf(crew)
  const rehearse = () => {
    const tables = ports.rehearse()
    return { ...tables, lend: () => (files.push(tables.lend()), files[0] ?? '') }
  }
  const bad = [...lines]
  bad[600] = String(bad[600]).replace(/"n":\d+/, '"n":5')
  await expect(importOf(crew, [bad.join('\n')], { rehearse })).rejects.toMatchObject({
    code: 'bad_file',
    message: expect.stringContaining('Line 601 of the file: an ordinal is missing'),
  })
  expect(dumpOf(crew.database)).toEqual(before)
  // Storing it fails: nothing of it is there either, nor the file, and it can be sent again.
  const failing = importOf(crew, [text], {
    rehearse,
    stage: (file, act) =>
      act === 'open'
        ? Promise.resolve({ code: 'SQLITE_FULL', message: 'database or disk is full' })
        : ports.stage(file, act),
  })
  await expect(failing).rejects.toMatchObject({ code: 'disk_full' })
  expect(dumpOf(crew.database)).toEqual(before)
  expect(files.map((file) => existsSync(file))).toEqual([false])
  await importOf(crew, [text])
  expect(restOf(await groupText(crew, 'plan'))).toEqual(restOf(text))
})

test('EX81 a file whose messages another import has brought meanwhile is sent again', async () => {
  const text = await largeFile()
  await using crew = host()
  const imports = new Imports(crew.shard, importPortsOf(crew))
  const renamed = (group: string) => {
    const file = forged(text, ([header]) => void Object.assign(header ?? {}, { group }))
    return imports.take(bytesOf([file]), BY_PERSON, { leadId: crew.leadId })
  }
  const [first, second] = await Promise.allSettled([renamed('plan'), renamed('plan-2')])
  expect(first.status).toBe('fulfilled')
  expect(second).toMatchObject({ reason: { code: 'busy', details: { retryAfter: 1 } } })
  await renamed('plan-2')
  expect(restOf(await groupText(crew, 'plan-2'))).toEqual(restOf(text))
  crew.check()
})
