import { LIMITS } from '../protocol/limits'

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Whether the text is a group's name already: kebab-case, 1–64 characters. */
export function isGroupName(text: string): boolean {
  return text.length <= LIMITS.groupName && NAME.test(text)
}

/**
 * The kebab-case form of a given text: NFKD, lower case, everything else becomes one hyphen. Empty when nothing is
 * left, and longer than a group's name may be when the text is.
 */
export function groupSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
