import { expect, test } from 'vitest'
import { groupSlug, isGroupName } from './group-name'

const long = (length: number) => 'x'.repeat(length)

test.each<[given: string, slug: string, why: string]>([
  ['config-team', 'config-team', 'a name already'],
  ['Config Team', 'config-team', 'lower case, hyphens'],
  ['  Config  /  Team  ', 'config-team', 'one hyphen for whatever stands between, none around'],
  ['Größe', 'gro-e', 'NFKD: accents fall off, ß is no letter of it'],
  ['Ångström Café', 'angstrom-cafe', 'accents fall off'],
  ['ﬁle ②', 'file-2', 'compatible forms are usual ones'],
  ['v1.2_beta', 'v1-2-beta', 'signs, an underscore too'],
  ['İstanbul', 'istanbul', 'a capital with a dot'],
  ['設計', '', 'nothing left'],
  ['—☕—', '', 'nothing left of signs'],
  ['', '', 'nothing given'],
  [long(65), long(65), 'GR40: never cut'],
])('GR2, GR40 %j makes the name %j: %s', (given, slug) => {
  expect(groupSlug(given)).toBe(slug)
})

test.each<[text: string, isName: boolean, why: string]>([
  ['a', true, 'one letter'],
  ['0-9', true, 'digits'],
  [long(64), true, 'as long as a name is'],
  [long(65), false, 'longer'],
  ['', false, 'nothing'],
  ['A', false, 'a capital'],
  ['a b', false, 'a space'],
  ['a_b', false, 'an underscore'],
  ['-a', false, 'a hyphen in front'],
  ['a-', false, 'or behind'],
  ['a--b', false, 'or two'],
  ['a\n', false, 'a line end'],
  ['ä', false, 'another letter'],
])('GR2 %j is a group’s name: %s, %s', (text, isName) => {
  expect(isGroupName(text)).toBe(isName)
})
