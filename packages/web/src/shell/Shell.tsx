import { Navigate, Outlet, useParams } from 'react-router'
import { useStore } from 'zustand'
import { CrewId, useCrewState } from '../crew/use-crew'
import { crews } from '../sync/sync'
import { announcement } from './announcer'
import { BottomTabs } from './BottomTabs'
import { NotFoundPanel } from './NotFoundPanel'
import { Sidebar } from './Sidebar'

/** What stands around every page of a crew. */
export function Shell() {
  const { leadId = '' } = useParams()
  const ids = useStore(crews, (all) => all.ids) ?? []
  const hasView = useStore(crews, ({ views }) => Object.hasOwn(views, leadId))
  const state = useCrewState(leadId)
  if (!ids.includes(leadId)) {
    return (
      <div className="app">
        <Sidebar state={null} />
        <main className="card">
          <NotFoundPanel
            title="There is no such crew"
            text="It may have been deleted, or the link is from another server."
            to="/"
            action="Show all crews"
          />
        </main>
      </div>
    )
  }
  if (!hasView) return <div className="app" aria-busy="true" />
  return (
    <CrewId value={leadId}>
      <div className="app">
        <a className="skip" href="#messages">
          Skip to messages
        </a>
        <Sidebar state={state} />
        <Outlet />
        <BottomTabs state={state} />
        <Announcer />
      </div>
    </CrewId>
  )
}

function Announcer() {
  const { text } = useStore(announcement)
  return (
    <div className="sr" role="status" aria-live="polite">
      {text}
    </div>
  )
}

export function ToGroups() {
  const { leadId = '' } = useParams()
  return <Navigate replace to={`/leads/${encodeURIComponent(leadId)}/groups`} />
}
