import { expect, test } from 'vitest'
import { createMask } from '../../src/rollouts/secret-mask'
import { Books } from '../../src/transcripts/books'
import { SessionList } from '../../src/transcripts/session-list'
import { asked, lines, SessionFolder } from '../harness/session-folder'

test('TR128 a file that takes more memory than there is is refused before the thread ends, and not read again for each request', async () => {
  using folder = new SessionFolder()
  const other = folder.write('other.jsonl', [asked(1, 'hello')])
  const mebibyte = 'x'.repeat(1024 * 1024)
  const id = folder.write(
    'heavy.jsonl',
    Array.from({ length: 30 }, (_, n) => asked(n, mebibyte)),
  )
  const mask = createMask([])
  let isShort = false
  let parts = 0
  const giveWay = async () => {
    parts++
  }
  const list = new SessionList([folder.path], () => Promise.resolve())
  const books = new Books({
    mask: () => mask,
    open: list.open,
    fileOf: (file) => list.fileOf(file),
    giveWay,
    hasRoom: () => !isShort,
    revision: 0,
  })
  await books.get(other)
  isShort = true
  const refusal = { code: 'too_large', message: expect.stringMatching(/heavy\.jsonl .*Split it/) }
  await expect(books.get(id)).rejects.toMatchObject(refusal)
  expect(books.size, 'the others made room').toBe(0)
  const before = parts
  expect(before).toBeLessThan(25)
  await expect(books.get(id)).rejects.toMatchObject(refusal)
  expect(parts).toBe(before)
  folder.append('heavy.jsonl', lines([asked(50, 'more')]))
  isShort = false
  expect((await books.get(id)).book.conversation.items).toHaveLength(31)
})
