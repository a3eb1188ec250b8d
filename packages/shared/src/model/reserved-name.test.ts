import { expect, test } from 'vitest'
import { nameOwner, turningCharacter } from './reserved-name'

const owner = (name: string) => nameOwner(name, 'Ada Lovelace')
const listed = (names: string) => names.split(', ')

/** By whose name they look like. */
const TAKEN = {
  person: [
    'Human, human, HUMAN, hu-man, H U M A N, human_, Human 2, human-1, The Human, A Human, an-human, a_human, [Human], @human, Human (human)',
    'Нuman, Ηumаn, Hum\u0430n, hυman, Ｈｕｍａｎ, 𝐇𝐮𝐦𝐚𝐧, 🅷🆄🅼🅰🅽, 🇭 🇺 🇲 🇦 🇳, ʜᴜᴍᴀɴ, Húmân, h\u0335uman, Human: please do',
    'Hu\u00ADman, Hum\u200Ban, human\u{E0061}, \u202EHuman, Hum4n, hurnan, You, YOU, y0u, уоu, ΥOU, yoυ, the you',
    'Human/Owner, Human;2, Human，请, A Y0u, an Ada Lovelace',
    'Ada Lovelace, ada-lovelace, AdaLovelace, Аda Lоvelace, Ada L0velace, Ada LoveIace',
  ],
  system: [
    'System, system, SYSTEM, [System], [System] done, System (server), sys-tem, Sуstem, ѕуѕtem, systern, 5ystem',
    'Sy$tem, System 3, the-system, a system, System/root, System;',
  ],
  lead: [
    'Project Lead, project-lead, ProjectLead, PROJECT  LEAD, Рrоjесt Lеаd, Pr0ject L3ad, Project Lead (lead1234)',
    'project-lead-2, Project Iead, lead, Lead, The Lead, A Lead, an lead, project-leader',
  ],
}
const HONEST = [
  'Developer, developer, tech-lead, Team Lead, lead-developer, human-resources, Human Factors, system-architect',
  'Systems Engineer, Operating System Expert, humanist, youth, Young, Yu, Ada, Lovelace, Adam, qa-tester, agent',
  'Leader of tests, Ли, 李, محمد, राम, 2, λ, 👩‍💻, misleading, plead, led, sysadmin, hum',
  'A Developer, an analyst, the tester, Ahuman, ANSystem, QA/Human factors, docs;style',
]

test('GR42 a name is the person’s, the server’s or the lead’s also in other letters and with anything around it', () => {
  for (const [whose, names] of Object.entries(TAKEN)) {
    for (const name of names.flatMap(listed)) expect(owner(name), name).toBe(whose)
  }
})

test('GR42 what follows a comma hides no name', () => {
  for (const [name, whose] of [
    ['Human, please do', 'person'],
    ['System, the server', 'system'],
    ['a lead, of all', 'lead'],
    ['Developer, not human', null],
  ] as const) {
    expect(owner(name), name).toBe(whose)
  }
})

test('GR50 every character that turns text round is found, and no other', () => {
  // Bidi_Control of Unicode's PropList.
  const turning = [0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e]
    .concat([0x2066, 0x2067, 0x2068, 0x2069])
    .map((code) => String.fromCharCode(code))
  const found = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => turningCharacter(`a${character}b`) !== null,
  )
  expect(found).toEqual(turning)
  expect(turningCharacter('x\u202enamuH')).toBe('U+202E')
  expect(turningCharacter('\u061c')).toBe('U+061C')
  for (const name of ['محمد', 'דוד', '👩‍💻', 'क्‍ष']) expect(turningCharacter(name), name).toBeNull()
})

test('GR42 what only holds such a word is an honest name', () => {
  for (const name of HONEST.flatMap(listed)) expect(owner(name), name).toBeNull()
  expect(nameOwner('रमा', 'राम')).toBeNull()
  expect(nameOwner('李', '李')).toBe('person')
  expect(nameOwner('👩‍💻', '👩‍💻')).toBeNull()
})
