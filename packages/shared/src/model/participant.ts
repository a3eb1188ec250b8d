/** The person who runs the crew. One participant id in every crew; the display name is configuration. */
export const HUMAN_ID = 'human'
export const HUMAN_ROLE = 'Human'
/** What the page calls the person where the configuration says nothing else. */
export const HUMAN_NAME = 'You'

/** Author of stored notices ("Auto-created coordination group …"). Never a member of anything. */
export const SYSTEM_ID = 'system'
export const SYSTEM_ROLE = 'System'

/** Who acts. Every verb takes one; rights depend on nothing else. */
export type Actor =
  | { readonly kind: 'agent'; readonly id: string }
  | { readonly kind: 'human'; readonly id: typeof HUMAN_ID }
  | { readonly kind: 'system'; readonly id: typeof SYSTEM_ID }

export const HUMAN: Actor = { kind: 'human', id: HUMAN_ID }
export const SYSTEM: Actor = { kind: 'system', id: SYSTEM_ID }

/** First 8 characters of an id: what people and agents call an agent by. `human` stays `human`. */
export function shortId(id: string): string {
  return id.slice(0, 8)
}

/** `Developer (abc12345)`, the one way to name a participant in a sentence. */
export function participantLabel(roleName: string, id: string): string {
  return id === SYSTEM_ID ? SYSTEM_ROLE : `${roleName} (${shortId(id)})`
}
