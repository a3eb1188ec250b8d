import { expect, test } from 'vitest'
import { TranscriptOf } from '@crewroom/shared/transcript/transcript'
import { transcriptLines } from '../../src/cli/transcript-lines'
import { transcriptPage } from '../../src/cli/transcript-page'
import { Ink } from '../../src/terminal-colors'
import { answered, asked, lines } from '../harness/session-folder'

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
const content = (blocks: readonly object[]) => ({ message: { role: 'user', content: blocks } })

/** What a person wrote, and the words that stand for it; the page has an image itself. */
const PERSONS = [
  ['a text', asked(1, 'Fix it.'), 'Fix it.', 'Fix it.'],
  [
    'a slash command in tags',
    asked(2, '<command-name>/model</command-name><command-args>opus</command-args>'),
    '/model opus',
    '/model opus',
  ],
  ['a slash command as text', asked(3, '/compact keep names'), '/compact keep names', '/compact'],
  ['a command and a text', asked(4, '/review\nthe diff'), '/review the diff', 'the diff'],
  ['a ! command', asked(5, '<bash-input>git status</bash-input>'), '!git status', '!git status'],
  ['an image alone', asked(6, '', content([image])), '[1 image]', 'base64,AAAA'],
  [
    'a text with images',
    asked(7, '', content([{ type: 'text', text: 'Like these' }, image, image])),
    'Like these [2 images]',
    'Like these',
  ],
] as const

test.each(PERSONS)('TR80 %s is a line, and is in the page', (_what, record, line, inPage) => {
  const book = new TranscriptOf()
  book.feed(lines([record]))
  const shown = [...transcriptLines(book, new Ink(false), 100)].join('')
  const [own] = shown.split('\n').filter((one) => one.includes('  You     '))
  expect(own?.slice(own.indexOf('You')).trimEnd()).toBe(`You     ${line}`)
  const page = [...transcriptPage(book)].join('')
  expect(page.slice(page.indexOf('<main>'))).toContain(inPage)
})

test('TR82 the page names a sub-agent as others write to it', () => {
  const calls = [
    { type: 'tool_use', id: 'one', name: 'Agent', input: { name: 'alice', prompt: 'Look' } },
    { type: 'tool_use', id: 'two', name: 'Agent', input: { prompt: 'Test', subagent_type: 'QA' } },
  ]
  const book = new TranscriptOf()
  book.feed(lines([answered(1, '', { message: { role: 'assistant', content: calls } })]))
  book.feedSubagent('agent-x.jsonl', lines([asked(2, 'Look', { isSidechain: true })]))
  book.feedSubagent('agent-y.jsonl', lines([asked(3, 'Test', { isSidechain: true })]))
  const heads = [...transcriptPage(book)].join('').match(/subagent"><summary><b>[^<]*/g)
  expect(heads?.map((head) => head.replace(/.*>/, ''))).toEqual(['alice', 'QA'])
})
