import { LIMITS } from '@crewroom/shared/protocol/limits'
import { membersFull } from '@crewroom/shared/text/members-full'
import { ApiError } from '../../sync/request'

export type Problems = Readonly<Partial<Record<'name' | 'purpose' | 'members' | 'other', string>>>

interface Typed {
  readonly name: string
  readonly purpose: string
  /** Another group in use has this name. */
  readonly isTaken: boolean
  readonly pickedCount: number
}

export function isNameless(name: string): boolean {
  return name.trim() !== '' && !/[\p{L}\p{N}]/u.test(name)
}

/** What a group needs before it can be made, one thing at a time; null when nothing is missing. */
export function missingOf({ name, purpose, isTaken, pickedCount }: Typed): string | null {
  const overBy = purpose.trim().length - LIMITS.purpose
  if (name.trim() === '') return 'Give it a name.'
  if (isNameless(name)) return 'Give it a name with a letter or a digit.'
  if (isTaken) return 'Choose another name.'
  if (overBy > 0) return `The purpose is ${overBy} characters too long.`
  if (pickedCount === 0) return 'Pick at least one other member.'
  // With them come the lead and who makes the group.
  if (pickedCount + 2 > LIMITS.members) {
    return membersFull({ at: 'picker', over: pickedCount + 2 - LIMITS.members })
  }
  return null
}

/** What the server has against it, at the field it is about. */
export function problemsOf(error: unknown): Problems {
  if (!(error instanceof ApiError)) return { other: String(error) }
  const fields = error.details['fields'] as Readonly<Record<string, string>> | undefined
  if (error.code === 'group_exists') return { name: error.message }
  if (!fields) return error.status === 0 ? { other: error.message } : { members: error.message }
  const members = Object.entries(fields).find(([key]) => /^(memberIds|roles)/.test(key))?.[1]
  const { name, purpose } = fields
  return {
    ...(name === undefined ? {} : { name: `The name ${name}.` }),
    ...(purpose === undefined ? {} : { purpose: `The purpose ${purpose}.` }),
    ...(members === undefined ? {} : { members }),
    ...(name === undefined && purpose === undefined && members === undefined
      ? { other: error.message }
      : {}),
  }
}
