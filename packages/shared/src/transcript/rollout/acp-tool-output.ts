import type { ContentBlock, ToolUseResultData } from '../messages'
import { type Fields, fields, listIn, numberIn, textIn } from './fields'

export interface ToolOutput {
  readonly content: string | readonly ContentBlock[]
  readonly isError: boolean
  readonly toolUseResult?: ToolUseResultData
}

/** What a tool answered, as its program told it; a failed one always says something. */
export function toolOutput(call: Fields): ToolOutput {
  const isError = call['status'] === 'failed' || (exitCode(call) ?? 0) !== 0
  const blocks = listIn(call, 'content').flatMap(blockOf)
  const terminal = textIn(fields(fields(call['_meta'])['terminal_output']), 'data')
  const raw = call['rawOutput']
  const texts = blocks.flatMap((block) => (block.type === 'text' ? block.text : []))
  const said = texts.join('\n') || terminal || rawText(raw)
  const text = said === '' && isError ? failure(call) : said
  const images = blocks.filter(({ type }) => type === 'image')
  return {
    content: images.length === 0 ? text : [{ type: 'text', text }, ...images],
    isError,
    ...(typeof raw === 'object' && raw !== null && { toolUseResult: raw as ToolUseResultData }),
  }
}

function blockOf(part: Fields): ContentBlock[] {
  const { type, text, data, mimeType } = fields(part['content'])
  if (part['type'] !== 'content') return []
  if (type === 'text' && typeof text === 'string') return [{ type: 'text', text }]
  if (type === 'image' && typeof data === 'string') {
    const media = typeof mimeType === 'string' ? mimeType : 'image/png'
    return [{ type: 'image', source: { type: 'base64', media_type: media, data } }]
  }
  return []
}

/** What programs call the words of their output. */
const OUTPUTS = ['formatted_output', 'aggregated_output', 'output', 'stdout', 'text', 'error']

function rawText(raw: unknown): string {
  if (typeof raw === 'string') return raw
  if (Array.isArray(raw)) return raw.map((part) => textIn(fields(part), 'text') ?? '').join('\n')
  const own = fields(raw)
  const out = OUTPUTS.flatMap((key) => textIn(own, key) ?? [])[0] ?? ''
  return [out, textIn(own, 'stderr') ?? ''].filter((text) => text !== '').join('\n')
}

function exitCode(call: Fields): number | null {
  return (
    numberIn(fields(fields(call['_meta'])['terminal_exit']), 'exit_code') ??
    numberIn(fields(call['rawOutput']), 'exit_code')
  )
}

function failure(call: Fields): string {
  const code = exitCode(call)
  return code === null || code === 0 ? 'It failed.' : `It failed with exit code ${code}.`
}
