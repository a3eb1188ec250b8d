import type { Message } from '@crewroom/shared/model/message'
import type { RoundRecord, RoundResponse } from '@crewroom/shared/model/round'
import { Clock } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { roleLook } from '../../crew/role-look'
import { ControlTab, Mentions, useMentionScope } from '../../groups/message/mention-scope'
import { messageActions } from '../../groups/message/message-actions'
import { QuoteOf } from '../../groups/message/QuoteOf'
import { ReactionBar } from '../../groups/message/ReactionBar'
import { useRowFocus } from '../../groups/message/use-row-focus'
import { WorkFolder, withFolder } from '../../groups/message/work-folder'
import { elapsed, money, tokenWords } from '../../overview/amounts'
import { Avatar } from '../../ui/Avatar'
import { clockTime, fullTime } from '../../ui/times'
import { useLongPress } from '../../ui/use-long-press'
import { roundAtSeq, shownNumber, tookOf } from '../round-words'
import { useScope } from '../session-scope'
import { AgentName, useAgent } from './AgentName'
import { AnswerText } from './AnswerText'
import { stopKeyOf } from './stop-key'
import { openedLater } from '../../ui/opened-later'
import { drawnLater, LeftOut } from '../../ui/drawn-later'

const MessageTools = drawnLater(
  () =>
    import('../../groups/message/MessageTools')

      .then((own) => own.MessageTools),
  LeftOut,
)
const MessageSheet = openedLater(() =>
  import('../../groups/message/MessageSheet').then((own) => own.MessageSheet),
)
const ReactMenu = openedLater(() =>
  import('../../groups/message/ReactMenu').then((own) => own.ReactMenu),
)

interface AnswerProps {
  readonly round: RoundRecord
  readonly response: RoundResponse
  /** Null: it is not loaded. */
  readonly message: Message | null
  readonly isHidden: boolean
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

/** The column of an agent that has answered. */
export function Answer(props: AnswerProps) {
  const { message } = props
  return message ? <Answered {...props} message={message} /> : <NotLoaded {...props} />
}

function Answered(props: AnswerProps & { readonly message: Message }) {
  const { round, response, message, isHidden, isOpen, onOpen } = props
  const scope = useScope()
  const { crew, isReadOnly, rounds, unreadAfter, parts, onReply, onMarkUnread } = scope
  const { who, name } = useAgent(message.from, message.fromRole)
  const { className, style } = roleLook(who.role, who.color)
  const element = useRef<HTMLElement>(null)
  const [menu, setMenu] = useState<'none' | 'all' | 'sheet'>('none')
  const actions = messageActions({ message, isReadOnly, onReply, onMarkUnread }, () =>
    setMenu('all'),
  )
  const focus = useRowFocus(actions, true)
  const press = useLongPress(() => setMenu('sheet'))
  const mentions = useMentionScope(message.leadId, message.group, message.mentions)
  const took = elapsed(tookOf(rounds, round, response.agentId) ?? 0)
  const cameIn = roundAtSeq(rounds, message.seq)
  const isNew = unreadAfter !== null && message.seq > unreadAfter
  return (
    <Mentions value={mentions}>
      <ControlTab value={focus.controlTab}>
        <article
          ref={element}
          className={`sn-col sn-answer ${className}`}
          style={style}
          hidden={isHidden}
          tabIndex={-1}
          aria-label={`${name}, answered${response.late ? ' late' : ''} after ${took}${isNew ? ', new' : ''}`}
          data-stop={stopKeyOf(round.n, response.agentId)}
          data-message={message.id}
          data-key={message.id}
          {...focus.handlers}
          {...press.handlers}
        >
          <header>
            <Avatar who={who} size="sm" />
            <AgentName name={name} />
            {response.late && (
              <span className="sn-tag">
                <Clock size={11} />
                {cameIn > round.n ? `late · came in round ${shownNumber(rounds, cameIn)}` : 'late'}
              </span>
            )}
            {isNew && <span className="sn-new">new</span>}
            <time
              className="sn-time"
              dateTime={message.timestamp}
              title={`${clockTime(message.timestamp)} · ${fullTime(message.timestamp)} · #${message.n}`}
            >
              {[round.run ? clockTime(message.timestamp) : '', took, usageOf(response)]
                .filter(Boolean)
                .join(' · ')}
            </time>
          </header>
          <QuoteOf message={message} />
          <WorkFolder value={withFolder(crew, message.from)}>
            <AnswerText message={message} isOpen={isOpen} onOpen={onOpen} />
          </WorkFolder>
          {response.child !== undefined && parts && (
            <parts.NestedCard runId={response.child} starter={message.from} />
          )}
          {response.cut && <p className="sn-cut">Part of this answer is missing.</p>}
          <ReactionBar message={message} crew={crew} isReadOnly={isReadOnly} />
          {(focus.isActive || menu !== 'none') && (
            <Suspense>
              <MessageTools actions={actions} isReadOnly={isReadOnly} isMenuOpen={menu === 'all'} />
            </Suspense>
          )}
          {menu !== 'none' &&
            (menu === 'all' ? (
              <ReactMenu
                anchor={element}
                message={message}
                view="all"
                onClose={() => setMenu('none')}
              />
            ) : (
              <MessageSheet
                actions={actions}
                isReadOnly={isReadOnly}
                onClose={() => setMenu('none')}
              />
            ))}
        </article>
      </ControlTab>
    </Mentions>
  )
}

/** `14k · $0.16`; empty where its program said nothing. */
function usageOf({ usage }: RoundResponse): string {
  return [usage?.tokens ? tokenWords(usage.tokens) : '', usage?.usd ? money(usage.usd) : '']
    .filter(Boolean)
    .join(' · ')
}

/** It came long after the round, where nothing is loaded. */
function NotLoaded({ round, response, isHidden }: AnswerProps) {
  const { onShow } = useScope()
  const { who, name } = useAgent(response.agentId)
  const { className, style } = roleLook(who.role, who.color)
  const { messageId } = response
  return (
    <article
      className={`sn-col ${className}`}
      style={style}
      hidden={isHidden}
      tabIndex={-1}
      aria-label={`${name}, answered`}
      data-stop={stopKeyOf(round.n, response.agentId)}
    >
      <header>
        <Avatar who={who} size="sm" />
        <AgentName name={name} />
      </header>
      <p>
        Answered later.{' '}
        {messageId !== null && (
          <button type="button" className="sn-do" onClick={() => onShow(messageId)}>
            Show
          </button>
        )}
      </p>
    </article>
  )
}
