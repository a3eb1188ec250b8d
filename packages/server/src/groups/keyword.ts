/** Words that say what is done, not what it is done to. The seed's list. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'the and implement create build fix add review update check test run verify ensure handle process manage'.split(
    ' ',
  ),
)
/** A word of these scripts says with two characters what others need four for. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const SHORTEST = 4
const SHORTEST_DENSE = 2

/** What stands for a secret says nothing of the task. */
const MASKED = /\[masked:[a-z-]+\]/g

/** Made by the first task: it loads language data that a server without tasks does not hold. */
let segmenter: Intl.Segmenter | null = null

/** What a task is about, in one word: the first word except stop words, file names, numbers and adverbs. Null without one. */
export function keywordOf(task: string): string | null {
  const text = task.normalize('NFKC').toLowerCase().replace(MASKED, ' ')
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike || STOP_WORDS.has(segment)) continue
    const { length } = segment
    if (length < (DENSE.test(segment) ? SHORTEST_DENSE : SHORTEST)) continue
    if (/^\p{N}/u.test(segment) || /[./\\]/.test(segment) || segment.endsWith('ly')) continue
    if (isPartOfPath(text, index, index + segment.length)) continue
    return segment
  }
  return null
}

/** `src/timeline.ts` is two or three words for a segmenter and none for us. */
function isPartOfPath(text: string, from: number, to: number): boolean {
  const before = text[from - 1] ?? ' '
  const after = text.slice(to, to + 2)
  return before === '/' || before === '\\' || before === '.' || /^([/\\]|\.\p{L})/u.test(after)
}
