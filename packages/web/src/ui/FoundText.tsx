interface FoundTextProps {
  /** A part of a text, cut around the first hit. */
  readonly snippet: readonly { readonly text: string; readonly hit: boolean }[]
}

/** What a search found, with what was looked for marked. */
export function FoundText({ snippet }: FoundTextProps) {
  return snippet.map((part, index) => (part.hit ? <mark key={index}>{part.text}</mark> : part.text))
}
