import { lstatSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { type Fields, fields } from './acp-values'
import type { PermissionRequest } from './permission-request'

/** Fields that hold what is in a file, and not where it is. */
const CONTENTS =
  /^(?:content|contents|text|old_?(?:string|str|text)|new_?(?:string|str|text)|file_?text|insert_?(?:line|text)|diff|patch|input|replacement|description|explanation|reason|prompt|thought)$/i
const PLACE_KEY = /path|file|dir|folder|root|target|source|dest|uri|notebook|workspace|cwd/i
/** Whatever key it has, a text that begins so leads out of a folder, or may be made to by the program. */
const LEADS_AWAY = /^(?:[/\\~$%]|[a-z]:|file:)|(?:^|[/\\])\.\.(?:[/\\]|$)/i
const DEEPEST = 8

export function isContent(key: string): boolean {
  return CONTENTS.test(key)
}

/** Files and folders that a request names, in its own fields and in those of its tool; null where there are too many. */
export function placesIn(toolCall: Fields): readonly string[] | null {
  const { locations, content, rawInput } = toolCall
  const parts = [locations, content].flatMap((list) => (Array.isArray(list) ? list : []))
  const named = parts.flatMap((part) => {
    const place = fields(part)['path']
    return typeof place === 'string' ? [place] : []
  })
  const found = placesBelow(rawInput, '', 0)
  return found && [...new Set([...named, ...found])]
}

function placesBelow(value: unknown, key: string, depth: number): readonly string[] | null {
  if (depth > DEEPEST) return null
  if (typeof value === 'string') {
    if (CONTENTS.test(key)) return []
    return PLACE_KEY.test(key) || LEADS_AWAY.test(value) ? [value] : []
  }
  if (typeof value !== 'object' || value === null) return []
  const all: string[] = []
  for (const [own, below] of Object.entries(value)) {
    const found = placesBelow(below, Array.isArray(value) ? key : own, depth + 1)
    if (!found) return null
    all.push(...found)
  }
  return all
}

/**
 * Whether all of these lie in the folder, links included, and none is hidden: there programs keep what they run and what
 * they may.
 */
export function areInside(
  folder: string,
  { toolKind, places }: Pick<PermissionRequest, 'toolKind' | 'places'>,
): boolean {
  // What searches nowhere in particular does so where it works; of anything else nobody knows what it is about.
  if (!places || (places.length === 0 && toolKind !== 'search')) return false
  let root: string
  try {
    root = realpathSync.native(folder)
  } catch {
    return false
  }
  return places.every((place) => isInside(folder, root, place))
}

function isInside(folder: string, root: string, place: string): boolean {
  if (place === '' || /[\p{Cc}$%~]|^file:/u.test(place)) return false
  const named = path.resolve(folder, place)
  if (!isPlain(path.relative(folder, named))) return false
  // Its nearest folder that is there says where it would be made.
  for (let at = named; ; at = path.dirname(at)) {
    try {
      const real = realpathSync.native(at)
      return isPlain(path.relative(root, real))
    } catch {
      // A link that leads to nothing yet may lead out.
      if (isLink(at) || path.dirname(at) === at) return false
    }
  }
}

function isLink(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

/** Below the folder or the folder itself. What leads out begins with dots. */
function isPlain(relative: string): boolean {
  return !path.isAbsolute(relative) && relative.split(path.sep).every((part) => !part.startsWith('.')) // prettier-ignore
}
