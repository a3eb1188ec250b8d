import { expect } from 'vitest'
import { commandLine } from '@crewroom/shared/command/grammar'
import type { CommandName } from '@crewroom/shared/command/payloads'
import type { CommandResult } from '../../src/intake/command-sink'
import { completeTask } from '../../src/agents/tasks'
import { BY_PERSON, type TestCrew, testCrew } from './test-crew'

/** A crew whose agents are all connected and idle. */
export function connectedCrew(agents: Readonly<Record<string, string>>): TestCrew {
  const crew = testCrew({ agents })
  for (const name of ['lead', ...Object.keys(agents)]) {
    crew.core.presence.set(crew.id(name), { connection: 'connected' })
  }
  return crew
}

/** One command of one agent, and its one answer. */
export async function run(
  crew: TestCrew,
  who: string,
  name: CommandName,
  payload?: object,
): Promise<CommandResult> {
  const results = await crew.says(who, commandLine(name, payload))
  expect(results).toHaveLength(1)
  return results[0] ?? { command: '', ok: false, reply: '' }
}

/** A person calls an agent's work completed, also where it has no task. */
export function ends(crew: TestCrew, name: string, summary?: string): void {
  crew.act(() => completeTask(crew.shard, crew.crew, BY_PERSON, crew.id(name), { summary }))
}

/** What an agent is answered to a command. */
export async function reply(
  crew: TestCrew,
  who: string,
  name: CommandName,
  payload?: object,
): Promise<string> {
  return (await run(crew, who, name, payload)).reply
}

/** What an agent has not read, as kind, whether it wakes, and text; it is read by this. */
export async function news(
  crew: TestCrew,
  name: string,
): Promise<readonly (readonly [kind: string, wake: boolean, text: string])[]> {
  return (await crew.reads(name)).map(({ kind, wake, text }) => [kind, wake, text] as const)
}
