import type { KeyboardEvent } from 'react'
import { prefs } from './prefs'

/** Whether a key press in a text box means "send", by the preference of this browser. */
export function isSendKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.shiftKey) return false
  // Enter that picks a suggestion of an input method is not meant for us; Safari says so only by its code.
  if (event.nativeEvent.isComposing || event.keyCode === 229) return false
  return prefs.getState().sendKey === 'enter' || event.ctrlKey || event.metaKey
}
