import { Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useStore } from 'zustand'
import { useCurrentCrew, useUnreadTotal } from '../crew/use-crew'
import { NewDiscussionDialog } from '../discussions/dialog-later'
import { useFiles } from '../files/files-later'
import { usePageTitle } from '../shell/page-title'
import { connection } from '../sync/connection'
import { NARROW, useMedia, WIDE } from '../ui/use-media'
import { fileDrop, fileZone } from './file-drop'
import { groupAddress } from './group-address'
import { GroupChat, type GroupChatProps } from './GroupChat'
import { GroupList } from './list/GroupList'
import { DetailsPlace } from './details/DetailsPlace'
import { searchWith, useOver } from './use-over'
import { groupNameIn, isolated } from './group-name'
import { openedLater } from '../ui/opened-later'
import { drawnLater } from '../ui/drawn-later'

const NoGroup = drawnLater(() => import('./NoGroup').then((own) => own.NoGroup))
const SessionPage = drawnLater(() =>
  import('../sessions/SessionPage').then((own) => own.SessionPage),
)
const CreateGroupDialog = openedLater(() =>
  import('./new-group/CreateGroupDialog').then((own) => own.default),
)

/** The groups of a crew, one of them open, and what there is to know of it. */
export function GroupsPage() {
  const state = useCurrentCrew()
  const { pathname } = useLocation()
  const { name, pane, isArchive, sessionId } = groupAddress(pathname, state.groups)
  const { params, open, close } = useOver()
  const isNarrow = useMedia(NARROW)
  const isWide = useMedia(WIDE)
  const isLost = useStore(connection, ({ lostAt }) => lostAt !== null)
  const areFilesNeeded = useStore(fileDrop, ({ isNeeded }) => isNeeded)
  const files = useFiles(areFilesNeeded)
  const isDiscussion = params.get('new') === 'discussion'
  const group =
    name !== undefined && Object.hasOwn(state.groups, name) ? state.groups[name] : undefined
  const talk = name === undefined ? 'Groups' : isolated(groupNameIn(state, name))
  const title = isolated(state.sessions[sessionId ?? '']?.title ?? '')
  usePageTitle(useUnreadTotal(state), title, talk, state.lead.name)
  useFocusComposer(group?.name)
  const create = () => open({ search: searchWith(paramsNow(), { new: 'group' }) })
  const createCalled = (wanted?: string) =>
    open({ search: searchWith(paramsNow(), { new: 'group', name: wanted ?? null }) })
  // What cannot be seen must not count as read, so that the chat is not there behind full-screen details.
  const hasChat = group && !(isNarrow && pane === 'members')
  return (
    <div
      className="card split"
      data-pane={group || pane === 'list' ? pane : 'chat'}
      {...fileZone(group)}
    >
      <GroupList
        state={state}
        openName={name}
        sessionId={sessionId}
        isArchive={isArchive}
        onCreate={isLost ? null : create}
      />
      {hasChat && sessionId !== undefined ? (
        <Suspense fallback={<main className="chat" aria-busy="true" />}>
          <SessionPage key={sessionId} {...{ group, sessionId, state }} />
        </Suspense>
      ) : hasChat ? (
        <GroupChat key={group.name} group={group} isCovered={pane === 'members' && !isWide} />
      ) : (
        !group && (
          <Suspense fallback={<main className="chat" aria-busy="true" />}>
            <NoGroup state={state} name={name} onCreate={isLost ? null : createCalled} />
          </Suspense>
        )
      )}
      {group && sessionId === undefined && (
        <DetailsPlace key={`details of ${group.name}`} group={group} state={state} />
      )}
      {group && files && areFilesNeeded && <files.FilesInChat group={group} />}
      {group && isDiscussion && (
        <NewDiscussionDialog
          {...{ state, group }}
          onClose={() => close({ search: searchWith(params, { new: null }) })}
        />
      )}
      {params.get('new') === 'group' && (
        <CreateGroupDialog
          state={state}
          firstName={params.get('name') ?? ''}
          onClose={() => close({ search: searchWith(params, { new: null, name: null }) })}
        />
      )}
    </div>
  )
}

/**
 * The chat of a group where another page shows it, under a head of its own. It is here so that it comes with the chat of
 * the groups: a file of its own would make the first load larger.
 */
export function ChatElsewhere(props: Required<GroupChatProps>) {
  const { group } = props
  const areFilesNeeded = useStore(fileDrop, ({ isNeeded }) => isNeeded)
  const files = useFiles(areFilesNeeded)
  return (
    <div className="contents" {...fileZone(group)}>
      <GroupChat {...props} />
      {files && areFilesNeeded && <files.FilesInChat group={group} />}
    </div>
  )
}

const paramsNow = () => new URLSearchParams(window.location.search)

const FOCUS_FRAMES = 300

/** A person who has just created a group wants to write to it. */
function useFocusComposer(openName: string | undefined): void {
  const { key, state } = useLocation()
  const isAsked = (state as { isNew?: boolean } | null)?.isNew === true
  useEffect(() => {
    if (!isAsked || openName === undefined) return
    let frames = 0
    const look = () => {
      const box = document.querySelector<HTMLElement>('main.chat textarea')
      box?.focus()
      // The chat may still be on its way.
      if (!box && ++frames < FOCUS_FRAMES) frame = requestAnimationFrame(look)
    }
    let frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [isAsked, openName, key])
}
