import fc from 'fast-check'
import { expect, test } from 'vitest'
import { often } from '../../test/harness/long'
import { Forms, MARK } from './erased-text'

const words = fc.array(fc.constantFrom('ab', 'abc', 'b a', 'c', ' ', 'a long word ', '\n'), {
  maxLength: 30,
})
const text = words.map((all) => all.join(''))

test('DE33 copies of many texts are found like those of a few', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), text, text, (texts, one, other) => {
      const few = new Forms(texts)
      // Forms that no text here has.
      const others = Array.from({ length: 40 }, (_, n) => `number ${n} of what nobody says`)
      const many = new Forms([...texts, ...others])
      const whole = `${one}${texts[0] ?? ''}${other}`
      expect(many.erasedText(whole)).toBe(few.erasedText(whole))
      expect(many.erasedJson(JSON.stringify({ whole }))).toBe(few.erasedJson(JSON.stringify({ whole }))) // prettier-ignore
      const said = texts.filter((form) => form.length >= 12)
      for (const form of said) expect(many.erasedText(whole)).not.toContain(form)
      if (said.length === 0) return
      expect(many.erasedText(`x${said[0] ?? ''}y`)).toContain(MARK)
    }),
    { numRuns: often(300, 20_000) },
  )
})
