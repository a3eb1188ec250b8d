import { ownName, toolInput } from '../rollout/acp-tool-input'
import { toolOutput } from '../rollout/acp-tool-output'
import { type Fields, fields, textIn } from '../rollout/fields'
import type { OpenAICall } from './openai-line'

/** Names of functions are no longer. */
const LONGEST_NAME = 64

/** `read_file`, `mcp__files__read`, `webFetch`: some programs give the tool's name as the title, others what it does, such as `ls`. */
const LIKE_A_NAME = /^[A-Za-z]\w*_\w+$|^[A-Za-z]\w*[a-z][A-Z]\w*$/

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
  const [kind, title] = [textIn(call, 'kind'), textIn(call, 'title')]
  const isName = title !== null && LIKE_A_NAME.test(title)
  const given = ownName(call) ?? (isName ? title : null)
  const name = given ?? (kind === 'other' ? null : kind) ?? title ?? 'tool'
  return name.replace(/[^\w-]+/g, '_').slice(0, LONGEST_NAME)
}

/** As the program gave it; if it gave none, what the protocol says about the call. */
function argumentsOf(call: Fields): Fields {
  const raw = call['rawInput']
  const isOwn = !Array.isArray(raw) && Object.keys(fields(raw)).length > 0
  return isOwn ? fields(raw) : toolInput(call)
}
