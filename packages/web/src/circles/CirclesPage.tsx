import { Suspense, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useStore } from 'zustand'
import { useCurrentCrew, useUnreadTotal } from '../crew/use-crew'
import { groupName, isolated } from '../groups/group-name'
import { usePageTitle } from '../shell/page-title'
import { connection } from '../sync/connection'
import { person } from '../sync/sync'
import { setOrDelete, useAddressParams } from '../ui/use-address-params'
import { NARROW, useMedia } from '../ui/use-media'
import { circleAddress } from './circle-address'
import type { CircleDialog } from './CircleDialogs'
import { CircleList } from './CircleList'
import { CirclePane } from './CirclePane'
import { circleName, circlesOf, conversationsOf } from './circles'
import { ConversationHead } from './ConversationHead'
import { NoConversation } from './NoConversation'
import { useClosed } from './use-closed'
import './circles.css'
import { openedLater } from '../ui/opened-later'
import { drawnLater } from '../ui/drawn-later'

const Chat = drawnLater(() => import('../groups/GroupsPage').then((own) => own.ChatElsewhere))
const CircleDialogs = openedLater(() => import('./CircleDialogs').then((own) => own.default))
const FramesDrawer = drawnLater(() => import('./FramesDrawer').then((own) => own.default))

/** Circles of a crew: agents that may talk together, and the conversations of the open circle. */
export default function CirclesPage() {
  const state = useCurrentCrew()
  const { admissionId, groupId } = circleAddress(useLocation().pathname)
  const { name: personName, isReader } = useStore(person)
  const isLost = useStore(connection, ({ lostAt }) => lostAt !== null)
  const [params, change] = useAddressParams()
  const [dialog, setDialog] = useState<CircleDialog | null>(null)
  const isNarrow = useMedia(NARROW)
  const closed = useClosed(state.lead.id, Object.keys(state.admissions).join(' '))
  const circles = circlesOf(state, closed.data?.pages.flatMap((page) => page.admissions) ?? [])
  const circle = circles.find(({ id }) => id === admissionId)
  const group = circle && conversationsOf(state, circle.id).find(({ id }) => id === groupId)
  const hasFrames = params.has('rpc')
  const ask = isReader || isLost ? null : setDialog
  const what = group ? groupName(group) : circle ? circleName(state, circle) : ''
  usePageTitle(useUnreadTotal(state), isolated(what), 'Circles', state.lead.name)
  const framesButton = useRef<HTMLButtonElement>(null)
  const toggleFrames = () =>
    change((next) => setOrDelete(next, 'rpc', next.has('rpc') ? null : '1'))
  const closeFrames = () => {
    toggleFrames()
    // What had the focus goes with the drawer.
    framesButton.current?.focus()
  }
  return (
    <div
      className="card split circles"
      data-pane={group ? 'chat' : circle ? 'circle' : admissionId === null ? 'list' : 'chat'}
      data-rpc={hasFrames || undefined}
    >
      <CircleList
        {...{ state, circles, personName }}
        openId={admissionId}
        onCreate={ask && (() => ask({ kind: 'circle' }))}
        areFramesOpen={hasFrames}
        onFrames={toggleFrames}
        framesButton={framesButton}
        more={
          closed.hasNextPage
            ? { isLoading: closed.isFetchingNextPage, load: () => void closed.fetchNextPage() }
            : null
        }
        retry={closed.isError ? () => void closed.refetch() : null}
      />
      {circle && (
        <CirclePane
          {...{ state, circle, personName, ask }}
          key={`circle ${circle.id}`}
          openId={groupId}
        />
      )}
      {circle && group ? (
        <Suspense fallback={<main className="chat" aria-busy="true" />}>
          <Chat
            key={group.name}
            group={group}
            // What cannot be seen must not count as read.
            isCovered={isNarrow && hasFrames}
            head={<ConversationHead {...{ state, circle, group, personName, ask }} />}
          />
        </Suspense>
      ) : (
        <NoConversation
          leadId={state.lead.id}
          circle={circle}
          isUnknown={groupId !== null || (admissionId !== null && !circle)}
          isLooking={!circle && closed.isPending}
        />
      )}
      {hasFrames && (
        <Suspense fallback={<aside className="fd" aria-label="JSON-RPC frames" />}>
          <FramesDrawer state={state} onClose={closeFrames} />
        </Suspense>
      )}
      {dialog && <CircleDialogs {...{ state, dialog, circle }} onClose={() => setDialog(null)} />}
    </div>
  )
}
