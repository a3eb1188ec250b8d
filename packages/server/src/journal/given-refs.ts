import type { GivenRef } from './ports/rollout-port'

/** The same list, with runs of messages where one follows another. */
export function joined(refs: readonly GivenRef[]): GivenRef[] {
  const list: GivenRef[] = []
  for (const ref of refs) addRef(list, ref)
  return list
}

/** Adds to a list what follows its last one directly as part of that. */
export function addRef(refs: GivenRef[], ref: GivenRef): void {
  const last = refs.at(-1)
  if (typeof ref === 'string' || typeof last !== 'object') {
    refs.push(ref)
    return
  }
  const [group, from, to, leadId] = ref
  const [lastGroup, lastFrom, lastTo, lastLead] = last
  if (group !== lastGroup || leadId !== lastLead || from !== lastTo + 1) refs.push(ref)
  else if (leadId === undefined) refs[refs.length - 1] = [group, lastFrom, to]
  else refs[refs.length - 1] = [group, lastFrom, to, leadId]
}
