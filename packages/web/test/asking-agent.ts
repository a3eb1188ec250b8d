import path from 'node:path'
import type { ServerProcess } from './server-process'

/** A request for permission as a coding agent sends it. */
export interface Asked {
  readonly toolCall: Readonly<Record<string, unknown>>
  readonly options: readonly { optionId: string; name: string; kind: string }[]
}

/** Two answers are of one kind, and the id of the refusal says something else. */
export const PUSH: Asked = {
  toolCall: {
    title: 'Push the branch for review',
    kind: 'execute',
    rawInput: { command: 'git push origin refactor/rope' },
  },
  options: [
    { optionId: 'proceed_always', name: 'Always allow in this session', kind: 'allow_always' },
    { optionId: 'proceed_once', name: 'Yes, proceed', kind: 'allow_once' },
    { optionId: 'proceed_default', name: 'Yes, and switch to Default Mode', kind: 'allow_once' },
    { optionId: 'cancel', name: 'No, and say what to do differently', kind: 'reject_once' },
  ],
}

const numbered = Array.from({ length: 40 }, (_, n) => `key-${n + 1} = ${n + 1}`)
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`

/** A change that is longer than what is shown at first, with a line that is wider than a telephone. */
export const EDIT: Asked = {
  toolCall: {
    title: 'Edit pyproject.toml',
    kind: 'edit',
    content: [
      {
        type: 'diff',
        path: '/project/pyproject.toml',
        oldText: text(numbered),
        newText: text(
          numbered.map((line, n) =>
            n % 10 === 5 ? `${line} # ${'a-word-that-does-not-end-'.repeat(5)}` : line,
          ),
        ),
      },
      { type: 'diff', path: '/project/src/new.ts', oldText: null, newText: 'export {}\n' },
    ],
  },
  options: [
    { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
    { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
  ],
}

/** An agent that asks for what messages tell it to ask for. */
export async function createAskingAgent(
  server: ServerProcess,
  leadId: string,
  role = 'developer',
): Promise<string> {
  const programs = path.join(import.meta.dirname, '../../server/test/harness/programs')
  const args = [path.join(programs, 'asks-permissions.mjs')]
  const driver = { kind: 'acp', command: process.execPath, args }
  const { agent } = await server.call<{ agent: { id: string } }>(
    'POST',
    `/api/lead/${leadId}/agents`,
    { role, driver },
  )
  return agent.id
}

/** Lets it ask for all of these at once. */
export async function letAsk(
  server: ServerProcess,
  agentId: string,
  ...asked: readonly Asked[]
): Promise<void> {
  const content = asked.map((one) => `ASK ${JSON.stringify(one)}`).join('\n')
  await server.call('POST', `/api/agents/${agentId}/messages`, { content })
}

/** What its program was answered, as it says itself; null while it waits. */
export async function answersOf(server: ServerProcess, agentId: string): Promise<string[]> {
  const { entries } = await server.call<{ entries: { kind: string; text: string | null }[] }>(
    'GET',
    `/api/agents/${agentId}/rollout?limit=100`,
  )
  const said: string[] = []
  for (const [n, { kind, text: words }] of entries.entries()) {
    if (kind !== 'text') continue
    // The last word of a running text is held a moment, in which the words before it may be stored.
    const before = entries[n - 1]?.kind === 'text' ? (said.pop() ?? '') : ''
    said.push(before + (words ?? ''))
  }
  return said.flatMap((all) => [...all.matchAll(/Answered: (.*)/g)].map((found) => found[1] ?? ''))
}
