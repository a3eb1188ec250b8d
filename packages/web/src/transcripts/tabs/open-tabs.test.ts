import { expect, test } from 'vitest'
import {
  MOST_TABS,
  numberOf,
  type OpenTab,
  readTabs,
  tabBeside,
  withCopy,
  withoutTab,
  withTab,
  withTitle,
} from './open-tabs'

const tab = (id: string): OpenTab => ({ key: id, transcriptId: id, title: id.toUpperCase() })
const ABC = ['a', 'b', 'c'].map(tab)
const keys = (tabs: readonly OpenTab[] | undefined) => tabs?.map(({ key }) => key)

test('TV54 each transcript that is opened has one tab, and a copy of it one more', () => {
  expect(withTab(ABC, tab('b')), 'it is open').toBe(ABC)
  expect(keys(withTab(ABC, tab('d')))).toEqual(['a', 'b', 'c', 'd'])
  const twice = withCopy(ABC, 'a')
  expect(keys(twice?.tabs)).toEqual(['a', 'a~2', 'b', 'c'])
  const thrice = withCopy(twice?.tabs ?? [], 'a~2')
  expect(keys(thrice?.tabs)).toEqual(['a', 'a~2', 'a~3', 'b', 'c'])
  expect([tab('a'), twice?.copy, thrice?.copy].map((one) => one && numberOf(one))).toEqual([
    1, 2, 3,
  ])
  const many = Array.from({ length: MOST_TABS }, (_, n) => tab(`t${n}`))
  expect(keys(withTab(many, tab('new')))?.slice(-1), 'the oldest makes room').toEqual(['new'])
  expect(withTab(many, tab('new'))).toHaveLength(MOST_TABS)
  expect(withCopy(many, 't0'), 'no room for a copy').toBeNull()
})

test('TV54 when a tab is closed, the one on its right is shown, and at the end the one on its left', () => {
  const close = (key: string) => {
    const { tabs, next } = withoutTab(ABC, key)
    return [keys(tabs), next?.key]
  }
  expect(close('b')).toEqual([['a', 'c'], 'c'])
  expect(close('c')).toEqual([['a', 'b'], 'b'])
  expect(withoutTab([tab('a')], 'a')).toEqual({ tabs: [], next: null })
  expect(withoutTab(ABC, 'x')).toEqual({ tabs: ABC, next: null })
  expect([tabBeside(ABC, 'c', 1)?.key, tabBeside(ABC, 'a', -1)?.key]).toEqual(['a', 'c'])
  expect(tabBeside([tab('a')], 'a', 1)).toBeNull()
})

test('TV54 tabs survive a reload with their names, and what cannot be read is no tab', () => {
  const named = withTitle(ABC, 'b', 'Cache the loader')
  expect(readTabs(JSON.stringify(named))).toEqual(named)
  expect(withTitle(named, 'b', 'Cache the loader'), 'nothing new').toBe(named)
  for (const text of [
    null,
    '',
    '{',
    '{}',
    '[null, 7, {"key":"a"}]',
    '[{"key":"b","transcriptId":"a","title":""}]',
  ]) {
    expect(readTabs(text), String(text)).toEqual([])
  }
})
