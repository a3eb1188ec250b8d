import { expect, test } from 'vitest'
import { arranged, type Layout } from './use-layout'

const layout = (more: Partial<Layout>): Layout => ({
  kind: 'compare',
  isChosen: false,
  hasRoom: true,
  choose: () => {},
  ...more,
})

type Row = [own: Partial<Layout>, count: number, as: string]

test.each<Row>([
  [{}, 1, 'stack'],
  [{}, 2, 'compare'],
  [{}, 4, 'compare'],
  [{}, 5, 'stack'],
  [{ isChosen: true }, 5, 'scroll'],
  [{ isChosen: true }, 4, 'compare'],
  [{ kind: 'stack', isChosen: true }, 3, 'stack'],
  [{ hasRoom: false }, 3, 'stack'],
  [{ hasRoom: false, isChosen: true }, 5, 'stack'],
])('UI564 with %j, %i answers stand as %s', (own, count, as) => {
  expect(arranged(layout(own), count)).toBe(as)
})
