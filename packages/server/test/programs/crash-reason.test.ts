import { expect, test } from 'vitest'
import { eventually } from '../harness/speaker'
import { TestServer } from '../harness/test-server'

/** Programs of this machine that end in an error, each in the way of its runtime. */
const CRASHES: Readonly<
  Record<string, { readonly run: readonly [string, ...string[]]; readonly said: RegExp }>
> = {
  node: {
    run: [process.execPath, '/nowhere/nonexistent.mjs'],
    said: /: Error: Cannot find module '\/nowhere\/nonexistent\.mjs' \(restarted once\)$/,
  },
  thrown: {
    run: [
      process.execPath,
      '-e',
      'class Hot extends Error { name = "Hot" }; throw new Hot("too warm")',
    ],
    said: /: (?:Hot|Error): too warm \(restarted/,
  },
  python3: {
    run: ['python3', '-c', 'def f():\n  raise ValueError("not a number")\nf()'],
    said: /: ValueError: not a number \(restarted/,
  },
  bash: {
    run: ['bash', '-c', 'no_such_program_here; exit 127'],
    said: /exit code 127: bash: .*no_such_program_here: command not found \(restarted/,
  },
}

test('FT40, FT41 the reason of a crash is the line in which node, python3 and bash name the error', async () => {
  await using server = await TestServer.start({ config: { restartLimit: 1, restartPauseMs: 10 } })
  const { leadId } = await server.crew('atlas')
  const ids = new Map<string, string>()
  for (const [
    name,
    {
      run: [command, ...args],
    },
  ] of Object.entries(CRASHES)) {
    const driver = { kind: 'pipe', command, args }
    const { body } = await server.call('POST', `/api/lead/${leadId}/agents`, {
      role: 'developer',
      name,
      driver,
    })
    ids.set(name, body['agent'].id as string)
  }
  for (const [name, { said }] of Object.entries(CRASHES)) {
    const agent = async () =>
      (await server.call('GET', `/api/agents/${ids.get(name)}`)).body['agent']
    await eventually(`${name} has failed`, async () => (await agent()).status === 'failed', 20_000)
    expect((await agent()).endedReason).toMatch(said)
  }
  const { body } = await server.call('GET', `/api/lead/${leadId}/needs`)
  const needs = body['needs'] as { agentId: string; text: string }[]
  const text = (name: string) => needs.find(({ agentId }) => agentId === ids.get(name))?.text ?? ''
  const [reason, error, ...places] = text('node').split('\n')
  expect(reason).toMatch(CRASHES['node']?.said ?? /never/)
  expect(error).toBe("Error: Cannot find module '/nowhere/nonexistent.mjs'")
  expect(places).toEqual([expect.stringMatching(/^at /), expect.stringMatching(/^at /)])
  expect(text('python3').split('\n').slice(1)).toEqual([
    expect.stringMatching(/^File "<string>", line 3/),
    expect.stringMatching(/^File "<string>", line 2, in f$/),
    'ValueError: not a number',
  ])
  // One line is said once.
  expect(text('bash').split('\n')).toHaveLength(1)
})
