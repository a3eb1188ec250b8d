import { cut } from '../model/cut'
import { stripAnsi } from './strip-ansi'

const INPUT_CHARACTERS = 100
const OUTPUT_CHARACTERS = 200

const preview = (text: string, limit: number): string =>
  text.length > limit ? `${cut(text, limit)}...` : text

export const inputPreview = (input: Readonly<Record<string, unknown>>): string =>
  preview(JSON.stringify(input, null, 2), INPUT_CHARACTERS)

export const outputPreview = (content: string | readonly unknown[]): string =>
  // More than is shown, so that codes in it do not make it shorter.
  preview(stripAnsi(contentText(content).slice(0, OUTPUT_CHARACTERS * 100)), OUTPUT_CHARACTERS)

/** What a person reads of a tool's result: the texts of its blocks. Images are shown, other blocks are JSON. */
export function contentText(content: string | readonly unknown[]): string {
  if (typeof content === 'string') return content
  return content
    .map(blockText)
    .filter((text) => text !== '')
    .join('\n')
}

function blockText(block: unknown): string {
  if (typeof block === 'string') return block
  if (typeof block !== 'object' || block === null) return JSON.stringify(block) ?? ''
  const { type, text } = block as { readonly type?: unknown; readonly text?: unknown }
  if (typeof text === 'string') return text
  return type === 'image' ? '' : JSON.stringify(block, null, 2)
}
