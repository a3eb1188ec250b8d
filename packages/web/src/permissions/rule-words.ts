import type { PermissionRule } from '@crewroom/shared/model/need'
import { shownHidden } from '../groups/message/text-pieces'

export const ACTION_WORDS: Readonly<Record<PermissionRule['action'], string>> = {
  allow: 'Allow',
  refuse: 'Refuse',
  ask: 'Ask a person',
}

/** Whom a rule applies to; `names` has the names of roles by id. */
export function ruleFor(role: string | null, names: ReadonlyMap<string, string>): string {
  return role === null ? 'every agent of this crew' : `every ${names.get(role) ?? role}`
}

/** Where a rule that allows holds; empty for every other, which holds everywhere. */
export function ruleWhere({ action, folder }: Pick<PermissionRule, 'action' | 'folder'>): string {
  if (action !== 'allow') return ''
  return folder ? `in ${shownHidden(folder)}` : 'in every folder'
}
