import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Archive, ArchiveRestore, Pause, Play } from 'lucide-react'
import { useStore } from 'zustand'
import { useFiles } from '../../files/files-later'
import { person } from '../../sync/sync'
import { setArchived, setPaused } from '../group-actions'
import { AboutGroup } from './AboutGroup'
import { type DetailsAs, DetailsFrame } from './DetailsFrame'
import { ForAgents } from './ForAgents'
import { MemberList } from './MemberList'
import { PinnedMessages } from './PinnedMessages'
import { SessionsAsk } from './SessionsAsk'

interface GroupDetailsProps {
  readonly as: DetailsAs
  readonly hide: () => void
  readonly group: GroupRecord
  readonly state: CrewState
}

/** What there is to know of a group and to decide about it. */
export default function GroupDetails({ as, hide, group, state }: GroupDetailsProps) {
  const { name: personName } = useStore(person)
  const files = useFiles(true)
  return (
    <DetailsFrame as={as} hide={hide}>
      <PinnedMessages group={group} state={state} personName={personName} />
      <MemberList group={group} state={state} personName={personName} />
      {files ? (
        <files.FilesSection group={group} state={state} />
      ) : (
        <section aria-busy="true">
          <h3>Files</h3>
        </section>
      )}
      <AboutGroup group={group} state={state} personName={personName} />
      <SessionsAsk group={group} />
      <ForAgents name={group.name} />
      <Switches group={group} />
    </DetailsFrame>
  )
}

function Switches({ group }: { readonly group: GroupRecord }) {
  const { archived, paused } = group
  return (
    <section aria-label="Use">
      {!archived && (
        <div className="switch-row">
          <button type="button" className="btn" onClick={() => void setPaused(group, !paused)}>
            {paused ? <Play size={15} /> : <Pause size={15} />}
            {paused ? 'Resume group' : 'Pause group'}
          </button>
          <p className="hint">
            {paused
              ? 'Paused: messages are kept, and agents get them when you resume it.'
              : 'Members can still write, but agents get nothing until you resume it.'}
          </p>
        </div>
      )}
      <div className="switch-row">
        <button type="button" className="btn" onClick={() => void setArchived(group, !archived)}>
          {archived ? <ArchiveRestore size={15} /> : <Archive size={15} />}
          {archived ? 'Unarchive group' : 'Archive group'}
        </button>
        <p className="hint">
          {archived
            ? 'Its members can then write again.'
            : 'Nobody can write to it then. Its history is kept.'}
        </p>
      </div>
    </section>
  )
}
