// The four APIs through which coding agents reach models, streaming.

export type Json = Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- four APIs, read freely

/** A request, whichever API it came by. */
export interface Heard {
  /** What is said before the conversation. */
  readonly system: string
  readonly turns: readonly { readonly role: 'user' | 'assistant' | 'tool'; readonly text: string }[]
  /** Names of the tools that the model may call; one of a namespace has its name and a dot before its own. */
  readonly tools: readonly string[]
}

/** One of Crewroom's tools that a model calls; `how`: what it called before, because it was not shown the tool at once. */
export interface Reached {
  readonly tool: string
  readonly how: string | null
}

export interface Said {
  readonly text: string
  /** A tool that it calls after the text. */
  readonly call?: { readonly name: string; readonly args: object }
  readonly reached?: Reached
  /** It has nothing to do with the conversation: programs ask models for titles, suggestions, what to remember. */
  readonly isAside?: true
  /** So long it takes for the text. */
  readonly ms?: number
}

export interface Usage {
  readonly input: number
  readonly output: number
}

/** An answer that is being streamed. Programs take what comes with the same id for one message. */
export interface Out {
  readonly id: string
  readonly write: (event: string | null, data: object | string) => void
}

/** How one API is read and answered. */
export interface Dialect {
  readonly path: RegExp
  hear(body: Json): Heard
  begin?(out: Out): void
  delta(out: Out, text: string): void
  end(out: Out, said: Said, usage: Usage): void
  /** The whole answer, for whoever did not ask for a stream. */
  whole(id: string, said: Said, usage: Usage): object
}

let ids = 0
export const newId = () => `fake_${++ids}`
const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: Json) => part['text'] ?? textOf(part['content'])).join('\n')
}
const role = (name: string) => (['assistant', 'model'].includes(name) ? 'assistant' : 'user')
const isSystem = ({ role: name }: Json) => name === 'system' || name === 'developer'

const anthropic: Dialect = {
  path: /\/v1\/messages$/,
  hear: ({ system, messages, tools }) => ({
    system: textOf(system),
    turns: messages.map(({ role: name, content }: Json) => {
      const isTool = Array.isArray(content) && content.some(({ type }) => type === 'tool_result')
      return { role: isTool ? 'tool' : role(name), text: textOf(content) }
    }),
    tools: (tools ?? []).map(({ name }: Json) => name),
  }),
  begin({ id, write }) {
    const usage = { input_tokens: 0, output_tokens: 0 }
    const message = { id, type: 'message', role: 'assistant', model: 'fake', content: [], usage }
    write('message_start', { type: 'message_start', message })
    const block = { type: 'text', text: '' }
    write('content_block_start', { type: 'content_block_start', index: 0, content_block: block })
  },
  delta({ write }, text) {
    const delta = { type: 'text_delta', text }
    write('content_block_delta', { type: 'content_block_delta', index: 0, delta })
  },
  end({ write }, { call }, { input, output }) {
    write('content_block_stop', { type: 'content_block_stop', index: 0 })
    if (call) {
      const block = { type: 'tool_use', id: newId(), name: call.name, input: {} }
      write('content_block_start', { type: 'content_block_start', index: 1, content_block: block })
      const delta = { type: 'input_json_delta', partial_json: JSON.stringify(call.args) }
      write('content_block_delta', { type: 'content_block_delta', index: 1, delta })
      write('content_block_stop', { type: 'content_block_stop', index: 1 })
    }
    const usage = { input_tokens: input, output_tokens: output }
    const delta = { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null }
    write('message_delta', { type: 'message_delta', delta, usage })
    write('message_stop', { type: 'message_stop' })
  },
  whole: (id, { text }, { input, output }) => ({
    id,
    type: 'message',
    role: 'assistant',
    model: 'fake',
    stop_reason: 'end_turn',
    content: [{ type: 'text', text }],
    usage: { input_tokens: input, output_tokens: output },
  }),
}

const chunk = (id: string, choices: object[], more: object = {}) => ({
  id,
  object: 'chat.completion.chunk',
  created: 1,
  model: 'fake',
  choices,
  ...more,
})
const chatUsage = ({ input, output }: Usage) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
})

const chat: Dialect = {
  path: /\/chat\/completions$/,
  hear: ({ messages, tools }) => ({
    system: messages
      .filter(isSystem)
      .map(({ content }: Json) => textOf(content))
      .join('\n'),
    turns: messages
      .filter((message: Json) => !isSystem(message))
      .map(({ role: name, content }: Json) => ({
        role: name === 'tool' ? name : role(name),
        text: textOf(content),
      })),
    tools: (tools ?? []).map(({ function: { name } }: Json) => name),
  }),
  delta: ({ id, write }, content) =>
    write(
      null,
      chunk(id, [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }]),
    ),
  end({ id, write }, { call }, usage) {
    if (call) {
      const given = { name: call.name, arguments: JSON.stringify(call.args) }
      const calls = [{ index: 0, id: newId(), type: 'function', function: given }]
      write(null, chunk(id, [{ index: 0, delta: { tool_calls: calls }, finish_reason: null }]))
    }
    const finish_reason = call ? 'tool_calls' : 'stop'
    write(null, chunk(id, [{ index: 0, delta: {}, finish_reason }]))
    write(null, chunk(id, [], { usage: chatUsage(usage) }))
    write(null, '[DONE]')
  },
  whole: (id, { text }, usage) => ({
    id,
    object: 'chat.completion',
    created: 1,
    model: 'fake',
    usage: chatUsage(usage),
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
  }),
}

const OUTPUT: Readonly<Record<string, 'assistant' | 'tool'>> = {
  function_call: 'assistant',
  function_call_output: 'tool',
  tool_search_call: 'assistant',
  tool_search_output: 'tool',
}

const namesOf = (tools: readonly Json[]): string[] =>
  tools.flatMap(({ type, name, tools: own }) =>
    type === 'namespace' ? own.map((tool: Json) => `${name}.${tool['name']}`) : [name ?? type],
  )

/** A search for tools is an item of its own in this API, and a tool of a namespace is called by both names. */
function calledItem(id: string, { name, args }: NonNullable<Said['call']>): Json {
  const item = { id: `${id}_call`, call_id: newId() }
  if (name === 'tool_search') {
    return { ...item, type: 'tool_search_call', execution: 'client', arguments: args }
  }
  const [own = '', namespace] = name.split('.').toReversed()
  const given = { name: own, ...(namespace !== undefined && { namespace }) }
  return { ...item, type: 'function_call', ...given, arguments: JSON.stringify(args) }
}

const responses: Dialect = {
  path: /\/responses$/,
  hear: ({ instructions, input, tools }) => ({
    system: [
      instructions ?? '',
      ...input.filter(isSystem).map(({ content }: Json) => textOf(content)),
    ].join('\n'),
    turns: input
      .filter((item: Json) => !isSystem(item) && item['type'] !== 'reasoning')
      .map(({ type, role: name, content, output, arguments: args }: Json) => ({
        role: OUTPUT[type] ?? role(name),
        text: textOf(content ?? output) || (typeof args === 'string' ? args : ''),
      })),
    // What a search has found stands where its result does.
    tools: namesOf([
      ...(tools ?? []),
      ...input.flatMap((item: Json) =>
        item['type'] === 'tool_search_output' ? item['tools'] : [],
      ),
    ]),
  }),
  begin({ id, write }) {
    write('response.created', { type: 'response.created', response: { id } })
    const item = { type: 'message', id: `${id}_text`, role: 'assistant', content: [] }
    write('response.output_item.added', added(item))
    const part = { type: 'output_text', text: '' }
    write('response.content_part.added', { ...at(id, 'response.content_part.added'), part })
  },
  delta: ({ id, write }, delta) =>
    write('response.output_text.delta', { ...at(id, 'response.output_text.delta'), delta }),
  end({ id, write }, { text, call }, { input, output }) {
    write('response.output_text.done', { ...at(id, 'response.output_text.done'), text })
    const content = [{ type: 'output_text', text }]
    const item = { type: 'message', id: `${id}_text`, role: 'assistant', content }
    write('response.output_item.done', done(item))
    if (call) {
      write('response.output_item.done', { ...done(calledItem(id, call)), output_index: 1 })
    }
    const usage = {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + output,
    }
    write('response.completed', { type: 'response.completed', response: { id, usage } })
  },
  whole: (id) => ({ id, output: [] }),
}
const at = (id: string, type: string) => ({
  type,
  item_id: `${id}_text`,
  output_index: 0,
  content_index: 0,
})
const added = (item: object) => ({ type: 'response.output_item.added', output_index: 0, item })
const done = (item: object) => ({ type: 'response.output_item.done', output_index: 0, item })

const part = (parts: object[], more: object = {}) => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...more }],
})
const geminiUsage = ({ input, output }: Usage) => ({
  usageMetadata: {
    promptTokenCount: input,
    candidatesTokenCount: output,
    totalTokenCount: input + output,
  },
})

const gemini: Dialect = {
  path: /:(streamG|g)enerateContent$/,
  hear: ({ systemInstruction, contents, tools }) => ({
    system: textOf(systemInstruction?.parts),
    turns: contents.map(({ role: name, parts }: Json) => {
      const results = parts.filter((one: Json) => one['functionResponse'])
      return results.length > 0
        ? { role: 'tool', text: JSON.stringify(results) }
        : { role: role(name), text: textOf(parts) }
    }),
    tools: (tools ?? []).flatMap(({ functionDeclarations = [] }: Json) =>
      functionDeclarations.map(({ name }: Json) => name),
    ),
  }),
  delta: ({ write }, text) => write(null, part([{ text }])),
  end({ write }, { call }, usage) {
    const parts = call ? [{ functionCall: { name: call.name, args: call.args } }] : [{ text: '' }]
    write(null, { ...part(parts, { finishReason: 'STOP' }), ...geminiUsage(usage) })
  },
  whole: (_, { text }, usage) => ({
    ...part([{ text }], { finishReason: 'STOP' }),
    ...geminiUsage(usage),
  }),
}

export const DIALECTS: readonly Dialect[] = [anthropic, chat, responses, gemini]
