import type { MarkdownHead, MarkdownMessage } from '../text/markdown-document'
import type { Process } from './chunks'
import type { EnhancedItems } from './enhanced-items'
import type {
  AIGroupDisplayItem,
  AIGroupLastOutput,
  CompactGroup,
  LinkedToolItem,
  SystemGroup,
  UserGroup,
} from './groups'
import { textOf } from './message-text'
import { contentText } from './preview'
import { stripAnsi } from './strip-ansi'
import type { TranscriptSession } from './views'

/** A message of a document, made when it is wanted: an item may have thousands. */
export type LaterMessage = () => MarkdownMessage

export function sessionHead(session: TranscriptSession): MarkdownHead {
  const { id, title, model, branch, cwd, startedAt, updatedAt, ongoing } = session
  const known: readonly (readonly [string, string | null | undefined])[] = [
    ['Session', id],
    ['Model', model?.name],
    ['Branch', branch],
    ['Folder', cwd],
    ['Began', startedAt],
    ['Last entry', updatedAt],
    ['State', ongoing ? 'not finished' : null],
  ]
  return {
    title: title === '' ? 'A session without a title' : title,
    facts: known.flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  }
}

/** An item of a session as messages of a document, whole and in order, with all that its sub-agents did. */
export function* messagesOfItem(items: EnhancedItems, place: number): Generator<LaterMessage> {
  const item = items.all[place]
  if (item === undefined) return
  if (item.type === 'user') yield () => userMessage(item.group)
  else if (item.type === 'system') yield () => systemMessage(item.group)
  else if (item.type === 'compact') yield () => compactMessage(item.group)
  else {
    const group = items.enhanced(place)
    if (group === null) return
    yield* workOf(items, group, { speaker: null, above: new Set() })
  }
}

interface Worker {
  /** A sub-agent’s name; null: the session's own agent. */
  readonly speaker: string | null
  /** Sub-agents that it is below: records may say that one started itself. */
  readonly above: ReadonlySet<string>
}

interface Work {
  readonly displayItems: readonly AIGroupDisplayItem[]
  readonly lastOutput: AIGroupLastOutput | null
}

function* workOf(items: EnhancedItems, work: Work, worker: Worker): Generator<LaterMessage> {
  for (const item of work.displayItems) {
    if (item.type !== 'subagent') {
      yield () => stepMessage(item, worker.speaker)
      continue
    }
    const process = item.subagent
    if (worker.above.has(process.id)) continue
    const speaker = subagentName(process)
    const trace = items.trace(process)
    yield () => ({
      ...said(`Sub-agent ${speaker}`, process.startTime, trace.prompt ?? ''),
      about: aboutOf(process.description, process.isOngoing && 'not finished'),
    })
    yield* workOf(items, trace, { speaker, above: new Set([...worker.above, process.id]) })
  }
  const { lastOutput } = work
  // The result of a tool stands with its call, and the head says that it is not finished.
  if (!lastOutput || lastOutput.type === 'tool_result' || lastOutput.type === 'ongoing') return
  const { type, ...output } = lastOutput
  yield () => lastMessage(type, output, worker.speaker)
}

function subagentName({ id, name, subagentType, team }: Process): string {
  return name ?? team?.memberName ?? subagentType ?? id
}

function stepMessage(
  item: Exclude<AIGroupDisplayItem, { type: 'subagent' }>,
  speaker: string | null,
): MarkdownMessage {
  switch (item.type) {
    case 'thinking':
      return said(by(speaker, 'Thought'), item.timestamp, item.content)
    case 'output':
      return said(by(speaker, 'Said'), item.timestamp, item.content)
    case 'tool':
      return toolMessage(item.tool, speaker)
    case 'slash': {
      const { name, args = '', message = '', instructions = '', timestamp } = item.slash
      const text = [`/${name} ${args}`.trim(), message].filter((part) => part !== '').join('\n\n')
      return { ...said(by(speaker, 'Command'), timestamp, text), code: instructions }
    }
    case 'teammate_message': {
      const { teammateId, content, timestamp } = item.teammateMessage
      return said(by(speaker, `Message of ${teammateId}`), timestamp, content)
    }
    default:
      return item satisfies never
  }
}

function toolMessage(tool: LinkedToolItem, speaker: string | null): MarkdownMessage {
  const { name, input, result, startTime, isOrphaned, skillInstructions = '' } = tool
  const parts = [
    JSON.stringify(input, null, 2),
    result === undefined ? '' : stripAnsi(contentText(result.content)),
    skillInstructions,
  ]
  return {
    ...said(by(speaker, `Tool call ${name}`), startTime, ''),
    about: aboutOf(result?.isError && 'failed', isOrphaned && 'no result'),
    code: parts.filter((part) => part !== '').join('\n\n'),
  }
}

function lastMessage(
  type: Exclude<AIGroupLastOutput['type'], 'tool_result' | 'ongoing'>,
  output: Omit<AIGroupLastOutput, 'type'>,
  speaker: string | null,
): MarkdownMessage {
  const { text = '', timestamp } = output
  switch (type) {
    case 'text':
      return said(by(speaker, 'Said'), timestamp, text)
    case 'interruption':
      return said(by(speaker, 'Interrupted'), timestamp, output.interruptionMessage ?? text)
    case 'plan_exit': {
      const { planPreamble = '', planContent = '' } = output
      const plan = [planPreamble, planContent].filter((part) => part !== '').join('\n\n')
      return said(by(speaker, 'Plan'), timestamp, plan)
    }
    default:
      return type satisfies never
  }
}

function userMessage({ timestamp, content }: UserGroup): MarkdownMessage {
  const { commands, text = '', images } = content
  const words = [...commands.map(({ raw }) => raw), text].filter((part) => part !== '')
  const count = images.length
  return {
    ...said('You', timestamp, words.join('\n\n')),
    about: aboutOf(count > 0 && `${count} ${count === 1 ? 'image' : 'images'}`),
  }
}

function systemMessage({ timestamp, commandName, commandOutput }: SystemGroup): MarkdownMessage {
  return {
    ...said('System', timestamp, ''),
    about: aboutOf(commandName),
    code: stripAnsi(commandOutput),
  }
}

function compactMessage({ timestamp, message, tokenDelta }: CompactGroup): MarkdownMessage {
  const { preCompactionTokens: from, postCompactionTokens: to } = tokenDelta ?? {}
  return {
    ...said('Context compacted', timestamp, textOf(message)),
    about: aboutOf(from !== undefined && `${from} to ${to} tokens`),
  }
}

const by = (speaker: string | null, what: string) =>
  speaker === null ? what : `${speaker}: ${what}`

const aboutOf = (...facts: readonly (string | false | undefined)[]): readonly string[] =>
  facts.flatMap((fact) => (fact ? [fact] : []))

function said(from: string, at: string, text: string): MarkdownMessage {
  return { kind: 'message', n: null, from, at, text: stripAnsi(text) }
}
