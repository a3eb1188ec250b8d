import { ownName, toolInput } from '../rollout/acp-tool-input'
import { toolOutput } from '../rollout/acp-tool-output'
import { type Fields, fields, textIn } from '../rollout/fields'
import type { OpenAICall } from './openai-line'

/** Names of functions are no longer. */
const LONGEST_NAME = 64

/** A call of a tool, from everything that its program reported. */
export function openAICall(id: string, call: Fields): OpenAICall {
  return {
    id,
    type: 'function',
    function: { name: functionName(call), arguments: JSON.stringify(argumentsOf(call)) },
  }
}

/** What a tool answered, without its images. */
export function resultText(call: Fields): string {
  const { content } = toolOutput(call)
  if (typeof content === 'string') return content
  return content
    .flatMap((block) => {
      if (block.type === 'text') return block.text === '' ? [] : block.text
      return '[image]'
    })
    .join('\n')
}

/** As OpenAI allows it: letters, digits, `_` and `-`. */
function functionName(call: Fields): string {
  const kind = textIn(call, 'kind')
  const name = ownName(call) ?? (kind === 'other' ? null : kind) ?? textIn(call, 'title') ?? 'tool'
  return name.replace(/[^\w-]+/g, '_').slice(0, LONGEST_NAME)
}

/** As the program gave it; if it gave none, what the protocol says about the call. */
function argumentsOf(call: Fields): Fields {
  const raw = call['rawInput']
  const isOwn = !Array.isArray(raw) && Object.keys(fields(raw)).length > 0
  return isOwn ? fields(raw) : toolInput(call)
}
