import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { orm } from './database'
import { migrate } from './migrate'
import { reactionRows } from './reaction-rows'

test('RX26 of any messages, in any order, all reactions are found and no others', () => {
  using sqlite = Object.assign(new Database(':memory:'), {
    [Symbol.dispose](this: Database.Database) {
      this.close()
    },
  })
  migrate(orm(sqlite))
  const reacted = { a1: ['👍', '👀'], c3: ['👍'], e5: ['🎉'] }
  const put = sqlite.prepare('insert into chat_group_reactions values (?, ?, ?, ?)')
  let seq = 0
  for (const [id, emoji] of Object.entries(reacted)) {
    for (const one of emoji) for (const who of ['zoe', 'adam']) put.run(id, one, who, ++seq)
  }
  const reactionsOf = reactionRows(sqlite)
  const ids = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6']
  for (const first of ids) {
    for (const second of ids) {
      for (const asked of [[first], [first, second], [second, 'd4', first]]) {
        // In the order in which they reacted.
        const expected = Object.entries(reacted)
          .filter(([id]) => asked.includes(id))
          .map(([id, emoji]) => [id, Object.fromEntries(emoji.map((e) => [e, ['zoe', 'adam']]))])
        expect(Object.fromEntries(reactionsOf(asked)), asked.join(' ')).toEqual(
          Object.fromEntries(expected),
        )
      }
    }
  }
  expect([...reactionsOf([])]).toEqual([])
})
