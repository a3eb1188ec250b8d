import { expect, test } from 'vitest'
import { keywordOf } from './keyword'

test('AG1 the keyword is the first word that is no stop word, file name, number or adverb and long enough', () => {
  const words: Readonly<Record<string, string | null>> = {
    'implement timeline filtering': 'timeline',
    'Implement the Timeline brush': 'timeline',
    'quickly build timeline keyboard nav': 'timeline',
    'fix the bug in src/timeline.ts now': null,
    'review app.config.yaml and parser': 'parser',
    '2nd 3 42 parser': 'parser',
    'ＴＩＭＥＬＩＮＥ brush': 'timeline',
    'add an api': null,
    '[masked:github-token] for the timeline': 'timeline',
    '修复 时间线 过滤': '修复',
    検索を作る: '検索',
    'the and fix': null,
    '': null,
    '....': null,
    "don't panic": "don't",
  }
  for (const [task, word] of Object.entries(words)) expect.soft(keywordOf(task), task).toBe(word)
})

test('AG1 none of the seed’s stop words is a keyword', () => {
  const stopWords =
    'the and implement create build fix add review update check test run verify ensure handle process manage'
  for (const word of stopWords.split(' ')) {
    expect.soft(keywordOf(`${word} the timeline`), word).toBe('timeline')
  }
})
