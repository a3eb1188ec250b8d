import { CrewError } from '@crewroom/shared/protocol/errors'
// oxlint-disable-next-line no-restricted-imports -- the one place of this door that looks at a token first
import { assertMayOnServer } from '../crew/may'
// oxlint-disable-next-line no-restricted-imports -- the same
import { READS_ONLY, type ServerVerb } from '../crew/rights'
import { byOf, type Principal } from './principal'

/*
 * What a token opens before anything that a request names is looked up. Verbs ask for the rights in what is found; a
 * token that opens nothing here learns that first, whatever it sent.
 */

/** The owner's token, where it is not about a crew's own rights. */
export function assertOwner(principal: Principal): void {
  assertOpens('runServer', principal)
}

/** A token that may do such a thing on this server. */
export function assertOpens(verb: ServerVerb, principal: Principal): void {
  assertMayOnServer(verb, byOf(principal))
}

/** Any token but an observer's. */
export function assertWrites(principal: Principal): void {
  if (principal.kind === 'observer') throw new CrewError('forbidden', `${READS_ONLY}.`)
}
