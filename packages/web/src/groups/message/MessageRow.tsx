import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID, shortId } from '@crewroom/shared/model/participant'
import { MAIN_SESSION } from '@crewroom/shared/model/session'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { memo, Suspense, useRef, useState } from 'react'
import { participantOf } from '../../crew/participant'
import { roleLook } from '../../crew/role-look'
import { clockTime, fullTime } from '../../ui/times'
import { ControlTab, Mentions, useMentionScope } from './mention-scope'
import { RowSide } from './RowSide'
import { messageActions } from './message-actions'
import { shownHidden } from './text-pieces'
import { useLongPress } from '../../ui/use-long-press'
import { useOpened } from './use-opened'
import { useRowFocus } from './use-row-focus'
import { MessageBody } from './MessageBody'
import { QuoteOf } from './QuoteOf'
import { WorkFolder, withFolder } from './work-folder'
import { ReactionBar } from './ReactionBar'
import { openedLater } from '../../ui/opened-later'
import { drawnLater, LeftOut } from '../../ui/drawn-later'

const MessageTools = drawnLater(
  () => import('./MessageTools').then((own) => own.MessageTools),
  LeftOut,
)
const ReceiptLine = drawnLater(
  () => import('./ReceiptLine').then((own) => own.ReceiptLine),
  LeftOut,
)
const MessageSheet = openedLater(() => import('./MessageSheet').then((own) => own.MessageSheet))
const changes = () => import('./changes')
const EditMessage = openedLater(
  () => changes().then((own) => own.EditMessage),
  ({ message }) => <MessageBody message={message} />,
)
const DeleteMessage = openedLater(() => changes().then((own) => own.DeleteMessage))
const MessageVersions = openedLater(() => changes().then((own) => own.MessageVersions))
const ReactMenu = openedLater(() => import('./ReactMenu').then((own) => own.ReactMenu))

export interface MessageRowProps {
  readonly message: Message
  readonly isCompact: boolean
  readonly crew: Pick<CrewState, 'lead' | 'agents' | 'workFiles'>
  readonly personName: string
  readonly isReadOnly: boolean
  /** Writes an answer that calls the sender; left out where nothing can be written. */
  readonly onReply?: ((message: Message) => void) | undefined
  readonly onMarkUnread?: ((message: Message) => void) | undefined
  /** Makes the row a stop of a list with one tab stop: its controls are reached with Enter. */
  readonly rowTabIndex?: 0 | -1 | undefined
  readonly posInSet?: number | undefined
  readonly setSize?: number | undefined
}

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, isCompact, crew, personName, isReadOnly, rowTabIndex } = props
  const from = participantOf(crew, message.from, personName, message.fromRole)
  const time = clockTime(message.timestamp)
  const id = from.kind === 'agent' ? shortId(message.from) : ''
  const isMine = message.from === HUMAN_ID
  const element = useRef<HTMLElement>(null)
  const scope = useMentionScope(message.leadId, message.group, message.mentions)
  const [menu, setMenu] = useState<'none' | 'all' | 'sheet' | 'delete' | 'versions'>('none')
  // What is being written outlives its row.
  const [isEdited, setEdited] = useOpened(`edit ${message.id}`)
  const actions = messageActions(props, (what) =>
    what === 'edit' ? setEdited(true) : setMenu(what),
  )
  const close = () => setMenu('none')
  const focus = useRowFocus(actions, rowTabIndex !== undefined)
  const press = useLongPress(() => setMenu('sheet'))
  const { className, style } = roleLook(from.role, from.color)
  const isForMe = !isMine && message.mentions.includes(HUMAN_ID)
  const classes = ['m-row', className, isCompact && 'c', isForMe && 'mention']
  return (
    <Mentions value={scope}>
      <ControlTab value={focus.controlTab}>
        <article
          ref={element}
          className={classes.filter(Boolean).join(' ')}
          style={style}
          tabIndex={rowTabIndex}
          aria-label={[from.label, id, time].filter(Boolean).join(' ')}
          aria-posinset={props.posInSet}
          aria-setsize={props.setSize}
          data-message={message.id}
          {...focus.handlers}
          {...press.handlers}
        >
          <RowSide who={from} at={message.timestamp} isCompact={isCompact} />
          <div className="min-w-0">
            {!isCompact && (
              <div className="w">
                <span className="who">
                  <bdi>{shownHidden(from.label)}</bdi>
                </span>
                {from.kind === 'agent' && from.label !== from.roleName && (
                  <span className="role">
                    <bdi>{from.roleName}</bdi>
                  </span>
                )}
                {id && <span className="id mono">{id}</span>}
                <time
                  dateTime={message.timestamp}
                  title={`${fullTime(message.timestamp)} · #${message.n}`}
                >
                  {time}
                </time>
              </div>
            )}
            <QuoteOf message={message} />
            {isEdited && message.deletedAt === undefined ? (
              <EditMessage message={message} onClose={() => setEdited(false)} />
            ) : (
              <WorkFolder value={withFolder(crew, message.from)}>
                <MessageBody message={message} />
              </WorkFolder>
            )}
            {message.editedAt !== undefined && !isEdited && (
              <button
                type="button"
                className="edited"
                tabIndex={focus.controlTab}
                title={fullTime(message.editedAt)}
                onClick={() => setMenu('versions')}
              >
                edited {clockTime(message.editedAt)}
              </button>
            )}
            <ReactionBar message={message} crew={crew} isReadOnly={isReadOnly} />
            {isMine && message.sessionId === MAIN_SESSION && (
              <Suspense>
                <ReceiptLine message={message} />
              </Suspense>
            )}
          </div>
          {(focus.isActive || menu !== 'none') && !isEdited && (
            <Suspense>
              <MessageTools actions={actions} isReadOnly={isReadOnly} isMenuOpen={menu === 'all'} />
            </Suspense>
          )}
          {menu === 'all' && (
            <ReactMenu anchor={element} message={message} view="all" onClose={close} />
          )}
          {menu === 'sheet' && (
            <MessageSheet actions={actions} isReadOnly={isReadOnly} onClose={close} />
          )}
          {menu === 'delete' && <DeleteMessage message={message} onClose={close} />}
          {menu === 'versions' && <MessageVersions message={message} onClose={close} />}
        </article>
      </ControlTab>
    </Mentions>
  )
})
