import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventually } from '../harness/speaker'
import { TestServer } from '../harness/test-server'
import { patience } from '../../../shared/test/patience'

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
    await eventually('Dora is asked', () => /^ASKED .+\n/m.test(said), 60_000)
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

test(
  'RU17 the README’s discussion is started, skipped and followed to its end by what one pastes',
  { timeout: patience(120_000) },
  async () => {
    await using server = await TestServer.start()
    const before = shellBlocks('## Your own program as an agent')
    const loop = before.findIndex((block) => block.includes('inbox'))
    const [answers = ''] = shellBlocks('## Sessions')
    const [start = '', follow = ''] = shellBlocks('## Discussions')
    // The program that answers is made there.
    const program = answers.split('\n')[0] ?? ''
    const script = [
      ...before.slice(0, loop + 1),
      'kill $LOOP',
      program,
      start,
      'echo; echo "ASKED $LEAD $RUN"',
    ]
    const shell = spawn(
      'bash',
      ['-euo', 'pipefail', '-c', [...script, 'read', follow].join('\n')],
      {
        env: { ...process.env, CREWROOM_HOME: server.data.folder },
        stdio: ['pipe', 'pipe', 'inherit'],
        detached: true,
      },
    )
    try {
      let said = ''
      shell.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
      await eventually('it has begun', () => /^ASKED .+\n/m.test(said), 60_000)
      const [, leadId = '', id = ''] = /^ASKED (\S+) (\S+)$/m.exec(said) ?? []
      const { state } = server.app.core.shard.crew(leadId)
      const waits = () => state.runs[id]?.status === 'waiting_human'
      await eventually('it is the person’s turn', waits, 60_000)
      shell.stdin.write('\n')
      await new Promise((resolve) => shell.once('exit', resolve))
      const [, printed = ''] = said.split(/^ASKED .*\n/m)
      const [status, skipped, ...lines] = printed.trim().split('\n')
      expect([status, skipped]).toEqual(['waiting_human', 'running'])
      const course = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
      expect(course.map(({ type, speaker }) => [type, speaker])).toEqual([
        ['start', undefined],
        ['message', 'human'],
        ['speaker-selected', 'Dora'],
        ['message', 'Dora'],
        ['speaker-selected', 'human'],
        ['human-needed', undefined],
        // The person was passed over, so that there is nothing new for the only other one.
        ['complete', undefined],
      ])
      expect(course.at(-1)).toMatchObject({ rounds: 2, finalState: 'stalled' })
    } finally {
      if (shell.exitCode === null && shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL')
    }
  },
)
