import { expect, test } from 'vitest'
import { envFile } from './env-file'

const made = (label: string, n: number) => ({ id: `id-${n}`, label, token: `token-${n}` })

test('UI107 tokens are copied as one file of variables, each under a name of its own', () => {
  const agents = ['Project Lead', 'Developer', 'developer', '設計', '2nd QA'].map(made)
  const lines = envFile('http://localhost:1', agents).split('\n')
  const variables = lines.filter((line) => line !== '' && !line.startsWith('#'))
  expect(variables).toEqual([
    'CREWROOM_URL=http://localhost:1',
    ...['PROJECT_LEAD', 'DEVELOPER', 'DEVELOPER_2', 'AGENT', 'AGENT_2ND_QA'].flatMap((name, n) => [
      `${name}_ID=id-${n}`,
      `${name}_TOKEN=token-${n}`,
    ]),
  ])
  expect(envFile('x', [made('One\nEVIL=1', 0)])).not.toMatch(/^EVIL/m)
})
