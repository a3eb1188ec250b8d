import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { crewState } from '../../../test/samples'
import { Writers } from './Writers'

const agent = (id: string, role: string, roleName: string) => ({
  id,
  role,
  roleName,
  name: roleName,
})
const state = crewState(1, [])
const crew = {
  lead: state.lead,
  agents: Object.fromEntries(
    [
      agent('a', 'architect', 'Architect'),
      agent('b', 'developer', 'Developer'),
      agent('c', 'qa-tester', 'QA Tester'),
      agent('d', 'designer', 'Designer'),
    ].map((own) => [own.id, own]),
  ) as unknown as typeof state.agents,
}
const words = (...all: readonly (readonly [string, string | null])[]) =>
  renderToStaticMarkup(
    <Writers crew={crew} all={all.map(([agentId, text]) => ({ agentId, text, at: 0 }))} />,
  )
    .replace(/<span class="av[^>]*>[^<]*<\/span>/g, '')
    .replace(/<[^>]*>/g, '')

test('UI88 one or two who write are named, with what they write; more become a number', () => {
  expect(words(['a', null])).toBe('Architect writing')
  expect(words(['a', 'I can move it'], ['b', ' '])).toBe(
    'Architect writingI can move itDeveloper writing',
  )
  expect(words(['a', null], ['b', null], ['c', null])).toBe(
    'Architect, Developer and 1 other are writing',
  )
  expect(words(['a', null], ['b', null], ['c', null], ['d', 'x'])).toBe(
    'Architect, Developer and 2 others are writing',
  )
  const long = words(['a', `${'x'.repeat(500)}\u202Eend`])
  expect(long).toContain('…x')
  expect(long.endsWith('⟪U+202E⟫end')).toBe(true)
  expect(long.length).toBeLessThan(400)
})
