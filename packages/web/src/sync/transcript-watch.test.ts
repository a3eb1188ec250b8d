import { expect, test } from 'vitest'
import { TranscriptWatch } from './transcript-watch'

test('TV1 a transcript is watched once however many views show it, and again on each connection', () => {
  const said: string[] = []
  const watch = new TranscriptWatch(({ type, transcript }) => said.push(`${type} ${transcript}`))
  const heard: string[] = []
  const hear = (who: string) => (change: { readonly id: string; readonly changed: unknown }) =>
    heard.push(`${who} ${change.id} ${String(change.changed)}`)
  const first = watch.watch('one', hear('a'))
  const second = watch.watch('one', hear('b'))
  watch.watch('two', hear('c'))
  expect(said.splice(0)).toEqual(['watch one', 'watch two'])

  watch.changed({ id: 'one', revision: 3, changed: ['ai-1'] })
  watch.changed({ id: 'three', revision: 3, changed: ['ai-1'] })
  expect(heard.splice(0)).toEqual(['a one ai-1', 'b one ai-1'])

  first()
  first()
  expect(said.splice(0), 'the other view is still there').toEqual([])
  watch.connected()
  expect(said.splice(0)).toEqual(['watch one', 'watch two'])
  expect(heard.splice(0), 'anything may have been missed').toEqual(['b one all', 'c two all'])

  second()
  expect(said.splice(0)).toEqual(['unwatch one'])
  watch.changed({ id: 'one', revision: 4, changed: 'all' })
  expect(heard).toEqual([])
})
