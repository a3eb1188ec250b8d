import type { Part } from '@crewroom/shared/model/part'
import { expect, test } from 'vitest'
import { partBlocks } from './part-blocks'

const linkOf = (part: Part) => {
  const [block] = partBlocks([part])
  return block?.kind === 'links' ? block.links[0] : undefined
}

test('UI649 parts keep their order, and pictures and files that follow each other share a line', () => {
  const image: Part = { type: 'image', url: 'https://a.example/x.png' }
  const file: Part = { type: 'file', url: 'https://a.example/x.csv', name: 'x.csv' }
  const text = (words: string): Part => ({ type: 'text', text: words })
  const blocks = partBlocks([text('one'), image, file, text('two'), text('three'), image])
  expect(
    blocks.map((own) => (own.kind === 'text' ? own.text : own.links.map(({ kind }) => kind))),
  ).toEqual(['one', ['image', 'file'], 'two', 'three', ['image']])
})

test.each<[part: Part, name: string, about: string[]]>([
  [{ type: 'image', url: 'https://img.example/a.png' }, 'Picture', ['img.example']],
  [
    { type: 'image', url: 'http://127.0.0.1:8080/a.png', altText: 'Loss by step' },
    'Loss by step',
    ['127.0.0.1:8080'],
  ],
  [{ type: 'file', url: 'https://f.example/x', name: 'run.csv' }, 'run.csv', ['f.example']],
  [
    {
      type: 'file',
      url: 'https://f.example/x',
      name: 'run.csv',
      mimeType: 'text/csv',
      size: 48_210,
    },
    'run.csv',
    ['text/csv', '48 kB', 'f.example'],
  ],
  [
    { type: 'file', url: 'https://f.example/x', name: 'empty', size: 0 },
    'empty',
    ['0 B', 'f.example'],
  ],
])('UI649 %j is named %j and said to be %j', (part, name, about) => {
  expect(linkOf(part)).toMatchObject({ name, about, url: (part as { url: string }).url })
  expect(linkOf(part)?.isSafe).toBe(true)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  '//a.example',
  'https:',
])('UI650 %j is shown and not followed', (url) => {
  const link = linkOf({ type: 'file', url, name: 'x' })
  expect([link?.isSafe, link?.about]).toEqual([false, [url]])
})
