import { type GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useId, useState } from 'react'
import { useStore } from 'zustand'
import { groupName, isolated } from '../groups/group-name'
import { byActivity } from '../groups/list/group-order'
import { crews } from '../sync/sync'
import { Dialog } from '../ui/Dialog'
import { NewDiscussionForm } from './NewDiscussionForm'

interface NewDiscussionDialogProps {
  readonly state: CrewState
  readonly group: GroupRecord
  readonly onClose: () => void
}

/** Begins a discussion in a group. */
export function NewDiscussionDialog({ state, group, onClose }: NewDiscussionDialogProps) {
  return (
    <Dialog
      title={`New discussion in ${isolated(groupName(group))}`}
      width="wide"
      onClose={onClose}
    >
      <NewDiscussionForm
        {...{ state, group, onClose }}
        draft={[state.lead.id, `discussion:new:${group.name}`]}
      />
    </Dialog>
  )
}

interface StartDiscussionDialogProps {
  /** The crew on screen; null: any. */
  readonly leadId: string | null
  readonly onClose: () => void
}

/** Begins a discussion from outside of a group: in one that is chosen, or in one that is made for it. */
export function StartDiscussionDialog({ leadId, onClose }: StartDiscussionDialogProps) {
  const id = useId()
  const views = useStore(crews, (all) => all.views)
  const states = Object.values(views).map(({ state }) => state)
  const [crewId, setCrew] = useState(leadId ?? states[0]?.lead.id ?? '')
  const [name, setName] = useState<string | null>(null)
  const state = views[crewId]?.state
  if (!state) return null
  const groups = byActivity(Object.values(state.groups)).filter(({ archived }) => !archived)
  const picked = name ?? groups[0]?.name ?? ''
  const group = groups.find((own) => own.name === picked) ?? null
  return (
    <Dialog title="Start a discussion" width="wide" onClose={onClose}>
      <div className="dn-where">
        {states.length > 1 && (
          <div className="field">
            <label htmlFor={`${id}-crew`}>Crew</label>
            <select
              id={`${id}-crew`}
              className="input"
              value={crewId}
              onChange={({ target }) => {
                setCrew(target.value)
                setName(null)
              }}
            >
              {states.map(({ lead }) => (
                <option key={lead.id} value={lead.id}>
                  {lead.name}
                </option>
              ))}
            </select>
          </div>
        )}
        <div className="field">
          <label htmlFor={`${id}-group`}>Group</label>
          <select
            id={`${id}-group`}
            className="input"
            value={picked}
            onChange={({ target }) => setName(target.value)}
          >
            <option value="">A new group of those who take part</option>
            {groups.map((own) => (
              <option key={own.name} value={own.name}>
                {groupName(own)}
              </option>
            ))}
          </select>
        </div>
      </div>
      <NewDiscussionForm
        // Others can take part elsewhere. The question goes along: it is kept for all places together.
        key={`${crewId} ${picked}`}
        {...{ state, group, onClose }}
        draft={['', 'discussion:start']}
      />
    </Dialog>
  )
}
