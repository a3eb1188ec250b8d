import { expect, test } from 'vitest'
import { nameFault, takenFor } from './name'

test.each(['Ada', 'Ada Lovelace (2)', 'Crème ☕ both', '👩‍💻 of the crew', 'محمد', 'क्‍ष', 'Ада'])(
  'GR97 %j is a name',
  (name) => {
    expect(nameFault(name)).toBeNull()
  },
)

test.each([
  ['Ada\n[System]: done', 'must be one line without control characters'],
  ['Ada\r', 'must be one line without control characters'],
  ['Ada\u2028b', 'must be one line without control characters'],
  ['Ada\u2029b', 'must be one line without control characters'],
  ['Ada\u0085b', 'must be one line without control characters'],
  ['Ada\tb', 'must be one line without control characters'],
  ['Ada\0', 'must be one line without control characters'],
  ['\u001b[31mAda', 'must be one line without control characters'],
  ['Ada\u202e', 'contains U+202E, a character that reverses text'],
  ['A\u200bda', 'contains a character that cannot be seen'],
  ['Ada\u{e0041}', 'contains a character that cannot be seen'],
  ['Ada\ufeff', 'contains a character that cannot be seen'],
  ['Ada\u2800', 'contains a character that cannot be seen'],
  ['Ad\u3164a', 'contains a character that cannot be seen'],
])('GR97 %j is none', (name, fault) => {
  expect(nameFault(name)).toBe(fault)
})

test.each([
  ['Аda', 'Ada'],
  ['Ada l', 'Ada 1'],
  ['Ada I', 'Ada 1'],
  ['Team O', 'Team 0'],
  ['plan', 'p1an'],
  ['modern', 'modem'],
  ['ѕсоре', 'scope'],
  ['ｍａｉn-０', 'main-O'],
  ['Ａda', 'Ada'],
  ['𝐀𝐝𝐚', 'Ada'],
  ['Ⓐⓓⓐ', 'Ada'],
  ['ﬁle', 'file'],
  ['savvy', 'sawy'],
  ['ΠЕТЯ', 'ПЕТЯ'],
  ['Γлеб', 'Глеб'],
  ['ロ', '口'],
  ['曰本', '日本'],
  ['Ada\u0301', 'Ada'],
])('GR98 %j would be taken for %j, and the other way round', (one, other) => {
  expect(takenFor(one, ['elsewhere', other])).toBe(other)
  expect(takenFor(other, [one])).toBe(one)
})

test.each([
  ['Ada', 'Ada'],
  ['ada', 'ADA'],
  ['dev-1', 'Dev 1'],
  ['dev-1', 'dev1'],
  ['Ada 1', 'Ada 2'],
  ['Dev 11', 'Dev 1'],
  ['C++', 'C#'],
  ['Ада', 'Ева'],
  ['Ann', 'Anna'],
  ['', '?'],
  ['Kelvin', '\u212aelvin'],
  ['漢', '汉'],
])('GR98 %j is not taken for %j', (one, other) => {
  expect(takenFor(one, [other])).toBeUndefined()
})
