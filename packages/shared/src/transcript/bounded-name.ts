import { cut } from '../model/cut'
import { fnv1a } from '../model/fnv1a'

/** Longer ids and names than any program writes. */
const MOST = 200
const KEPT = 160

/** A name or an id that fits into answers and addresses; the same for the same text, nearly always another for another. */
export function boundedName(text: string): string {
  const name = text.isWellFormed() ? text : text.toWellFormed()
  if (name.length <= MOST) return name
  return `${cut(name, KEPT)}~${text.length}-${fnv1a(text).toString(36)}`
}
