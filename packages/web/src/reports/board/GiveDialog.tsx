import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { type FormEvent, useState } from 'react'
import { AgentPicker } from '../../crew/AgentPicker'
import { Dialog } from '../../ui/Dialog'
import { DialogFoot } from '../../ui/DialogFoot'
import type { BoardTask } from './columns'
import { type Target, targetsOf } from './targets'
import { titleOf } from './title-of'

interface GiveDialogProps {
  readonly state: CrewState
  readonly item: BoardTask
  readonly agents: readonly AgentRecord[]
  readonly startAnyway: (item: BoardTask) => void
  readonly cancel: (item: BoardTask) => void
  readonly put: (item: BoardTask, to: Target) => Promise<unknown>
  readonly onClose: () => void
}

/** Moves a task without dragging it. */
export function GiveDialog(props: GiveDialogProps) {
  const { state, item, agents, put, onClose } = props
  const targets = targetsOf(item, agents)
  const others = agents.filter(({ id }) => targets.some((to) => to !== 'done' && to.agentId === id))
  const [to, setTo] = useState(others[0]?.id ?? '')
  const end = (act: (own: BoardTask) => void) => {
    onClose()
    act(item)
  }
  const move = (target: Target) => {
    onClose()
    void put(item, target)
  }
  return (
    <Dialog title="Move the task" description={titleOf(item.task)} onClose={onClose}>
      <form
        className="contents"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (to !== '') move({ agentId: to })
        }}
      >
        <div className="dialog-body">
          <AgentPicker
            state={state}
            label="Give it to"
            agents={others}
            value={to}
            onChange={setTo}
          />
        </div>
        <DialogFoot onCancel={onClose}>
          {item.task.waits && (
            <>
              <button type="button" className="btn" onClick={() => end(props.cancel)}>
                Cancel the task
              </button>
              <button type="button" className="btn" onClick={() => end(props.startAnyway)}>
                Start it anyway
              </button>
            </>
          )}
          {targets.includes('done') && (
            <button type="button" className="btn" onClick={() => move('done')}>
              Close as done
            </button>
          )}
          <button type="submit" className="btn p" aria-disabled={to === ''}>
            Give the task
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
