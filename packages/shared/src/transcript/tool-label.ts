import type { LinkedToolItem } from './groups'
import { shortened } from './view-texts'

/** What a tool was told first of all, by the names that tools give it; the first that is there. */
const SUBJECTS = [
  'file_path',
  'notebook_path',
  'path',
  'command',
  'pattern',
  'query',
  'url',
  'skill',
  'description',
  'summary',
  'prompt',
  'content',
]
const CHARACTERS = 100

type Called = Pick<LinkedToolItem, 'name' | 'input'>

/** A tool call in a line: `Read src/page.ts`. */
export function toolLabel(call: Called): string {
  const subject = toolSubject(call.input)
  return shortened(subject === null ? call.name : `${call.name} ${subject}`, CHARACTERS)
}

/** What a tool works on, in a line: `src/page.ts`. */
export function toolSubject(input: Called['input']): string | null {
  for (const key of SUBJECTS) {
    const value = input[key]
    if (typeof value === 'string' && value.trim() !== '') return textLabel(value)
  }
  return null
}

/** A text in a line. */
export function textLabel(text: string): string {
  const [line = ''] = text.trim().split('\n', 1)
  return shortened(line, CHARACTERS)
}
