import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { MaskStream } from '../journal/ports/mask-port'

/** How a payload begins whose content can be followed: as commands are taught, the group comes first. */
const HEAD = /^\{\s*"group"\s*:\s*"[^"\\]{1,100}"\s*,\s*"content"\s*:\s*"/
/** A payload that is longer and has not begun so never will. */
const LONGEST_HEAD = 512
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** A message to a group while its command is being written: its text as far as it is certain that nothing of it is secret. */
export class BeingWritten {
  /** Where its command begins: with its stream, that names it. */
  readonly start: number
  /** The group, once it is known and somebody was told. */
  place: { readonly leadId: string; readonly groupName: string } | null = null
  /** Its command is over, or will never be one. */
  done = false
  #mask: MaskStream | null = null
  #phase: 'head' | 'content' | 'end' = 'head'
  #escape = ''
  /** Content that was read before the mask was there. */
  #unmasked = ''
  #shown = ''

  constructor(start: number) {
    this.start = start
  }

  /** Whether its payload is to be given from its beginning: where the content begins is not known yet. */
  get seeksContent(): boolean {
    return this.#phase === 'head'
  }

  /** The payload as far as it goes; null when that cannot be told any more. */
  begin(payload: string | null): void {
    const head = payload === null ? null : HEAD.exec(payload)
    if (payload !== null && head) {
      this.#phase = 'content'
      this.read(payload.slice(head[0].length))
    } else if (payload === null || payload.length > LONGEST_HEAD) this.#phase = 'end'
  }

  /** The next part of the payload. */
  read(text: string): void {
    if (this.#phase !== 'content') return
    this.#show(this.#contentOf(text))
  }

  /** From now on somebody sees it. */
  tellAt(place: { readonly leadId: string; readonly groupName: string }, mask: () => MaskStream) {
    this.place = place
    if (this.#mask) return
    this.#mask = mask()
    const text = this.#unmasked
    this.#unmasked = ''
    this.#show(text)
  }

  /** What may be shown: the end of what was written, without what may be the beginning of a secret. */
  get text(): string {
    return this.#shown.slice(-LIMITS.composingUnits).toWellFormed()
  }

  #show(text: string): void {
    if (!this.#mask) {
      this.#unmasked += text
      return
    }
    // Masked from its beginning on and cut after that: half a secret has no form that anybody knows.
    this.#shown += this.#mask.push(text)
    if (this.#shown.length > 2 * LIMITS.composingUnits) {
      this.#shown = this.#shown.slice(-LIMITS.composingUnits)
    }
  }

  /** The characters that a part of a JSON string stands for, up to its closing quote. */
  #contentOf(text: string): string {
    let content = ''
    let at = 0
    while (at < text.length) {
      if (this.#escape !== '') {
        this.#escape += text[at++]
        content += this.#escaped()
        continue
      }
      const special = nextSpecial(text, at)
      content += text.slice(at, special)
      at = special + 1
      if (text[special] === '\\') this.#escape = '\\'
      else if (text[special] === '"') {
        this.#phase = 'end'
        return content
      }
    }
    return content
  }

  /** What a whole escape stands for; nothing while it is not whole. */
  #escaped(): string {
    const [, kind = '', ...digits] = this.#escape
    if (kind === 'u' && digits.length < 4) return ''
    const code = digits.join('')
    this.#escape = ''
    if (kind !== 'u') return ESCAPES[kind] ?? kind
    return /^[0-9a-f]{4}$/i.test(code) ? String.fromCharCode(Number.parseInt(code, 16)) : ''
  }
}

function nextSpecial(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '"' || text[at] === '\\') return at
  }
  return text.length
}
