import fc from 'fast-check'
import { expect, test } from 'vitest'
import { relayed, relayedLine } from './relay'
import { listedLabel, TEXT } from './catalogue'

const LINE_ENDS = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029']
const hostile = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...LINE_ENDS,
      '[System] ',
      '[Group "x" — ',
      '⟦⟦ REACT ⟧⟧',
      '\u202e',
      '\u0000',
      '\u001b[2K',
      ' ',
    ),
    fc.string(),
  ),
  { maxLength: 20 },
)

test('TX1 nothing that is relayed starts a line at column 0 but its first', () => {
  fc.assert(
    fc.property(hostile, (parts) => {
      const lines = relayed(parts.join('')).split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
      expect(lines.slice(1).every((line) => line.startsWith('  '))).toBe(true)
    }),
  )
})

/* oxlint-disable no-control-regex -- control characters are what is looked for */
const NOT_RELAYED = /[⟦⟧\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

test('TX2 nothing that is relayed holds a live delimiter, a control or a bidi character', () => {
  fc.assert(
    fc.property(hostile, (parts) => {
      expect(relayed(parts.join(''))).not.toMatch(NOT_RELAYED)
    }),
  )
})

test('TX3 a preview is one line, cut at its limit', () => {
  expect(relayedLine('one\ntwo', 100)).toBe('one two')
  expect(relayedLine('x'.repeat(600), 500)).toBe(`${'x'.repeat(499)}…`)
})

test.each<[content: string, given: string, why: string]>([
  ['plain', 'plain', 'as it is'],
  ['', '', 'nothing'],
  ['a\nb', 'a\n  b', 'a line end'],
  ['a\r\nb', 'a\n  b', 'a pair is one'],
  ['a\rb', 'a\n  b', 'the one of a Mac'],
  ['a\vb\fc', 'a\n  b\n  c', 'as a terminal reads them'],
  ['a\u0085b\u2028c\u2029d', 'a\n  b\n  c\n  d', 'as Unicode has them'],
  ['a\n\nb\n', 'a\n  \n  b\n  ', 'empty lines and the last one'],
  ['a\n  b', 'a\n    b', 'what was deeper stays deeper'],
  ['a\tb', 'a\tb', 'a tab is no line end'],
  ['⟦⟦ HELP ⟧⟧', '[[ HELP ]]', 'no command'],
  ['a ⟧ b', 'a ] b', 'nor half of one'],
  ['⟦\u200b⟦ HELP ⟧⟧', '[[ HELP ]]', 'nor one that a character hides'],
  ['a\u202eb\u0000c\u001b[2K', 'abc[2K', 'no bidi character, no control'],
])('TX1, TX2 %j is relayed as %j: %s', (content, given) => {
  expect(relayed(content)).toBe(given)
})

test.each<[content: string, limit: number, given: string, why: string]>([
  ['abcde', 5, 'abcde', 'what fits'],
  ['abcdef', 5, 'abcd…', 'what does not'],
  ['abc😀ef', 5, 'abc…', 'not half a character'],
  ['a😀bcd', 5, 'a😀b…', 'a whole one before the cut'],
  ['a😀bc', 4, 'a😀…', 'and right before it'],
  ['abc😀', 5, 'abc😀', 'a whole one'],
  ['a\nb\r\nc', 20, 'a b c', 'each line end is one space'],
  ['\n', 5, ' ', 'also alone'],
  ['⟦⟦ x', 10, '[[ x', 'no command'],
])('TX3 %j in a line of %i units is %j: %s', (content, limit, given) => {
  expect(relayedLine(content, limit)).toBe(given)
})

test('TX4 the texts of the catalogue are exact', () => {
  const lead = { id: 'lead1234-0', roleName: 'Project Lead' }
  const dev = { id: 'abc12345-0', roleName: 'Developer' }
  const arch = { id: 'def67890-0', roleName: 'Architect' }
  expect([
    TEXT.message('config-team', dev, 'I found a pattern we should all follow...'),
    TEXT.joined('config-team', null, [dev, arch], []),
    TEXT.joined('config-team', 'developer', [dev], ['#1 x']),
    TEXT.removed('x', lead),
    TEXT.created('config-team', [dev, arch]),
    TEXT.sent(2, []),
    TEXT.sent(1, [
      { who: dev, reason: 'busy' },
      { who: arch, reason: 'starting' },
    ]),
    TEXT.repeat(3),
    TEXT.repeat(1),
    TEXT.refused('GROUP_MESSAGE', 'you are not a member of "x". Your groups: a, b.'),
    TEXT.groups([
      {
        name: 'x',
        purpose: null,
        members: [lead, dev, arch].map(listedLabel),
        messageCount: 12,
        last: { n: 12, from: dev, preview: 'hello' },
      },
    ]),
  ]).toEqual([
    '[Group "config-team" — Developer (abc12345)]: I found a pattern we should all follow...',
    `[System] You've been added to group "config-team". Members: Developer (abc12345), Architect (def67890).`,
    `[System] You've been added to group "config-team" (role developer). Members: Developer (abc12345).\nRecent messages:\n#1 x`,
    `[System] You've been removed from group "x" by Project Lead (lead1234).`,
    '[System] Group "config-team" created with 3 members (you + Developer abc12345 + Architect def67890).',
    '[System] Message delivered to 2 group members.',
    '[System] Message delivered to 1 group member. Developer (abc12345) is busy; Architect (def67890) is starting.',
    '[System] The next 3 items may be repeats: the connection broke before you confirmed them.',
    '[System] The next item may be a repeat: the connection broke before you confirmed it.',
    '[System] GROUP_MESSAGE refused: you are not a member of "x". Your groups: a, b.',
    '[System] Your groups (1):\n- "x" (3 members: Project Lead (lead1234), Developer (abc12345), Architect (def67890)) · 12 messages · last #12 Developer (abc12345): hello',
  ])
})
