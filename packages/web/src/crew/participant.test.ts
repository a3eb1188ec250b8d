import type { AgentRecord } from '@crewroom/shared/model/agent'
import { expect, test } from 'vitest'
import { isNamesake, knownAs } from './participant'

const agent = (id: string, name: string) =>
  ({ id, name, role: 'developer', roleName: 'Developer' }) as AgentRecord
const crew = (...agents: AgentRecord[]) =>
  ({
    lead: { id: 'lead0000' },
    agents: Object.fromEntries(agents.map((own) => [own.id, own])),
  }) as never

test('UI295 an agent is known by its name, with its short id where that is another’s too or only a role', () => {
  const state = crew(
    agent('aaaa1111-x', 'Ann'),
    agent('bbbb2222-x', 'ann'),
    agent('cccc3333-x', 'Kay'),
    agent('dddd4444-x', 'Developer'),
  )
  expect(
    ['aaaa1111-x', 'bbbb2222-x', 'cccc3333-x', 'dddd4444-x'].map((id) => knownAs(state, id)),
  ).toEqual(['Ann (aaaa1111)', 'ann (bbbb2222)', 'Kay', 'Developer (dddd4444)'])
  expect(isNamesake(state, 'cccc3333-x')).toBe(false)
  expect(isNamesake(state, 'nobody'), 'who is in no crew').toBe(false)
})
