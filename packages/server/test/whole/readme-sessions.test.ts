import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventually } from '../harness/speaker'
import { TestServer } from '../harness/test-server'

const README = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')

/** The shell commands below a heading, block by block. */
function shellBlocks(heading: string): string[] {
  const section = README.split(`\n${heading}\n`)[1]?.split(/^## /m)[0] ?? ''
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1] ?? '')
}

test('SN42 the README’s session is opened, asked and answered by what one pastes', async () => {
  await using server = await TestServer.start()
  const before = shellBlocks('## Your own program as an agent')
  const loop = before.findIndex((block) => block.includes('inbox'))
  const [ask = '', read = ''] = shellBlocks('## Sessions')
  expect(ask).toContain('asks')
  expect(read).toContain('messages')
  // The machine may be busy: the answer is waited for, and then read as the README reads it.
  const script = [...before.slice(0, loop + 1), 'kill $LOOP', ask, 'echo "ASKED $LEAD $SESSION"']
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', [...script, 'read', read].join('\n')], {
    env: { ...process.env, CREWROOM_HOME: server.data.folder },
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  try {
    let said = ''
    shell.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
    await eventually('Dora is asked', () => /^ASKED .+\n/m.test(said), 20_000)
    const [, leadId = '', id = ''] = /^ASKED (\S+) (\S+)$/m.exec(said) ?? []
    const { state } = server.app.core.shard.crew(leadId)
    await eventually('she has answered', () => state.sessions[id]?.messageCount === 2, 20_000)
    shell.stdin.write('\n')
    await new Promise((resolve) => shell.once('exit', resolve))
    const [, printed] = said.split(/^ASKED .*\n/m)
    expect(printed?.replaceAll(/\s+/g, ' ').trim()).toBe(
      "[ 'Which parser do we take?', 'The small one, it keeps its place.' ]",
    )
  } finally {
    if (shell.exitCode === null && shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL')
  }
})
