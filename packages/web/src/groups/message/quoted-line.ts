import { QUOTE_LENGTH } from '@crewroom/shared/model/reply'
import { saidPreview } from '../list/group-order'

/** A quoted text as one line. A pair of units that is one character is not cut, so one unit may be missing. */
export function quotedLine(text: string): string {
  return saidPreview(text) + (text.length >= QUOTE_LENGTH - 1 ? '…' : '')
}
