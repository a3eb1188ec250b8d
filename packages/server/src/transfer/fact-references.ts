import { FACTS, rowOf } from '../journal/fact-table'
import type { Envelope } from '../journal/facts'
import type { CrewBook } from './judge-crew'
import { Misfit } from './read-file'

/** Holds a fact of a file, whose form was looked at, against what its crew has. Throws `Misfit`. */
export function takeFact(book: CrewBook, fact: Envelope): void {
  const row = Object.hasOwn(FACTS, fact.type) ? rowOf(fact.type) : null
  if (!row || !('refs' in row))
    throw new Misfit(`"${fact.type}" is not a fact that a file can have.`)
  if ((fact.seq === 1) !== (fact.type === 'lead:created')) {
    throw new Misfit('a crew begins with lead:created, and only once.')
  }
  row.refs(book, fact.data, fact.seq)
  if (fact.actor.kind === 'agent') book.doer(fact.actor.id)
  if (fact.cause.kind === 'command') book.doer(fact.cause.agentId)
}
