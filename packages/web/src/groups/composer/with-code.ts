interface Selected {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The selection as code: in backticks, or in a fence where it has lines. The selection stays on what it was on. */
export function withCode({ text, start, end }: Selected): Selected {
  const selected = text.slice(start, end)
  if (!selected.includes('\n')) return wrapped('`', '`')
  const isAtStart = start === 0 || text[start - 1] === '\n'
  const isAtEnd = end === text.length || text[end] === '\n'
  return wrapped(isAtStart ? '```\n' : '\n```\n', isAtEnd ? '\n```' : '\n```\n')

  function wrapped(before: string, after: string): Selected {
    return {
      text: text.slice(0, start) + before + selected + after + text.slice(end),
      start: start + before.length,
      end: end + before.length,
    }
  }
}
