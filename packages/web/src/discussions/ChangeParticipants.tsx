import { type GroupRecord, listedIds } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { RunRecord } from '@crewroom/shared/model/run'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { connection } from '../sync/connection'
import { person } from '../sync/sync'
import { Anchored } from '../ui/Anchored'
import { ParticipantChips } from './ParticipantChips'
import { changeParticipants } from './run-actions'

interface ChangeParticipantsProps {
  readonly state: CrewState
  readonly group: GroupRecord
  readonly run: RunRecord
}

/** Who takes part from the next step on, and in which order. */
export function ChangeParticipants({ state, group, run }: ChangeParticipantsProps) {
  const { name } = useStore(person)
  const isLost = useStore(connection, ({ lostAt }) => lostAt !== null)
  const button = useRef<HTMLButtonElement>(null)
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  const close = () => setChosen(null)
  const others = [...listedIds(group).filter((own) => state.agents[own]?.ended === null), HUMAN_ID]
  const save = async (participants: readonly string[]) => {
    setBusy(true)
    const isDone = await changeParticipants(run.id, participants)
    setBusy(false)
    if (isDone) close()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="dn-change"
        aria-haspopup="dialog"
        aria-expanded={chosen !== null}
        onClick={() => setChosen(chosen === null ? run.participants : null)}
      >
        Change
      </button>
      {chosen !== null && (
        <Anchored
          anchor={button}
          label="Who takes part"
          className="dn-ask"
          side="bottom"
          align="end"
          takesFocus
          onClose={close}
        >
          <p id={id}>It counts from the next step on. Drag for the order of turns.</p>
          <ParticipantChips
            state={state}
            personName={name}
            chosen={chosen}
            others={others.filter((own) => !chosen.includes(own))}
            labelledBy={id}
            onChange={setChosen}
          />
          <div className="dn-ask-acts">
            <button type="button" className="btn" onClick={close}>
              Cancel
            </button>
            <button
              type="button"
              className="btn p"
              disabled={isLost || isBusy || chosen.length === 0}
              onClick={() => void save(chosen)}
            >
              Save
            </button>
          </div>
        </Anchored>
      )}
    </>
  )
}
