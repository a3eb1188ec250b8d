/**
 * Which server a crew lives on. Today one process owns all of them; doors ask before they touch a crew, so that
 * a crew that lives elsewhere can one day be pointed to instead of being served from stale memory.
 */
export interface Ownership {
  of(leadId: string): 'here' | { readonly url: string }
}

export const ALWAYS_HERE: Ownership = { of: () => 'here' }
