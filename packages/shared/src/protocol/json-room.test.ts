import { describe, expect, test } from 'vitest'
import { beyondRoom } from './json-room'

const room = { keys: 3, items: 5, depth: 2 }
const KEYS = 'has more than 3 keys; send less at once'
const ITEMS = 'has more than 5 elements; send less at once'
const DEPTH = 'is nested more than 2 levels deep; send less at once'
const slashes = (count: number) => '\\'.repeat(count)

describe('BW1 keys, elements and depth are counted in the text', () => {
  test.each([
    ['as many keys as there may be', '{"a":1,"b":2,"c":3}', null],
    ['one key more', '{"a":1,"b":2,"c":3,"d":4}', KEYS],
    ['the same key again', '{"a":1,"a":1,"a":1,"a":1}', KEYS],
    ['as many elements as there may be', '[1,2,3,4,5]', null],
    ['one element more', '[1,2,3,4,5,6]', ITEMS],
    ['lists in lists', '[[],[]]', null],
    ['lists in lists, one more', '[{},{},{},{}]', ITEMS],
    ['as deep as it may be', '[[1]]', null],
    ['one level more', '{"a":[[1]]}', DEPTH],
    ['levels that are closed in between', '[[],[]]', null],
    ['signs in a string', '["{[:,:,:,:,[[["]', null],
    ['a key behind a string with quotes', '{"\\"":":\\":","b":2,"c":3,"d":4}', KEYS],
    ['a string that ends with backslashes', `["${slashes(2)}",2,3,4,5,6]`, ITEMS],
    ['a backslash before the end', `["${slashes(1)}",2,3,4,5,6]"]`, null],
    ['a long string', `["${':,'.repeat(100)}"]`, null],
    ['behind a long string', `["${':,'.repeat(100)}",2,3,4,5,6]`, ITEMS],
    ['quotes in a long string', `["${'x'.repeat(60)}\\",,,,,,\\"${',[{'.repeat(99)}"]`, null],
    [
      'behind a long string with backslashes',
      `["${'x'.repeat(60)}${slashes(4)}",2,3,4,5,6]`,
      ITEMS,
    ],
    [
      'in a long string with backslashes',
      `["${'x'.repeat(60)}${slashes(5)}",2,3,4,5,6${'y'.repeat(60)}"]`,
      null,
    ],
    ['a string without an end', `["${',x'.repeat(100)}`, null],
    ['text that is no JSON, as far as it looks like it', 'a:b:c:d:', KEYS],
    ['nothing', '', null],
  ])('BW1 %s', (_, text, problem) => {
    expect(beyondRoom(text, room)).toBe(problem)
  })
})
