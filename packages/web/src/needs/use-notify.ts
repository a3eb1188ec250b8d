import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useEffect } from 'react'
import { knownAs } from '../crew/participant'
import { askedFor } from '../permissions/asked-for'
import { announcement, announceNow } from '../shell/announcer'
import { crews } from '../sync/sync'
import { prefs } from '../ui/prefs'
import { countMentions } from './count-needs'
import { NEED_WORDS } from './need-words'

const isTurnNew = (before: CrewState, after: CrewState) =>
  Object.values(after.needs).some(({ id, turn }) => turn && !Object.hasOwn(before.needs, id))

/** What is new for the person between two states of a crew. */
function newNeeds(before: CrewState, after: CrewState): string[] {
  const texts = Object.values(after.needs)
    .filter(({ id, turn }) => !turn && !Object.hasOwn(before.needs, id))
    .map((need) => `${knownAs(after, need.agentId)} ${NEED_WORDS[need.kind]}: ${askedFor(need)}`)
  const mentions = countMentions(after) - countMentions(before)
  if (mentions > 0) {
    texts.push(mentions === 1 ? 'You are mentioned in a group' : `${mentions} mentions of you`)
  }
  return texts
}

/**
 * The one place that calls for a person: politely where the page is seen, and, if they want that, by the operating
 * system where it is not.
 */
export function useNotify(): void {
  useEffect(followNeeds, [])
}

/** Calls for the person at every new need; what it returns ends that. */
export function followNeeds(): () => void {
  return crews.subscribe(({ views }, { views: before }) => {
    for (const [id, { state }] of Object.entries(views)) {
      const known = before[id]?.state
      // A crew that has just been loaded has a past, not news.
      if (!known || (known.needs === state.needs && known.asked === state.asked)) continue
      const texts = newNeeds(known, state)
      const turn = isTurnNew(known, state) ? 'Your turn in a discussion' : null
      // The discussion stands still until it is heard.
      if (turn !== null && isSeen()) announceNow(`${turn} of ${state.lead.name}`)
      else if (turn !== null) texts.push(turn)
      if (texts.length > 0) tell(state.lead.name, texts)
    }
  })
}

const isSeen = () => document.visibilityState === 'visible' && document.hasFocus()

function tell(crew: string, texts: readonly string[]): void {
  if (isSeen()) {
    announcement.setState({
      text: texts.length === 1 ? (texts[0] ?? '') : `${texts.length} things need you in ${crew}`,
    })
    return
  }
  if (!prefs.getState().notify || !('Notification' in globalThis)) return
  if (Notification.permission !== 'granted') return
  try {
    const note = new Notification(`${crew} needs you`, {
      body: texts.join('\n').slice(0, 300),
      tag: `crewroom:${crew}`,
    })
    note.addEventListener('click', () => {
      globalThis.focus()
      note.close()
    })
  } catch {
    // Some browsers have notifications only for installed pages; the title says it anyway.
  }
}
