import type { MaskStream } from '../journal/ports/mask-port'
import { isRest, rowAtEnd, toldBehind, TRIGGER, TRIGGER_LONGEST } from './told-secrets'

/** How much of what went before tells what a sign stands for: a name, its quotes and the blanks around. */
const CONTEXT = 160

/**
 * Replaces values that the words before them identify as secrets: values of variables, passwords in addresses, the text after
 * "Authorization: Basic". Only undecided text is held back, from the sign before it on; a secret that is longer
 * than that is dropped until it ends.
 */
export class ToldSecretStream implements MaskStream {
  #held = ''
  /** The last of what left before, as it came. A text begins like a line. */
  #before = '\n'
  /** What still belongs to the secret that is being dropped. */
  #inside: RegExp | null = null

  push(delta: string): string {
    return this.#take(this.#held + delta, false)
  }

  end(): string {
    const rest = this.#take(this.#held, true)
    this.#held = ''
    this.#before = '\n'
    this.#inside = null
    return rest
  }

  #take(given: string, last: boolean): string {
    const text = this.#inside ? this.#behindSecret(this.#inside, given, last) : given
    if (text === null) return ''
    const whole = this.#before + text
    let out = ''
    let from = this.#before.length
    TRIGGER.lastIndex = Math.max(0, from - TRIGGER_LONGEST)
    for (let hit = TRIGGER.exec(whole); hit; hit = TRIGGER.exec(whole)) {
      // The sign itself, or the one behind a word.
      const at = hit.index + (hit[0].length === 1 ? 0 : hit[0].length)
      if (at < from) continue
      const found = toldBehind(whole, at, last)
      if (found === null) continue
      if (found === 'open') return this.#keep(whole, at, out + whole.slice(from, at))
      out += `${whole.slice(from, found.from)}[masked:${found.what}]`
      from = found.goesOn ? endOf(found.goesOn, whole, found.from) : found.to
      TRIGGER.lastIndex = from - TRIGGER_LONGEST
      if (!found.goesOn || last || !isRest(whole, from)) continue
      this.#inside = found.goesOn
      this.#keep(whole, found.from, '')
      this.#behindSecret(found.goesOn, this.#held, false)
      return out
    }
    return this.#keep(whole, whole.length, out + whole.slice(from))
  }

  /** What is behind the secret; null while it still goes on. */
  #behindSecret(inside: RegExp, text: string, last: boolean): string | null {
    const length = endOf(inside, text, 0)
    const goesOn = !last && isRest(text, length)
    const end = goesOn ? text.length - rowAtEnd(text) : length
    this.#before = (this.#before + text.slice(0, end).slice(-CONTEXT)).slice(-CONTEXT)
    this.#held = goesOn ? text.slice(end) : ''
    if (goesOn) return null
    this.#inside = null
    return text.slice(end)
  }

  #keep(whole: string, cut: number, out: string): string {
    this.#held = whole.slice(cut)
    this.#before = whole.slice(Math.max(0, cut - CONTEXT), cut)
    return out
  }
}

/** How far a sticky expression matches. */
function endOf(body: RegExp, text: string, from: number): number {
  body.lastIndex = from
  return from + (body.exec(text)?.[0].length ?? 0)
}
