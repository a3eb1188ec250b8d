import { expect, test } from 'vitest'
import { lineBetween } from './line-between'

const at = (x: number, y: number, height = 100) => ({ x, y, width: 200, height })

test('UI714 a line goes from the side of one card to the facing side of the other, at their titles', () => {
  expect(lineBetween(at(214, 40), at(0, 300), 30)).toBe(
    'M214 60L210.5 60Q207 60 207 64L207 316Q207 320 203.5 320L200 320M204 316L200 320L204 324',
  )
  expect(lineBetween(at(0, 300), at(214, 40), 30)).toBe(
    'M200 320L203.5 320Q207 320 207 316L207 64Q207 60 210.5 60L214 60M210 56L214 60L210 64',
  )
})

test('UI714 it passes a column between them above its cards', () => {
  expect(lineBetween(at(428, 40), at(0, 40), 30)).toBe(
    'M428 60L424.5 60Q421 60 421 56L421 34Q421 30 417 30L211 30Q207 30 207 34L207 56Q207 60 203.5 60L200 60M204 56L200 60L204 64',
  )
})

test('UI714 within a column it goes round the left edges, and its head points at the card', () => {
  expect(lineBetween(at(12, 300, 30), at(12, 40), 30)).toBe(
    'M12 315L8.5 315Q5 315 5 311L5 64Q5 60 8.5 60L12 60M8 56L12 60L8 64',
  )
})
