const MOST_LETTERS = 40
const MOST_WORDS = 4

/** Answers that a question names itself: `A or B`, `yes/no`. None where it is not plain what they are. */
export function suggestionsOf(question: string): readonly string[] {
  const asked = questionIn(question)
  if (asked === null) return []
  if (/\byes\s*(?:\/|or)\s*no\b/i.test(asked) || /\bor not$/i.test(asked)) return ['Yes', 'No']
  const at = asked.toLowerCase().lastIndexOf(' or ')
  if (at === -1) return []
  const last = plain(asked.slice(at + 4))
  if (last === null) return []
  const before = asked.slice(0, at).replace(/,\s*$/, '')
  const others = before.split(/[,:;(–—]/).map((own) => own.trim())
  const first = others.pop() ?? ''
  const isList = /[:(–—]/.test(before) && others.length > 0
  if (isList) {
    // Behind the colon is all that there is to choose from.
    const from = before.slice(before.search(/[:(–—][^:(–—]*$/) + 1)
    const all = [...from.split(/[,;]/).map(plain), last]
    return all.every((own) => own !== null) ? cleaned(all) : []
  }
  if (others.length > 0) return []
  const words = first.split(/\s+/)
  const count = last.split(/\s+/).length
  if (count > 2 || words.length < count) return []
  const own = plain(words.slice(-count).join(' '))
  return own === null ? [] : cleaned([own, last])
}

/** The last question of a text, without its sign. */
function questionIn(text: string): string | null {
  const found = text.match(/[^.?!\n]+\?/g)?.at(-1)
  return found
    ? found
        .slice(0, -1)
        .replace(/[*_`“”"]/g, '')
        .trim()
    : null
}

function plain(text: string | null): string | null {
  const own = (text ?? '').trim().replace(/^(?:either|the|a|an)\s+/i, '')
  const isShort = own !== '' && own.length <= MOST_LETTERS && own.split(/\s+/).length <= MOST_WORDS
  return isShort ? own : null
}

function cleaned(all: readonly (string | null)[]): readonly string[] {
  const texts = all.flatMap((own) =>
    own === null ? [] : [own.charAt(0).toUpperCase() + own.slice(1)],
  )
  return new Set(texts.map((own) => own.toLowerCase())).size === texts.length ? texts : []
}
