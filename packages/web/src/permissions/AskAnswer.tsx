import type { NeedRecord, PermissionAsk, PermissionOption } from '@crewroom/shared/model/need'
import { Check, X } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { useStore } from 'zustand'
import { shownHidden } from '../groups/message/text-pieces'
import { connection } from '../sync/connection'
import { answerPermission, permissionAnswers } from '../sync/permission-answers'
import { Problem } from '../ui/Problem'
import { AlwaysBox } from './AlwaysBox'
import { TimeLeft, useSecondsLeft } from './TimeLeft'
import { useArmed } from './use-armed'

interface AskAnswerProps {
  readonly need: NeedRecord
  readonly ask: PermissionAsk
  readonly name: string
  readonly roleName: string
}

const isAllowing = ({ kind }: PermissionOption) => kind.startsWith('allow')

/** The agent's own answers in its order, and how much time is left to choose one. */
export function AskAnswer({ need, ask, name, roleName }: AskAnswerProps) {
  const [always, setAlways] = useState(false)
  const given = useStore(permissionAnswers, (all) => all.given[need.id])
  const problem = useStore(permissionAnswers, (all) => all.problems[need.id])
  const isLive = useStore(connection, ({ state }) => state.phase === 'live')
  const isOver = useSecondsLeft(ask.until) === 0
  const isArmed = useArmed()
  const isOff = given !== undefined || !isLive || isOver
  // The button that stands out allows this once: the first thing to press is never a lasting one.
  const first = ask.options.find(({ kind }) => kind === 'allow_once')
  const choose = (option: PermissionOption) => (event: MouseEvent) => {
    // The second press of a double click was meant for what was here before.
    if (isOff || !isArmed || event.detail > 1) return
    void answerPermission(need, option, always)
  }
  return (
    <>
      <Problem text={problem === undefined ? null : `That did not work. ${problem}`} />
      <div className="acts ask-options" role="group" aria-label={`Answers for ${name}`}>
        {ask.options.map((option) => {
          const isChosen = given?.option.optionId === option.optionId
          const look = isAllowing(option) ? (option === first ? 'btn yes' : 'btn') : 'btn no'
          return (
            <button
              key={option.optionId}
              type="button"
              className={look}
              aria-disabled={isOff || !isArmed}
              data-off={isOff ? '' : undefined}
              data-chosen={isChosen ? '' : undefined}
              // A key that is held down presses once.
              onKeyDown={(event) => event.repeat && event.preventDefault()}
              onClick={choose(option)}
            >
              {isAllowing(option) ? <Check size={15} /> : <X size={15} />}
              <span>{shownHidden(option.name)}</span>
            </button>
          )
        })}
      </div>
      <div className="ask-foot">
        {given ? (
          <p role="status">
            {given.tooLate ?? `Sending “${shownHidden(given.option.name)}” to ${name}…`}
          </p>
        ) : isLive ? (
          <AlwaysBox
            rule={ask.rule}
            roleName={roleName}
            isOn={always}
            isOff={isOff}
            set={setAlways}
          />
        ) : (
          <p>Not connected: answers cannot be sent now.</p>
        )}
        {ask.until !== null && !given && (
          <TimeLeft from={need.createdAt} until={ask.until} name={name} />
        )}
      </div>
    </>
  )
}
