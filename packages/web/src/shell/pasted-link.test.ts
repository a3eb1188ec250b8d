import { expect, test } from 'vitest'
import { pastedLink } from './pasted-link'

const HERE = { origin: 'http://127.0.0.1:4700' }

test('UI300 a pasted link signs in at its own place of this server, and says why it cannot', () => {
  expect(pastedLink(' http://127.0.0.1:4700/leads/x?a=1#code=abc-DEF_12 ', HERE)).toEqual({
    to: '/leads/x?a=1#code=abc-DEF_12',
  })
  expect(pastedLink('http://localhost:4700/#code=abcdefgh', HERE)).toEqual({
    to: '/#code=abcdefgh',
  })
  expect(pastedLink('abcdefgh12', HERE), 'the code alone').toEqual({ to: '/#code=abcdefgh12' })
  expect(pastedLink('http://127.0.0.1:9/#code=abcdefgh', HERE)).toMatch(/another server/)
  expect(pastedLink('http://127.0.0.1:4700/', HERE)).toMatch(/no code/)
  expect(pastedLink('javascript:alert(1)', HERE)).toMatch(/no code/)
  expect(pastedLink('hello you', HERE)).toMatch(/not a link/)
  expect(pastedLink('  ', HERE)).toMatch(/Paste/)
})
