import { groupSlug } from '@crewroom/shared/model/group-name'
import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { paths } from '../../shell/paths'
import { api } from '../../sync/api'
import { connection } from '../../sync/connection'
import { person } from '../../sync/sync'
import { Dialog } from '../../ui/Dialog'
import { DialogFoot } from '../../ui/DialogFoot'
import { toast } from '../../ui/toasts'
import { useIsShown } from '../../ui/use-is-shown'
import { groupName, isolated } from '../group-name'
import { groupArrival } from './group-arrival'
import { GroupNameField } from './GroupNameField'
import { MemberPicker } from './MemberPicker'
import { isNameless, missingOf, type Problems, problemsOf } from './new-group-problems'
import { NOTHING_PICKED, type Pick, pickedAgents } from './pick-members'
import { PurposeField } from './PurposeField'
import { ResolvedMembers } from './ResolvedMembers'

interface CreateGroupDialogProps {
  readonly state: CrewState
  /** What it may be called, where somebody looked for a group that is not there. */
  readonly firstName?: string
  readonly onClose: () => void
}

export default function CreateGroupDialog(props: CreateGroupDialogProps) {
  const { state, firstName = '', onClose } = props
  const { lead } = state
  const navigate = useNavigate()
  const form = useId()
  const nameBox = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(firstName)
  const [purpose, setPurpose] = useState('')
  const [pick, setPick] = useState<Pick>(NOTHING_PICKED)
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const isShown = useIsShown()
  const { name: you } = useStore(person)
  const isLost = useStore(connection, ({ lostAt }) => lostAt !== null)

  const agents: readonly AgentRecord[] = Object.values(state.agents)
  const candidates = agents.filter((own) => own.ended === null && own.id !== lead.id)
  const picked = pickedAgents(candidates, pick)
  const slug = groupSlug(name)
  const existing = slug !== '' && Object.hasOwn(state.groups, slug) ? state.groups[slug] : undefined
  const isTaken = existing !== undefined && !existing.archived
  const missing = isLost
    ? 'The connection is lost. Your text stays here.'
    : missingOf({ name, purpose, isTaken, pickedCount: picked.length })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (missing !== null) {
      // What is missing is said beside the button; the focus goes to where it is written or picked.
      const isName = name.trim() === '' || isNameless(name) || isTaken
      const members = document.getElementById(`${form}-members`)
      const next = isName ? nameBox.current : members?.querySelector<HTMLElement>('button, input')
      return next?.focus()
    }
    setBusy(true)
    setProblems({})
    try {
      const { group } = await api.createGroup(lead.id, {
        name: name.trim(),
        ...(purpose.trim() === '' ? {} : { purpose: purpose.trim() }),
        memberIds: picked.filter(({ id }) => pick.ids.includes(id)).map(({ id }) => id),
        roles: pick.roles,
      })
      await groupArrival(lead.id, group.name)
      if (!isShown()) toast.news(`${isolated(groupName(group))} was created.`)
      else {
        void navigate(paths.group(lead.id, group.name), { replace: true, state: { isNew: true } })
      }
    } catch (error) {
      if (!isShown()) return void toast.failed(`${slug} was not created.`, error)
      setBusy(false)
      const found = problemsOf(error)
      setProblems(found)
      if (found.name !== undefined) nameBox.current?.focus()
    }
  }
  return (
    <Dialog title="New group" onClose={onClose} width="wide">
      <form id={form} className="dialog-body" onSubmit={(event) => void submit(event)}>
        <GroupNameField
          {...{ name, slug, isTaken }}
          id={form}
          leadId={lead.id}
          box={nameBox}
          isArchived={existing !== undefined}
          problem={problems.name}
          onChange={(typed) => {
            setName(typed)
            setProblems(({ name: _, ...others }) => others)
          }}
        />
        <PurposeField
          id={form}
          purpose={purpose}
          problem={problems.purpose}
          onChange={setPurpose}
        />
        <div id={`${form}-members`}>
          <MemberPicker
            state={state}
            candidates={candidates}
            always={state.agents[lead.id]}
            pick={pick}
            onPick={setPick}
          />
        </div>
      </form>
      <DialogFoot
        says={
          <span className="resolved" role="status">
            <ResolvedMembers state={state} picked={picked} you={you} />
            {(problems.members ?? problems.other) !== undefined && (
              <span className="bad">{problems.members ?? problems.other}</span>
            )}
            {missing !== null && <span id={`${form}-missing`}>{missing}</span>}
          </span>
        }
        onCancel={onClose}
      >
        <button
          type="submit"
          form={form}
          className="btn p"
          aria-disabled={missing !== null || isBusy}
          aria-describedby={missing === null ? undefined : `${form}-missing`}
          title={missing ?? undefined}
        >
          {isBusy ? 'Creating…' : 'Create group'}
        </button>
      </DialogFoot>
    </Dialog>
  )
}
