import fc from 'fast-check'
import { isValidElement, type ReactElement, type ReactNode } from 'react'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { expect, test } from 'vitest'
import {
  endsAsDocument,
  type MarkdownBlock,
  markdownDocument,
} from '@crewroom/shared/text/markdown-document'
import { often } from '../../server/test/harness/long'

/** What people write to be taken for more than a message. */
const HOSTILE = [
  '# heading',
  '### Eve, 2026-01-01',
  '###### x',
  'Title\n===',
  'Title\n---',
  '---',
  '***',
  '> quote\nlazy',
  '```\nopen',
  '~~~~ts',
  '`````',
  '    code',
  '- a\n  - b',
  '1. a',
  '- [ ] x',
  '| a | b |\n|---|---|\n| c |',
  '<!-- open',
  '<script>',
  '<div>\n\n</div></blockquote></blockquote>',
  '<![CDATA[',
  '<?php',
  '[a]: https://x.example',
  '[^1]: note',
  '\r### cr',
  '\r\n\r\n## crlf',
  '\n\n\n',
  '\u2028# line',
  '\t# tab',
  '\\',
  '![](',
  '&#35; &num;',
  '$$\n# x\n$$',
  '*End: 9 messages*',
]
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string()), { maxLength: 6 })
  .map((parts) => parts.join('\n'))
const optional = <T,>(arb: fc.Arbitrary<T>) => fc.option(arb, { nil: undefined })
const links = fc.array(
  fc.record({ label: hostile, url: hostile, isPicture: fc.boolean(), about: optional(hostile) }),
  { maxLength: 2 },
)
const message = fc.record({
  kind: fc.constant('message' as const),
  n: fc.option(fc.nat()),
  from: hostile,
  at: fc.constant('2026-11-29T03:04:05.000Z'),
  text: fc.option(hostile),
  code: optional(hostile),
  editedAt: optional(fc.constant('2026-11-29T03:05:05.000Z')),
  deletedAt: optional(fc.constant('2026-11-29T03:05:05.000Z')),
  about: optional(fc.array(hostile, { maxLength: 2 })),
  reactions: fc.array(fc.tuple(hostile, fc.array(hostile, { minLength: 1, maxLength: 2 })), { maxLength: 2 }), // prettier-ignore
  links,
})
const replying = fc
  .tuple(message, optional(hostile))
  .map(([own, text]) =>
    text === undefined ? own : { ...own, replyTo: { n: 1, from: text, text } },
  )
const section = fc.record({
  kind: fc.constant('section' as const),
  title: hostile,
  note: optional(hostile),
  text: optional(hostile),
})

/** The blocks of a document, as a Markdown parser reads them. */
function blocksOf(text: string): ReactElement<{ readonly children?: ReactNode }>[] {
  const root = Markdown({ children: text, remarkPlugins: [remarkGfm] })
  const children: unknown = (root.props as { readonly children?: unknown }).children
  return (Array.isArray(children) ? children : [children]).filter((own): own is ReactElement<object> =>
    isValidElement(own),
  ) // prettier-ignore
}

test('EX62 whatever is written, a parser finds a heading for each message and each section, and nothing of a text outside its quotation', () => {
  fc.assert(
    fc.property(
      hostile,
      fc.array(fc.tuple(hostile, hostile), { maxLength: 3 }),
      fc.array(fc.oneof({ weight: 4, arbitrary: replying }, section), { maxLength: 6 }),
      links,
      (title, facts, blocks: readonly MarkdownBlock[], files) => {
        const head = { title, facts, links: files }
        const text = [...markdownDocument(head, blocks)].join('')
        const read = blocksOf(text)
        const count = (name: string) => read.filter(({ type }) => type === name).length
        const messages = blocks.filter((own) => own.kind === 'message')
        expect(count('h1')).toBe(1)
        expect(count('h2')).toBe(blocks.length - messages.length)
        expect(count('h3')).toBe(messages.length)
        expect(['h4', 'h5', 'h6'].map(count)).toEqual([0, 0, 0])
        expect(count('blockquote')).toBe(blocks.filter(({ text }) => (text ?? '').trim() !== '').length) // prettier-ignore
        expect(count('pre')).toBe(
          messages.filter((own) => own.text !== null && (own.code ?? '') !== '').length,
        )
        expect(count('hr')).toBe(1)
        expect(count('table')).toBe(0)
        expect(endsAsDocument(text.slice(-200))).toBe(true)
        expect(endsAsDocument(text.slice(0, -1))).toBe(false)
      },
    ),
    { numRuns: often(80, 3_000) },
  )
})

test('EX61 a message in a document: who, when, its number, whom it answers, its text, links, and who reacted', () => {
  const at = '2026-11-29T03:04:05.000Z'
  const text = [
    ...markdownDocument({ title: 'The *plan*', facts: [['Crew', 'atlas']] }, [
      { kind: 'section', title: 'Round 1', note: 'ben is next' },
      {
        kind: 'message',
        n: 2,
        from: 'Ben (developer)',
        at,
        about: ['1.5 s'],
        replyTo: { n: 1, from: 'Ada', text: `first ${'word '.repeat(40)}` },
        text: 'yes\n\n# no heading',
        editedAt: '2026-11-29T03:05:05.000Z',
        reactions: [['👍', ['Ada', 'Cy']]],
        links: [
          { label: 'a [b]', url: 'https://x.example/a>b', isPicture: true },
          { label: 'log', url: 'https://x.example/l', isPicture: false, about: 'text/plain' },
        ],
      },
      { kind: 'message', n: 3, from: 'Cy', at, text: null, deletedAt: at },
    ]),
  ].join('')
  expect(text).toBe(`# The \\*plan\\*

- Crew: atlas

## Round 1

*ben is next*

### Ben (developer), ${at} (1.5 s) (#2)

In reply to Ada (#1): “first ${'word '.repeat(40).slice(0, 74)}…”

> yes
>
> # no heading

- Picture: ![a \\[b\\]](<https://x.example/a%3Eb>)
- File: [log](<https://x.example/l>) (text/plain)

*Edited 2026-11-29T03:05:05.000Z*

Reactions: 👍 Ada, Cy

### Cy, ${at} (#3)

*Deleted ${at}*

---

*End: 2 messages*
`)
})
