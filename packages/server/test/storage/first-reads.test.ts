import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { openForWriting } from '../../src/storage/database'
import { loadShard } from '../../src/storage/load'
import { Reader } from '../../src/storage/reader'
import { Writer } from '../../src/storage/writer'
import { tempFolder } from '../harness/temp-folder'

test('CL67 a start without crews prepares no statement that reads one; the first read prepares its own, once', () => {
  using folder = tempFolder()
  const sqlite = openForWriting(path.join(folder.path, 'crewroom.sqlite'))
  new Writer({ sqlite, shard: 'main', firstEpoch: 'e1' })
  const prepare = vi.spyOn(sqlite, 'prepare')
  const prepared = () => prepare.mock.calls.map(([text]) => text)
  expect(loadShard(sqlite).crews).toEqual([])
  const reader = new Reader(sqlite)
  expect(prepared(), 'what lists the crews').toContainEqual(expect.stringContaining('from "leads"'))
  expect(prepared().filter((text) => /chat_group_messages|"agents"|deliveries/.test(text))).toEqual(
    [],
  )
  const read = () => reader.messageByN('l1', 'room', 1)
  expect(read()).toBeNull()
  const first = prepared()
  expect(first).toContainEqual(expect.stringContaining('"chat_group_messages"'))
  read()
  expect(prepared()).toEqual(first)
  sqlite.close()
})
