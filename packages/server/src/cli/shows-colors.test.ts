import { expect, test } from 'vitest'
import { showsColors } from './shows-colors'

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { TERM: 'dumb' }, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [true, { NO_COLOR: '0' }, false],
  [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  [false, { FORCE_COLOR: '1' }, true],
  [false, { FORCE_COLOR: '' }, true],
  [false, { FORCE_COLOR: 'true' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [true, { FORCE_COLOR: 'false' }, false],
])('CL40 with a terminal: %s and %j colours are shown: %s', (isTTY, environment, shown) => {
  expect(showsColors({ isTTY }, environment)).toBe(shown)
})
