import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  type FinishReason,
  jsonSchema,
  type LanguageModelUsage,
  type ModelMessage,
  streamText,
  type ToolSet,
} from 'ai'
import { boundedFetch } from './bounded-fetch'
import { failureOf } from './failure-of'
import { assertOpenAddress } from './open-address'
import type { CommandTool } from '@crewroom/shared/command/tools'
import type { AskModel, Part, Question, RequestUsage, Said } from './model-shapes'

// Its warnings go to the console, which belongs to what the command prints.
;(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false

export const askModel: AskModel = async function* (question) {
  try {
    yield* partsOf(question)
  } catch (error) {
    // Not every failure comes as a part of the answer: a body that cannot be read is thrown.
    throw failureOf(error, question)
  }
}

async function* partsOf(question: Question): AsyncGenerator<Part> {
  const { baseUrl, model, apiKey, system, said, tools, signal } = question
  await assertOpenAddress(baseUrl, question.namedHosts)
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl.replace(/\/+$/, ''),
    // Without this, endpoints say nothing about tokens.
    includeUsage: true,
    fetch: boundedFetch,
    ...(apiKey === null ? {} : { apiKey }),
  })
  const { fullStream } = streamText({
    model: provider.chatModel(model),
    system,
    messages: said.map(messageOf),
    ...(tools.length === 0 ? {} : { tools: toolsOf(tools) }),
    // Whoever asks knows what was said before an error, and decides.
    maxRetries: 0,
    abortSignal: signal,
    // Without this, errors are printed.
    onError: () => {},
  })
  for await (const part of fullStream) {
    switch (part.type) {
      case 'text-delta':
        yield { kind: 'text', text: part.text }
        break
      case 'reasoning-delta':
        yield { kind: 'thought', text: part.text }
        break
      case 'tool-call': {
        const { toolCallId: id, toolName: name, input } = part
        yield { kind: 'call', call: { id, name, input } }
        break
      }
      case 'error':
        throw part.error
      case 'finish-step':
        yield finishOf(part.finishReason, part.usage)
        break
      default:
    }
  }
}

/** They are not run here: whoever asks does, and asks again with what came of it. */
function toolsOf(tools: readonly CommandTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, schema }) => [
      name,
      { description, inputSchema: jsonSchema(schema as Parameters<typeof jsonSchema>[0]) },
    ]),
  )
}

function messageOf(said: Said): ModelMessage {
  if (said.role === 'user') return { role: 'user', content: said.text }
  if (said.role === 'tool') {
    const { call, result: value } = said
    const of = { toolCallId: call.id, toolName: call.name }
    return {
      role: 'tool',
      content: [{ type: 'tool-result', ...of, output: { type: 'text', value } }],
    }
  }
  const { text, calls } = said
  return {
    role: 'assistant',
    content: [
      ...(text === '' ? [] : [{ type: 'text', text } as const]),
      ...calls.map(
        ({ id, name, input }) =>
          ({ type: 'tool-call', toolCallId: id, toolName: name, input }) as const,
      ),
    ],
  }
}

function finishOf(reason: FinishReason, usage: LanguageModelUsage): Part {
  const reasons: Partial<Record<FinishReason, 'max_tokens' | 'refusal'>> = {
    length: 'max_tokens',
    'content-filter': 'refusal',
  }
  return { kind: 'finish', reason: reasons[reason] ?? 'end_turn', usage: usageOf(usage) }
}

function usageOf({
  inputTokens,
  outputTokens,
  totalTokens,
  inputTokenDetails: cache,
}: LanguageModelUsage): RequestUsage {
  return {
    inputTokens: amount(inputTokens),
    outputTokens: amount(outputTokens),
    totalTokens: amount(totalTokens),
    cachedReadTokens: amount(cache.cacheReadTokens),
    cachedWriteTokens: amount(cache.cacheWriteTokens),
  }
}

/** Endpoints say anything. */
function amount(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) && value >= 0 ? value : null
}
