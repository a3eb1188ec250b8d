import { expect, test } from 'vitest'
import { looksLikePicture } from './picture-bytes'

test.each([
  ['PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d], '', true],
  ['JPEG', [0xff, 0xd8, 0xff, 0xe0], '', true],
  ['GIF', [0x47, 0x49, 0x46, 0x38, 0x39], '', true],
  ['WebP', [0x52, 0x49, 0x46, 0x46, 1, 0, 0, 0, 0x57, 0x45, 0x42, 0x50], '', true],
  ['WAV', [0x52, 0x49, 0x46, 0x46, 1, 0, 0, 0, 0x57, 0x41, 0x56, 0x45], '', false],
  ['one of that type', [0x3c], 'image/webp', true],
  ['SVG', [0x3c, 0x73, 0x76, 0x67], 'image/svg+xml', false],
  ['nothing', [], '', false],
])('UI611 %s', async (_, bytes, type, isOne) => {
  expect(await looksLikePicture(new File([new Uint8Array(bytes)], 'a', { type }))).toBe(isOne)
})
