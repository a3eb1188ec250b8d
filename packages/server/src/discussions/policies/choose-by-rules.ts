import { cut } from '@crewroom/shared/model/cut'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { RunView, Speaker, Step } from './policy'
import { candidatesOf, nextInOrder, PROMPT_LENGTH, turnOf, turnsOf } from './speakers'

/** Words that are in any goal and any description: they say nothing about who knows what. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'the and for with that this from are was were has have had not but you your our they them their its his her ' +
    'who what when where why how which will would can could should must may about into over than then there here ' +
    'all any some each one two let use please'
  ).split(' '),
)
const LEAST_LETTERS = 3
const SHOWN_WORDS = 3

/** Chooses who speaks next without a model: whoever is mentioned, else whoever knows most about the subject, else the next one. */
export function chooseByRules(view: RunView, repeat: boolean): Step {
  const candidates = candidatesOf(view, repeat).filter(({ hasNew }) => hasNew)
  const newest = view.last.at(-1)
  const named = candidates.find(({ id }) => newest?.mentions.includes(id))
  if (newest && named) {
    const prompt = newest.from === HUMAN_ID ? undefined : cut(newest.content, PROMPT_LENGTH)
    return turnOf(named, 'named in the last message', prompt)
  }
  const subject = wordsOf(`${view.run.goal}\n${newest?.content ?? ''}`)
  const inOrder = turnsOf(view).filter((one) => candidates.includes(one))
  let best: { speaker: Speaker; known: readonly string[] } | undefined
  for (const speaker of inOrder) {
    const own = wordsOf(knowledgeOf(speaker))
    const known = [...subject].filter((word) => own.has(word))
    if (known.length > (best?.known.length ?? 0)) best = { speaker, known }
  }
  if (!best) return nextInOrder(view, 'next in order')
  return turnOf(best.speaker, `knows about: ${best.known.slice(0, SHOWN_WORDS).join(', ')}`)
}

function knowledgeOf({ name, role, description, expertise }: Speaker): string {
  return [name, role, description, ...expertise].join('\n')
}

/** Distinct words, in the order in which they come. */
function wordsOf(text: string): ReadonlySet<string> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => lettersOf(word) >= LEAST_LETTERS && !STOP_WORDS.has(word)))
}

function lettersOf(word: string): number {
  return word.match(/\p{L}/gu)?.length ?? 0
}
