import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { TIMERS } from '../harness/timers'

const PACKAGES = fileURLToPath(new URL('../../..', import.meta.url))
/** Whatever puts something off. `later` of `later.ts` loads a part, and waits for nothing. */
const TIMER =
  /\bset(?:Timeout|Interval)\s*[(<]|[{,]\s*setTimeout as \w+|AbortSignal\.timeout\(|[cC]lock\s*\.after\(|[tT]iming\.after\(|[pP]orts\s*\.after\(|new (?:Countdown|Deadlines)\(/g
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm

/** How many timers each file of the source has. */
function timersIn(root: string): readonly (readonly [string, number])[] {
  const folder = path.join(PACKAGES, root, 'src')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) return []
    const text = readFileSync(path.join(folder, file), 'utf8').replace(COMMENT, '')
    const count = [...text.matchAll(TIMER)].length
    return count === 0 ? [] : [[`${root}/${file.replaceAll(path.sep, '/')}`, count] as const]
  })
}

test('DF3 every timer has a row that says what ends it, and who can when its subject is gone', () => {
  const found = Object.fromEntries([...timersIn('server'), ...timersIn('shared')])
  const rows = Object.entries(TIMERS).map(([file, timers]) => [file, timers.length] as const)
  expect(Object.fromEntries(rows)).toEqual(found)
  expect(Object.values(TIMERS).flat(2)).not.toContain('')
})
