import { LIMITS } from '../protocol/limits'
import { label, list, type Named, quoted } from './names'

const MOST = LIMITS.members
const SECOND = 'create a second group for the others'
const ONE_GROUP = `a group has at most ${MOST} members`
const LIMIT = `A${ONE_GROUP.slice(1)}`
/** Beside the person and the lead. */
export const DISCUSS = MOST - 2

/** Where the limit of a group's members is met, and what is known there. */
type Met =
  /** A list of a request is longer: behind the name of its field. */
  | { readonly at: 'field' }
  /** A program that knows conversations and participants. */
  | { readonly at: 'conversation' }
  /** The server would have added these. */
  | { readonly at: 'left out'; readonly group: string; readonly agents: readonly Named[] }
  /** A person picks so many too many. */
  | { readonly at: 'picker'; readonly over: number }
  /** A line of a file adds one more. */
  | { readonly at: 'file'; readonly group: string }
  /** A discussion that makes its own group is given more agents. */
  | { readonly at: 'discussion' }

/** The limit of a group's members as everybody reads it who meets it: how many there may be, and what to do. */
export function membersFull(met: Met): string {
  switch (met.at) {
    case 'field':
      return `names more than ${MOST}, and a group has at most so many members. Name fewer, or ${SECOND}`
    case 'conversation':
      return `A conversation has at most ${MOST} participants. Remove some first, or create another one.`
    case 'left out':
      return `[System] ${leftOut(met.agents, met.group)}. Remove members that are done, or create a second group.`
    case 'picker':
      return `${LIMIT}. Pick ${met.over} fewer, or ${SECOND}.`
    case 'file':
      return `it adds one more to ${quoted(met.group)}, and ${ONE_GROUP}. Leave the line out, or let it name another group.`
    case 'discussion':
      return `names more than ${DISCUSS}: ${ONE_GROUP}, of which you and the lead are two. Name fewer, or start a second discussion for the others`
  }
}

function leftOut(agents: readonly Named[], group: string): string {
  const full = `${quoted(group)}, which has as many members as a group may have (${MOST})`
  const [first] = agents
  if (first && agents.length === 1) return `${label(first)} was not added to ${full}`
  return `${agents.length} agents were not added to ${full}: ${list(agents)}`
}
