import { isAwaited, type RoundRecord, type RoundResponse } from '@crewroom/shared/model/round'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useOverflows } from '../../ui/use-overflows'
import type { RoundRow } from '../session-rows'
import { useScope } from '../session-scope'
import { arranged } from '../use-layout'
import { Answer } from './Answer'
import { Discussing } from './Discussing'
import { EndedLine } from './EndedLine'
import { Thinking } from './Thinking'

interface AnswerBoxProps {
  readonly row: Pick<RoundRow, 'answers'>
  readonly round: RoundRecord
}

/** The asked agents of a round in the order in which they were asked: a column each, and a line for each that gave no answer. */
export function AnswerBox({ row, round }: AnswerBoxProps) {
  const { layout } = useScope()
  const box = useRef<HTMLDivElement>(null)
  const held = useHeldColumns(round)
  const [openId, setOpenId] = useState<string | null>(null)
  const columns = round.responses.filter((own) => isColumn(own) || held.has(own.agentId))
  const lines = round.responses.filter((own) => !columns.includes(own))
  const arrangement = arranged(layout, columns.length)
  const isScrolled = useOverflows(box) && arrangement === 'scroll'
  // One that is shown whole stands over the others, as long as they stand side by side.
  const overId = arrangement === 'stack' ? null : openId
  const isLone = round.run !== undefined && round.responses.length === 1
  const style = { '--n': overId === null ? columns.length : 1 } as CSSProperties
  return (
    <>
      {columns.length > 0 && (
        <div
          ref={box}
          className="sn-box"
          data-arrangement={arrangement}
          data-lone={isLone}
          style={style}
          {...(isScrolled ? { tabIndex: 0, role: 'group', 'aria-label': 'Answers' } : {})}
        >
          {columns.map((response) => (
            <Column
              key={response.agentId}
              {...{ row, round, response }}
              isHidden={overId !== null && overId !== response.agentId}
              isOpen={openId === response.agentId}
              onOpen={(isOpen) => setOpenId(isOpen ? response.agentId : null)}
            />
          ))}
        </div>
      )}
      {lines.map((response) => (
        <EndedLine key={response.agentId} {...{ round, response }} />
      ))}
    </>
  )
}

interface ColumnProps extends AnswerBoxProps {
  readonly response: RoundResponse
  readonly isHidden: boolean
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

function Column({ row, round, response, isHidden, isOpen, onOpen }: ColumnProps) {
  const message = row.answers.get(response.agentId) ?? null
  if (response.status === 'thinking') return <Thinking {...{ round, response, isHidden }} />
  if (response.status === 'nested') return <Discussing {...{ round, response, isHidden }} />
  if (response.status === 'done') {
    return <Answer {...{ round, response, message, isHidden, isOpen, onOpen }} />
  }
  return <EndedLine {...{ round, response, isHidden }} isColumn />
}

const isColumn = (own: RoundResponse) => isAwaited(own) || own.status === 'done'

/** Who had a column keeps it while one looks: the answers beside it must not change their width under a reader's eyes. */
function useHeldColumns({ responses }: RoundRecord): ReadonlySet<string> {
  const [held, setHeld] = useState<ReadonlySet<string>>(
    () => new Set(responses.filter(isColumn).map(({ agentId }) => agentId)),
  )
  const added = responses.filter((own) => isColumn(own) && !held.has(own.agentId))
  useEffect(() => {
    if (added.length === 0) return
    // A column that somebody asked for again.
    // oxlint-disable-next-line react/set-state-in-effect
    setHeld((now) => new Set([...now, ...added.map(({ agentId }) => agentId)]))
  }, [added])
  return held
}
