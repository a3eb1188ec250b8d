const PREFIX = 'crewroom:draft:'

function key(leadId: string, groupName: string): string {
  return `${PREFIX}${leadId}:${groupName}`
}

/** What was written and not sent; switching groups or reloading must not lose it. */
export function readDraft(leadId: string, groupName: string): string {
  try {
    return localStorage.getItem(key(leadId, groupName)) ?? ''
  } catch {
    return ''
  }
}

export function keepDraft(leadId: string, groupName: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(key(leadId, groupName))
    else localStorage.setItem(key(leadId, groupName), text)
  } catch {
    // Storage may be denied; the text is still in its box.
  }
}
