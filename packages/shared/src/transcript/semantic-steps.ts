import type { SemanticStep } from './chunks'
import { charsIn, estimatedTokens } from './estimated-tokens'
import type { ContentBlock, ParsedMessage } from './messages'
import { msOf } from './moment'
import { isInterruption, REJECTION } from './tags'

/** A step whose end is not known yet: the next one decides. */
export interface StepDraft {
  readonly step: SemanticStep
  readonly at: number
  /** The response that it is of. */
  readonly response: string | null
}

/** The steps that one record reports. */
export const stepsOfMessage = (message: ParsedMessage): readonly StepDraft[] =>
  message.type === 'assistant' ? ofAssistant(message) : ofUser(message)

function ofAssistant(message: ParsedMessage): readonly StepDraft[] {
  const { content } = message
  const blocks: readonly ContentBlock[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content
  return blocks.flatMap((block, index) => {
    const step = ofBlock(block, `${message.uuid}-${index}`)
    return step === null ? [] : [draftOf(message, step)]
  })
}

type OwnPart = Pick<SemanticStep, 'id' | 'type' | 'content' | 'tokens'>

function ofBlock(block: ContentBlock, id: string): OwnPart | null {
  if (block.type === 'thinking' && block.thinking !== '') {
    const content = { thinkingText: block.thinking }
    return { id, type: 'thinking', content, tokens: written(block.thinking.length) }
  }
  if (block.type === 'text' && block.text !== '') {
    const content = { outputText: block.text }
    return { id, type: 'output', content, tokens: written(block.text.length) }
  }
  if (block.type !== 'tool_use') return null
  return {
    id: block.id === '' ? id : block.id,
    type: 'tool_call',
    content: { toolName: block.name, toolInput: block.input, toolUseId: block.id },
    tokens: written(charsIn(block.input)),
  }
}

function ofUser(message: ParsedMessage): readonly StepDraft[] {
  const { content } = message
  if (typeof content === 'string') {
    return isInterruption(content) ? [interruption(message, content)] : []
  }
  const steps = content.flatMap((block) => {
    if (block.type === 'text') {
      return isInterruption(block.text) ? [interruption(message, block.text)] : []
    }
    return block.type === 'tool_result' ? [resultOf(message, block)] : []
  })
  const isRefused = message.toolUseResult === REJECTION
  const isTold = steps.some(({ step }) => step.type === 'interruption')
  return isRefused && !isTold ? [...steps, interruption(message, REJECTION)] : steps
}

function resultOf(
  message: ParsedMessage,
  block: Extract<ContentBlock, { type: 'tool_result' }>,
): StepDraft {
  return draftOf(message, {
    id: `${block.tool_use_id}-result`,
    type: 'tool_result',
    content: {
      toolUseId: block.tool_use_id,
      toolResultContent: block.content,
      isError: block.is_error === true,
    },
    tokens: { input: estimatedTokens(charsIn(block.content)), output: 0 },
  })
}

const interruption = (message: ParsedMessage, interruptionText: string): StepDraft =>
  draftOf(message, {
    id: `${message.uuid}-interruption`,
    type: 'interruption',
    content: { interruptionText },
  })

const draftOf = (message: ParsedMessage, own: OwnPart): StepDraft => ({
  at: msOf(message.timestamp),
  response: message.messageId ?? message.requestId ?? null,
  step: {
    id: own.id,
    type: own.type,
    startTime: message.timestamp,
    durationMs: 0,
    content: own.content,
    ...(own.tokens !== undefined && { tokens: own.tokens }),
    context: 'main',
    sourceMessageId: message.uuid,
  },
})

const written = (chars: number) => ({ input: 0, output: estimatedTokens(chars) })
