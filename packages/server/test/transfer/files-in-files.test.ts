import { expect, test } from 'vitest'
import { removeFile } from '../../src/group-chats/remove-file'
import { CountingIds } from '../harness/counting-ids'
import { addTestFile, chatAt } from '../harness/every-fact'
import { crewText, forged, groupText, type Line, linesOf, takeIn } from '../harness/export-text'
import { say, team } from '../harness/talk'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

const elsewhere = () => testCrew({ ids: new CountingIds('b0b0', 'b-') })

/** A crew with a group that has a file, a picture of the same name, and one that was removed. */
function withFiles(): TestCrew {
  const crew = testCrew({ agents: { ada: 'architect', ben: 'developer' } })
  team(crew, 'plan', ['ada', 'ben'])
  say(crew, 'ada', 'look at the plan', 'plan')
  addTestFile(crew, 'plan', 'ada', 'file', 'plan.png')
  addTestFile(crew, 'plan', 'human', 'picture', 'plan.png')
  addTestFile(crew, 'plan', 'ben', 'file', 'draft.txt')
  removeFile(crew.shard, chatAt(crew, 'plan'), BY_PERSON, { kind: 'file', name: 'draft.txt' })
  crew.check()
  return crew
}

test('VB81 a crew with files is a file of version 3, without contents, which comes out of the crew it becomes', async () => {
  await using crew = withFiles()
  const text = await crewText(crew)
  expect(linesOf(text)[0]).toMatchObject({ version: 3 })
  await using other = elsewhere()
  await takeIn(other, text)
  const imported = other.shard.crew(crew.leadId)
  expect(imported.state.files).toEqual(crew.crew.state.files)
  expect(await crewText(other, crew.leadId)).toBe(text)
  other.restart()
  expect(await crewText(other, crew.leadId)).toBe(text)
  // What was removed is in the file all the same.
  for (const { kind, name } of crew.crew.state.files['plan'] ?? []) {
    removeFile(crew.shard, chatAt(crew, 'plan'), BY_PERSON, { kind, name })
  }
  expect(crew.crew.state.files).toEqual({})
  const without = await crewText(crew)
  expect(linesOf(without)[0]).toMatchObject({ version: 3 })
  await using third = testCrew({ ids: new CountingIds('e0e0', 'e-') })
  await takeIn(third, without)
  expect(await crewText(third, crew.leadId)).toBe(without)
})

test('VB81 a group’s file has what the group has at the end, and comes out of the group it becomes', async () => {
  await using crew = withFiles()
  const text = await groupText(crew, 'plan')
  const lines = linesOf(text)
  expect(lines[0]).toMatchObject({ version: 3, kind: 'group' })
  expect(lines.flatMap(({ file }) => (file as Line | undefined)?.['name'] ?? [])).toEqual([
    'plan.png',
    'plan.png',
  ])
  await using other = elsewhere()
  await takeIn(other, text, other.leadId)
  expect(other.crew.state.files).toEqual(crew.crew.state.files)
  expect(await groupText(other, 'plan')).toBe(
    forged(text, ([header]) => Object.assign(header ?? {}, { leadId: other.leadId })),
  )
  other.restart()
  const [first] = other.crew.state.files['plan'] ?? []
  if (!first) throw new Error('the file is there')
  removeFile(other.shard, chatAt(other, 'plan'), BY_PERSON, first)
  other.check()
  // A crew that has it is a file, too: with who added the files elsewhere.
  await using third = testCrew({ ids: new CountingIds('e0e0', 'e-') })
  const whole = await crewText(other)
  await takeIn(third, whole)
  expect(await crewText(third, other.leadId)).toBe(whole)
})

test('VB81 a file whose files cannot be, or are no files of its groups, is refused', async () => {
  await using crew = withFiles()
  await using other = elsewhere()
  const text = await crewText(crew)
  const at = (lines: Line[], type: string) =>
    lines.find((line) => line['type'] === type)?.['data'] as Line
  const attacks: Record<string, (lines: Line[]) => void> = {
    'must be a name of a file': (lines) => (at(lines, 'file:added')['file'].name = '../up.txt'),
    'must be a type of its kind': (lines) => (at(lines, 'file:added')['file'].type = 'image/png'),
    'must match pattern': (lines) => (at(lines, 'file:added')['file'].sha256 = '../x'),
    'expected number to be <=10485760': (lines) => (at(lines, 'file:added')['file'].size = 1e9),
    'one name': (lines) =>
      lines
        .filter(({ type }) => type === 'file:added')
        .forEach(({ data }) => {
          const { file } = data as Line
          if (file.kind === 'file') file.name = file.addedBy === crew.id('ben') ? 'A.txt' : 'a.TXT'
        }),
    'a group that the crew does not have': (lines) =>
      (at(lines, 'file:added')['groupName'] = 'none'),
    'a file that the group does not have': (lines) =>
      (at(lines, 'file:removed')['file'].name = 'other.txt'),
    'another version': (lines) => (lines[0]!['version'] = 2),
  }
  for (const [reason, change] of Object.entries(attacks)) {
    const error = await takeIn(other, forged(text, change)).then(
      () => 'it was imported',
      (refused: Error) => refused.message,
    )
    expect.soft(error, reason).toContain(reason)
  }
  const group = forged(await groupText(crew, 'plan'), (lines) => {
    lines.push(lines.at(-1) ?? {})
  })
  await expect(takeIn(other, group, other.leadId)).rejects.toThrow('one name')
  expect(Object.keys(other.crew.state.files)).toEqual([])
})
