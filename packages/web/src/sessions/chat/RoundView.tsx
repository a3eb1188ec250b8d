import { useId } from 'react'
import { MessageRow } from '../../groups/message/MessageRow'
import { outcomeOf } from '../round-words'
import type { RoundRow } from '../session-rows'
import { useScope } from '../session-scope'
import { AnswerBox } from './AnswerBox'

/** A round: its line, the message that asked, and what came of it. */
export function RoundView({ row }: { readonly row: RoundRow }) {
  const { crew, personName, isReadOnly, onReply, onMarkUnread } = useScope()
  const id = useId()
  const { n, round, trigger } = row
  return (
    <section className="sn-round" aria-labelledby={id} data-round={n}>
      <RoundLine id={id} n={n} outcome={round ? outcomeOf(round) : ''} />
      <MessageRow
        message={trigger}
        isCompact={false}
        rowTabIndex={-1}
        {...{ crew, personName, isReadOnly, onReply, onMarkUnread }}
      />
      {round ? (
        <AnswerBox row={row} round={round} />
      ) : (
        <div className="sn-wait" role="status" aria-label="Loading the answers">
          <span />
          <span />
          <span />
        </div>
      )}
    </section>
  )
}

interface RoundLineProps {
  readonly id: string
  readonly n: number
  readonly outcome: string
}

export function RoundLine({ id, n, outcome }: RoundLineProps) {
  return (
    <h2 className="sn-line" id={id} tabIndex={-1}>
      <b>Round {n}</b>
      {outcome !== '' && (
        <span>
          <span className="sr">: </span>
          {outcome}
        </span>
      )}
    </h2>
  )
}
