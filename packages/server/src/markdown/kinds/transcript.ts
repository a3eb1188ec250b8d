import type { RecordEntry } from '@crewroom/shared/transcript/rollout/record-entry'
import type { MarkdownMessage } from '@crewroom/shared/text/markdown-document'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { openRollout, recordEntries, WAIT_MS } from '../../agents/read-rollout'
import type { MarkdownKind } from '../markdown-kind'

const WORDS: Readonly<Record<RecordEntry['kind'], string>> = {
  prompt: 'Given',
  text: 'Said',
  thought: 'Thought',
  tool_call: 'Tool call',
  tool_result: 'Tool result',
  plan: 'Plan',
  usage: 'Use',
  permission: 'Permission',
  manifest: 'Manifest',
  stderr: 'Error output',
  started: 'Started',
  stopped: 'Stopped',
  note: 'Note',
}

/** What an agent emitted and was given, as it was recorded. */
export const transcript: MarkdownKind = ({ shard, crew, by, of, rollouts }) => {
  const open = openRollout(shard, by, of)
  if (open.crew !== crew && crew.state.agents[open.agent.id] === undefined) {
    throw new CrewError('agent_not_found', 'There is no such agent in this crew.')
  }
  const { name, id, roleName } = open.agent
  return {
    head: {
      title: `Transcript of ${name}`,
      facts: [
        ['Crew', crew.state.lead.name],
        ['Agent', `${name} (${roleName}), ${id}`],
      ],
    },
    file: `transcript-${id.slice(0, 8)}`,
    stored: () => rollouts.stored(id, WAIT_MS),
    *blocks() {
      const end = shard.ports.reader.lastRollout(id)
      let after = 0
      for (;;) {
        const page = recordEntries(shard, open, after, Infinity)
        for (const entry of page.entries) {
          if (entry.n > end) return
          yield entryBlock(entry)
        }
        const last = page.entries.at(-1)
        if (!last || !page.hasAfter) return
        after = last.n
      }
    },
  }
}

/** Words of the agent as it wrote them; what programs wrote as it is. */
function entryBlock({ n, at, kind, text, data, items = [], cut }: RecordEntry): MarkdownMessage {
  const isSpoken = kind === 'text' || kind === 'thought'
  const given = items.map((item) => item.text).join('\n\n')
  const written = text ?? ''
  const code = [
    isSpoken ? '' : written,
    isSpoken || written !== '' ? '' : given,
    data === null || kind === 'prompt' ? '' : JSON.stringify(data, null, 2),
  ]
  return {
    kind: 'message',
    n,
    from: WORDS[kind],
    at,
    ...(cut ? { about: ['cut'] } : {}),
    text: isSpoken ? written : '',
    code: code.filter((part) => part !== '').join('\n\n'),
  }
}
