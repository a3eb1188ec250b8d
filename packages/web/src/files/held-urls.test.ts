import { expect, test } from 'vitest'
import { HeldUrls } from './held-urls'

function stage(most: number) {
  const revoked: string[] = []
  const urls = new HeldUrls({ most, revoke: (url) => void revoked.push(url) })
  let made = 0
  const hold = (key: string) => urls.hold(key, () => Promise.resolve(`${key}${++made}`))
  return { urls, revoked, hold }
}

test('UI613 a copy is made once for all that show it, and given back when too many are out of view', async () => {
  const { urls, revoked, hold } = stage(1)
  expect(await hold('a')).toBe('a1')
  expect(await hold('a')).toBe('a1')
  expect(await hold('b')).toBe('b2')
  urls.release('a')
  urls.release('b')
  expect(revoked).toEqual([])
  // Now two are out of view, and b left it first.
  urls.release('a')
  expect(revoked).toEqual(['b2'])
  expect(await hold('a')).toBe('a1')
  expect(await hold('b')).toBe('b3')
})

test('UI613 one that could not be made is made again, and one that nobody waits for any more is given back', async () => {
  const { urls, revoked, hold } = stage(0)
  await expect(urls.hold('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await hold('a')).toBe('a1')
  let arrive = (_: string) => {}
  const late = urls.hold('b', () => new Promise((resolve) => (arrive = resolve)))
  urls.release('b')
  arrive('b-late')
  await late
  await Promise.resolve()
  expect(revoked).toEqual(['b-late'])
})
