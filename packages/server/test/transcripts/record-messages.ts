import { readFileSync } from 'node:fs'
import type { ParsedMessage } from '@crewroom/shared/transcript/messages'
import { RolloutMessages } from '@crewroom/shared/transcript/from-rollout'
import type { RecordEntry } from '@crewroom/shared/transcript/rollout/record-entry'
import { createCommandFinder } from '../../src/transcripts/command-finder'

export const RECORDS = ['acp', 'acp-interrupted', 'pipe', 'pipe-lead', 'remote'] as const

/** What agents of every kind really left: two ACP programs, two that read lines, and one that runs elsewhere. */
export function recordOf(name: (typeof RECORDS)[number]): readonly RecordEntry[] {
  const file = new URL(`../fixtures/records/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as RecordEntry[]
}

/** All messages of a record that comes in these parts; one that came again stands where it first stood. */
export function messagesOf(...parts: readonly (readonly RecordEntry[])[]): ParsedMessage[] {
  const reader = new RolloutMessages(createCommandFinder)
  const messages = new Map<string, ParsedMessage>()
  for (const part of parts) {
    for (const message of reader.add(part)) messages.set(message.uuid, message)
  }
  return [...messages.values()]
}

/** The tool calls, each with its result. */
export function toolsOf(messages: readonly ParsedMessage[]) {
  const results = new Map(
    messages.flatMap(({ toolResults }) => toolResults.map((result) => [result.toolUseId, result])),
  )
  return messages.flatMap(({ toolCalls }) =>
    toolCalls.map(({ id, name, input }) => ({ id, name, input, result: results.get(id) ?? null })),
  )
}

/** An entry, of which only what matters is given. */
export function entry(
  n: number,
  given: Partial<RecordEntry> & Pick<RecordEntry, 'kind'>,
): RecordEntry {
  const at = new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString()
  return { agentId: 'agent', n, at, turnId: null, text: null, data: null, cut: false, ...given }
}
