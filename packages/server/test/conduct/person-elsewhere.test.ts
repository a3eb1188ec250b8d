import { expect, test } from 'vitest'
import { command, say, team, work } from '../harness/talk'
import { testCrew } from '../harness/test-crew'

test.each([
  { person: 'has spoken', server: 'goes on', hop: 1 },
  { person: 'has spoken', server: 'starts again', hop: 1 },
  { person: 'is silent', server: 'goes on', hop: 2 },
] as const)(
  'TN4 a person $person in one group and the server $server: an agent in a chain writes in another with hop $hop',
  async ({ person, server, hop }) => {
    await using crew = testCrew({ agents: { dev: 'developer', arch: 'architect' } })
    for (const name of ['one', 'two']) team(crew, name, ['dev', 'arch'])
    await crew.reads('dev')
    say(crew, 'arch', work(1), 'two')
    await crew.reads('dev')
    say(crew, 'arch', work(2), 'one')
    if (person === 'has spoken') say(crew, 'human', 'Please look at the parser, too.', 'one')
    if (server === 'starts again') crew.restart()
    await crew.says('dev', command('GROUP_MESSAGE', { group: 'two', content: work(3) }))
    expect(crew.crew.window('two').messages.at(-1)?.hop).toBe(hop)
  },
)
