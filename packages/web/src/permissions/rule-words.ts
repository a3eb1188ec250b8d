import type { PermissionRule } from '@crewroom/shared/model/need'

export const ACTION_WORDS: Readonly<Record<PermissionRule['action'], string>> = {
  allow: 'Allow',
  refuse: 'Refuse',
  ask: 'Ask a person',
}

/** Whom a rule applies to; `names` has the names of roles by id. */
export function ruleFor(role: string | null, names: ReadonlyMap<string, string>): string {
  return role === null ? 'every agent of this crew' : `every ${names.get(role) ?? role}`
}
