const PREFIX = 'crewroom:draft:'

function key(leadId: string, groupName: string): string {
  return `${PREFIX}${leadId}:${groupName}`
}

/** What storage would not take: it is denied, or the text is larger than its room. */
const unstored = new Map<string, string>()

/** What was written and not sent; switching groups or reloading must not lose it. */
export function readDraft(leadId: string, groupName: string): string {
  const kept = unstored.get(key(leadId, groupName))
  if (kept !== undefined) return kept
  try {
    return localStorage.getItem(key(leadId, groupName)) ?? ''
  } catch {
    return ''
  }
}

export function keepDraft(leadId: string, groupName: string, text: string): void {
  const own = key(leadId, groupName)
  unstored.delete(own)
  try {
    if (text === '') localStorage.removeItem(own)
    else localStorage.setItem(own, text)
  } catch {
    unstored.set(own, text)
  }
}
