import { shortId } from '@crewroom/shared/model/participant'
import { Pause } from 'lucide-react'
import { useState } from 'react'
import { statusLook } from '../crew/agent-status'
import { leadTitle } from '../crew/lead-title'
import { participantOf } from '../crew/participant'
import { countStandings } from '../crew/standing'
import { StatusDot } from '../crew/StatusDot'
import { useCrewState, useLive, useUnreadTotal } from '../crew/use-crew'
import { countNeeds } from '../needs/count-needs'
import { Avatar } from '../ui/Avatar'
import { NeedsBadge, UnreadBadge } from '../ui/Badge'
import { Link } from '../ui/Link'
import { CrewCardMenu } from './CrewCardMenu'
import { paths } from './paths'
import { openedLater } from '../ui/opened-later'

const DeleteCrewDialog = openedLater(() =>
  import('./DeleteCrewDialog').then((own) => own.DeleteCrewDialog),
)

/** One crew at a glance: what it is, what it does, what is new in it and what it needs. */
export function CrewCard({ leadId }: { readonly leadId: string }) {
  const state = useCrewState(leadId)
  const live = useLive(leadId)
  const [isDeleting, setIsDeleting] = useState(false)
  const unread = useUnreadTotal(state)
  const { name, paused, workspace } = state.lead
  const lead = state.agents[leadId]
  const all = Object.values(state.agents)
  const agents = all.filter(({ id }) => id !== leadId)
  const { working, failed, off } = countStandings(state, all, live)
  const groups = Object.values(state.groups).filter(({ archived }) => !archived).length
  const needs = countNeeds(state)
  const faces = agents.filter(({ ended }) => ended === null).slice(0, 6)
  return (
    <article className="crew-card" data-crew={name} aria-label={name}>
      <header>
        <Avatar who={participantOf(state, leadId, '', leadTitle(state.lead))} />
        <div className="min-w-0">
          <h2>
            <Link to={paths.crewHome(leadId)}>{name}</Link>
          </h2>
          <p>
            {lead?.roleName ?? leadTitle(state.lead)}{' '}
            <span className="mono">{shortId(leadId)}</span>
            {lead && <StatusDot look={statusLook(state, lead, live[leadId])} isWordShown />}
          </p>
        </div>
        <CrewCardMenu state={state} askDelete={() => setIsDeleting(true)} />
      </header>
      <p className="task" title={lead?.task ?? undefined}>
        {lead?.task ?? (workspace === undefined ? 'No task yet' : 'Group chats of another program')}
      </p>
      <footer>
        {faces.length > 0 && (
          <span className="stack" aria-hidden="true">
            {faces.map(({ id }) => (
              <Avatar key={id} size="sm" who={participantOf(state, id, '')} />
            ))}
          </span>
        )}
        <span className="facts">
          {counted(all.length, 'agent')}
          {working > 0 && (
            <>
              {' · '}
              <span className="on">{working} working</span>
            </>
          )}
          {failed > 0 && (
            <>
              {' · '}
              <span className="off">{failed} failed</span>
            </>
          )}
          {off > 0 && ` · ${off} not connected`}
          {' · '}
          {counted(groups, 'group')}
        </span>
        <span className="sp" />
        <span className="news">
          {paused && (
            <span className="tag" title="Nothing is delivered to its agents until you resume it">
              <Pause size={11} />
              Paused
            </span>
          )}
          {needs > 0 && (
            <Link className="needs-link" to={paths.section(leadId, 'needs')}>
              Needs you <NeedsBadge count={needs} />
            </Link>
          )}
          <UnreadBadge count={unread} />
        </span>
      </footer>
      {isDeleting && (
        <DeleteCrewDialog
          leadId={leadId}
          name={name}
          agents={all.length}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </article>
  )
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
