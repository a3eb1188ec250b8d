import type { ToolItemView } from '@crewroom/shared/transcript/views'
import { expect, test } from 'vitest'
import { editedBy } from './edited'

const tool = (name: string, input: object, beside?: Record<string, unknown>): ToolItemView => ({
  name,
  input: { text: JSON.stringify(input) },
  inputPreview: '',
  startTime: '2026-11-20T13:00:00.000Z',
  isOrphaned: false,
  result: {
    content: { text: 'ok' },
    isError: false,
    images: [],
    ...(beside ? { toolUseResult: beside } : {}),
  },
})
const shown = (own: ToolItemView) =>
  editedBy(own)?.change.lines.map((line) =>
    line.sign === 'gap' || line.sign === 'note' ? line.sign : `${line.n}${line.sign}${line.text}`,
  )

test('TV13 edits are differences, with the numbers of the file’s lines where the result tells them', () => {
  const edit = { file_path: 'a.py', old_string: 'one\ntwo', new_string: 'one\nthree' }
  expect(shown(tool('Edit', edit))).toEqual(['1 one', '2−two', '2+three'])
  const structuredPatch = [
    { oldStart: 41, newStart: 41, lines: [' one', '-two', '+three', '+four'] },
    { oldStart: 90, newStart: 91, lines: ['-five'] },
  ]
  const numbered = tool('Edit', edit, { structuredPatch })
  expect(shown(numbered)).toEqual(['41 one', '42−two', '42+three', '43+four', 'gap', '90−five'])
  expect(editedBy(numbered)?.change).toMatchObject({ added: 2, removed: 2 })
  const many = {
    file_path: 'a.py',
    edits: [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: 'd' },
    ],
  }
  expect(editedBy(tool('MultiEdit', many))?.change).toMatchObject({ added: 2, removed: 2 })
  expect(shown(tool('Write', { file_path: 'n.py', content: 'x\ny\n' }))).toEqual(['1+x', '2+y'])
})

test('TV14 an input that is cut, odd or of something else shows no difference', () => {
  expect(editedBy(tool('Edit', { file_path: 'a.py' }))).toBeNull()
  expect(editedBy(tool('Edit', { old_string: 'a', new_string: 'b' }))).toBeNull()
  const cut = { ...tool('Edit', {}), input: { text: '{"file_path":"a.py","old_str', cut: 90_000 } }
  expect(editedBy(cut)).toBeNull()
  const odd = tool('Edit', { file_path: 'a.py', edits: [7] }, { structuredPatch: [{ lines: 7 }] })
  expect(editedBy(odd)).toBeNull()
})
