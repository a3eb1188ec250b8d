import { CrewError } from '@crewroom/shared/protocol/errors'
import { type Phrase, searchWords } from '@crewroom/shared/text/search-words'
import { FEATURES, type Feature } from '../journal/ports/search-port'

/** What a person typed, understood. Names are still as they were typed. */
export interface TypedQuery {
  readonly phrases: readonly Phrase[]
  readonly from: readonly string[]
  readonly in: readonly string[]
  readonly has: readonly Feature[]
  /** The earliest of the given times, ISO-8601. */
  readonly before: string | null
}

const MAX_TERMS = 16
/** The index finds what begins with so many characters at once; a single one would mean half of it. */
const MIN_PREFIX = 2
/** An operator with its value, a quoted phrase or a word; a quote that is left open reaches to the end. */
const TERM = /(?:\b(from|in|before|has):)?(?:"([^"]*)(?:"|$)|(\S+))/giu
const TIME = /^\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/i

/** Understands any text: words other than operators are searched for, and words without a letter or digit are left out. */
export function parseQuery(text: string): TypedQuery {
  const phrases: Phrase[] = []
  const names = { from: [] as string[], in: [] as string[] }
  const has: Feature[] = []
  const times: string[] = []
  let terms = 0
  for (const [, operator, quoted, word = ''] of text.matchAll(TERM)) {
    if (++terms > MAX_TERMS) {
      throw refusal(`at most ${MAX_TERMS} words and operators`)
    }
    const value = quoted ?? word
    switch (operator?.toLowerCase()) {
      case 'from':
        names.from.push(value)
        break
      case 'in':
        names.in.push(value)
        break
      case 'has':
        has.push(featureOf(value))
        break
      case 'before':
        times.push(timeOf(value))
        break
      default: {
        const words = searchWords(value)
        const prefix =
          quoted === undefined && word.endsWith('*') && (words.at(-1)?.length ?? 0) >= MIN_PREFIX
        if (words.length > 0) phrases.push({ words, prefix })
      }
    }
  }
  return { phrases, ...names, has, before: times.sort()[0] ?? null }
}

function featureOf(value: string): Feature {
  const wanted = value.toLowerCase().replace(/s$/, '')
  const feature = FEATURES.find((known) => known === wanted)
  if (feature) return feature
  throw refusal(`has: takes ${FEATURES.join(', ')}`)
}

function timeOf(value: string): string {
  const zone = /T/i.test(value) && !/(Z|[+-]\d\d:\d\d)$/i.test(value) ? 'Z' : ''
  const ms = TIME.test(value) ? Date.parse(`${value.toUpperCase()}${zone}`) : NaN
  if (!Number.isNaN(ms)) return new Date(ms).toISOString()
  throw refusal('before: takes a day such as 2026-01-31, or a time such as 2026-01-31T12:00Z')
}

function refusal(what: string): CrewError {
  return new CrewError('validation', `q: ${what}`, { fields: { q: what } })
}
