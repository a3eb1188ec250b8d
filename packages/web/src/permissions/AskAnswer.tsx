import type { NeedRecord, PermissionAsk, PermissionOption } from '@crewroom/shared/model/need'
import { Check, X } from 'lucide-react'
import { type MouseEvent, use, useState } from 'react'
import { useStore } from 'zustand'
import { shownHidden } from '../groups/message/text-pieces'
import { Holding, UNDO_MS } from '../needs/holding'
import { connection } from '../sync/connection'
import { answerPermission, permissionAnswers } from '../sync/permission-answers'
import { Problem } from '../ui/Problem'
import { AlwaysBox } from './AlwaysBox'
import { TimeLeft, useRequestEnd, useSecondsLeft } from './TimeLeft'
import { useArmed } from './use-armed'

interface AskAnswerProps {
  readonly need: NeedRecord
  readonly ask: PermissionAsk
  readonly name: string
  readonly roleName: string
  /** Where the agent works; null: where the server was started. */
  readonly folder: string | null
}

const isAllowing = ({ kind }: PermissionOption) => kind.startsWith('allow')

/** The agent's own answers in its order, and how much time is left to choose one. */
export function AskAnswer({ need, ask, name, roleName, folder }: AskAnswerProps) {
  const [always, setAlways] = useState(false)
  const given = useStore(permissionAnswers, (all) => all.given[need.id])
  const problem = useStore(permissionAnswers, (all) => all.problems[need.id])
  const isLive = useStore(connection, ({ state }) => state.phase === 'live')
  const { until, stands } = useRequestEnd(need)
  const left = useSecondsLeft(until)
  const isOver = left === 0
  const holding = use(Holding)
  const isArmed = useArmed()
  const isOff = given !== undefined || !isLive || isOver
  // The button that stands out allows this once: the first thing to press is never a lasting one.
  const first = ask.options.find(({ kind }) => kind === 'allow_once')
  const choose = (option: PermissionOption) => (event: MouseEvent) => {
    // The second press of a double click was meant for what was here before.
    if (isOff || !isArmed || event.detail > 1) return
    const send = () => answerPermission(need, option, always)
    // One that time refuses within these seconds is answered at once.
    if (!holding || (left !== null && left * 1_000 <= UNDO_MS + 1_000)) return void send()
    holding.hold({
      needId: need.id,
      leadId: need.leadId,
      said: shownHidden(option.name),
      words: (said) => `You chose “${said}”`,
      send: async () => {
        await send()
        const { given: all, problems } = permissionAnswers.getState()
        return problems[need.id] === undefined && (all[need.id]?.tooLate ?? null) === null
      },
    })
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
            folder={folder}
            isOn={always}
            isOff={isOff}
            set={setAlways}
          />
        ) : (
          <p>Not connected: answers cannot be sent now.</p>
        )}
        {until !== null && !given && <TimeLeft from={need.createdAt} until={until} name={name} />}
        {stands && !given && <span className="ask-left">No time passes while it is paused</span>}
      </div>
    </>
  )
}
