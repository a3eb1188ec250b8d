/** An operator of a search, as a chip shows it. */
export interface Term {
  readonly kind: 'from' | 'in' | 'before' | 'has'
  readonly value: string
}

export interface Terms {
  readonly words: string
  readonly terms: readonly Term[]
}

/** The same as the server understands. */
const TERM = /\b(from|in|before|has):(?:"([^"]*)(?:"|$)|(\S+))/giu

/** What is typed, taken apart: operators, which become chips, and words. */
export function readTerms(q: string): Terms {
  const terms: Term[] = []
  const words = q.replaceAll(TERM, (_, kind: string, quoted?: string, word?: string) => {
    terms.push({ kind: kind.toLowerCase() as Term['kind'], value: quoted ?? word ?? '' })
    return ' '
  })
  return { words: words.replaceAll(/\s+/g, ' ').trim(), terms }
}

export function writeTerms({ words, terms }: Terms): string {
  const written = terms.map(({ kind, value }) =>
    /^[^\s"]+$/.test(value) ? `${kind}:${value}` : `${kind}:"${value.replaceAll('"', '')}"`,
  )
  return [words.trim(), ...written].filter(Boolean).join(' ')
}

export function withTerm({ words, terms }: Terms, term: Term): Terms {
  // One time is enough: the earliest counts.
  const others = terms.filter(
    ({ kind, value }) =>
      !(
        kind === term.kind &&
        (kind === 'before' || value.toLowerCase() === term.value.toLowerCase())
      ),
  )
  return { words, terms: [...others, term] }
}

export function withoutTerm({ words, terms }: Terms, term: Term): Terms {
  return { words, terms: terms.filter((own) => own !== term) }
}
