import { groupSlug } from '@crewroom/shared/model/group-name'
import type { AgentRecord } from '@crewroom/shared/model/agent'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { knownAs } from '../../crew/participant'
import { paths } from '../../shell/paths'
import { api } from '../../sync/api'
import { connection } from '../../sync/connection'
import { ApiError } from '../../sync/request'
import { crews, person } from '../../sync/sync'
import { Dialog } from '../../ui/Dialog'
import { toast } from '../../ui/toasts'
import { useIsShown } from '../../ui/use-is-shown'
import { MemberPicker } from './MemberPicker'
import { NOTHING_PICKED, type Pick, pickedAgents } from './pick-members'
import { groupName, isolated } from '../group-name'
import { DialogFoot } from '../../ui/DialogFoot'

interface CreateGroupDialogProps {
  readonly state: CrewState
  /** What it may be called, where somebody looked for a group that is not there. */
  readonly firstName?: string
  readonly onClose: () => void
}

type Problems = Readonly<Partial<Record<'name' | 'purpose' | 'members' | 'other', string>>>

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
  const isNameless = name.trim() !== '' && !/[\p{L}\p{N}]/u.test(name)
  const missing = isLost
    ? 'The connection is gone. Your text stays here.'
    : name.trim() === ''
      ? 'Give it a name.'
      : isNameless
        ? 'Give it a name with a letter or a digit.'
        : isTaken
          ? 'Choose another name.'
          : purpose.trim().length > LIMITS.purpose
            ? `The purpose is ${purpose.trim().length - LIMITS.purpose} characters too long.`
            : picked.length === 0
              ? 'Pick at least one other member.'
              : picked.length + 2 > LIMITS.members
                ? `A group has at most ${LIMITS.members} members.`
                : null

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (missing !== null) {
      // What is missing is said beside the button; the focus goes to where it is written or picked.
      const isName = name.trim() === '' || isNameless || isTaken
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
      await arrival(lead.id, group.name)
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
        <div className="field">
          <label htmlFor={`${form}-name`}>Name</label>
          <input
            ref={nameBox}
            id={`${form}-name`}
            className="input"
            type="text"
            value={name}
            maxLength={LIMITS.displayName}
            placeholder="Config Team"
            autoComplete="off"
            aria-invalid={isTaken || problems.name !== undefined}
            aria-describedby={`${form}-name-hint`}
            onChange={(event) => {
              setName(event.target.value)
              setProblems(({ name: _, ...others }) => others)
            }}
          />
          <span id={`${form}-name-hint`} className="hint" aria-live="polite">
            {isTaken ? (
              <span className="bad">
                {slug} exists.{' '}
                <Link to={paths.group(lead.id, slug)} replace>
                  Open it
                </Link>
              </span>
            ) : problems.name !== undefined ? (
              <span className="bad">{problems.name}</span>
            ) : (
              <NameHint name={name} slug={slug} isArchived={existing !== undefined} />
            )}
          </span>
        </div>
        <div className="field">
          <label htmlFor={`${form}-purpose`}>
            Purpose <span className="cnt">optional</span>
          </label>
          <textarea
            id={`${form}-purpose`}
            className="input short"
            rows={2}
            value={purpose}
            placeholder="What its members settle here"
            aria-invalid={purpose.trim().length > LIMITS.purpose || problems.purpose !== undefined}
            aria-describedby={`${form}-purpose-hint`}
            onChange={(event) => setPurpose(event.target.value)}
          />
          <span id={`${form}-purpose-hint`} className="hint">
            {problems.purpose !== undefined ? (
              <span className="bad">{problems.purpose}</span>
            ) : (
              <span className={purpose.trim().length > LIMITS.purpose ? 'bad' : undefined}>
                {purpose.trim().length} of {LIMITS.purpose}
              </span>
            )}
          </span>
        </div>
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
            <Resolved state={state} picked={picked} you={you} />
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

interface NameHintProps {
  readonly name: string
  readonly slug: string
  readonly isArchived: boolean
}

function NameHint({ name, slug, isArchived }: NameHintProps) {
  if (name.trim() === '') return <>Agents call it by its short form, such as config-team.</>
  if (slug === '' && /[\p{L}\p{N}]/u.test(name))
    return <>Agents call it group-1, or the next number that is free.</>
  if (slug === '') return <>Signs alone are no name.</>
  if (isArchived) {
    return (
      <>
        <b className="mono">{slug}</b> is archived. Creating it brings it back, with its history.
      </>
    )
  }
  return (
    <>
      Agents call it <b className="mono">{slug}</b>.
    </>
  )
}

const NAMED = 8

interface ResolvedProps {
  readonly state: CrewState
  readonly picked: readonly AgentRecord[]
  readonly you: string
}

function Resolved({ state, picked, you }: ResolvedProps) {
  if (picked.length === 0) return null
  const names = [state.lead.id, ...picked.map(({ id }) => id)].map((id) => knownAs(state, id))
  const rest = names.length - NAMED
  return (
    <span>
      <b>{names.length + 1} members:</b> {names.slice(0, NAMED).join(', ')}
      {rest > 0 && `, ${rest} more`} and {you === 'You' ? 'you' : `${you} (you)`}
    </span>
  )
}

const ARRIVAL_MS = 3_000

/** The group comes over the socket too, a moment before or after the answer. Its page needs it to be there. */
async function arrival(leadId: string, name: string): Promise<void> {
  const isHere = () => crews.getState().views[leadId]?.state.groups[name]?.archived === false
  if (isHere()) return
  await new Promise<void>((resolve) => {
    const done = () => {
      unsubscribe()
      clearTimeout(timer)
      resolve()
    }
    const unsubscribe = crews.subscribe(() => isHere() && done())
    const timer = setTimeout(done, ARRIVAL_MS)
  })
}

/** What the server has against it, at the field it is about. */
function problemsOf(error: unknown): Problems {
  if (!(error instanceof ApiError)) return { other: String(error) }
  const fields = error.details['fields'] as Readonly<Record<string, string>> | undefined
  if (error.code === 'group_exists') return { name: error.message }
  if (!fields) return error.status === 0 ? { other: error.message } : { members: error.message }
  const members = Object.entries(fields).find(([key]) => /^(memberIds|roles)/.test(key))?.[1]
  const { name, purpose } = fields
  return {
    ...(name === undefined ? {} : { name: `The name ${name}.` }),
    ...(purpose === undefined ? {} : { purpose: `The purpose ${purpose}.` }),
    ...(members === undefined ? {} : { members }),
    ...(name === undefined && purpose === undefined && members === undefined
      ? { other: error.message }
      : {}),
  }
}
