import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Mentionable } from '@crewroom/shared/model/mentions'
import type { SessionRecord } from '@crewroom/shared/model/session'
import { placeOfSession } from '@crewroom/shared/model/session'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ArrowUp, Users } from 'lucide-react'
import { Suspense, useId, useMemo, useState } from 'react'
import { knownAs } from '../../crew/participant'
import { useUnsentAnnounced } from '../../groups/composer/announce-unsent'
import { ComposerTools } from '../../groups/composer/ComposerTools'
import { ReplyStrip } from '../../groups/composer/ReplyStrip'
import { HugeText } from '../../groups/composer/HugeText'
import { useComposerFocus } from '../../groups/composer/use-composer-focus'
import { useMentionMenu } from '../../groups/composer/use-mention-menu'
import { useWriting } from '../../groups/composer/use-writing'
import { MOST_IN_BOX, WritingBox } from '../../groups/composer/WritingBox'
import { isolated } from '../../groups/group-name'
import { useMentionScope } from '../../groups/message/mention-scope'
import { outbox } from '../../sync/sync'
import { SentHint } from '../../ui/SentHint'
import { waitsWords } from '../away-words'
import type { RoundsByNumber } from '../round-words'
import { useScope } from '../session-scope'
import { sessionTitle } from '../session-title'
import { type Asked, askedBy, askWords } from './ask-words'
import { AskChips } from './AskChips'
import { ClosedNote } from './ClosedNote'
import { drawnLater, LeftOut } from '../../ui/drawn-later'
import './composer.css'

const MentionMenu = drawnLater(
  () =>
    import('../../groups/composer/MentionMenu')

      .then((own) => own.MentionMenu),
  LeftOut,
)

interface SessionComposerProps {
  readonly group: GroupRecord
  readonly session: SessionRecord
  readonly crew: Pick<CrewState, 'agents' | 'lead'>
  readonly speakers: readonly string[]
  readonly rounds: RoundsByNumber
  readonly isReader: boolean
  /** A discussion is under way: what is written asks nobody. */
  readonly isDiscussed?: boolean
  /** It waits for the person. */
  readonly isTurn?: boolean
  readonly takesFocus: boolean
  readonly onSent?: (() => void) | undefined
  /** ↑ in the empty box. */
  readonly onLeaveUp: () => void
}

/** Where the person asks. Beside Send stands what sending does. */
export function SessionComposer(props: SessionComposerProps) {
  const { group, session, isReader } = props
  if (group.archived || session.status !== 'active' || isReader) {
    return <ClosedNote group={group} session={session} isReader={isReader} />
  }
  return <OpenComposer {...props} />
}

function OpenComposer(props: SessionComposerProps) {
  const { group, session, crew, speakers, rounds, takesFocus, onSent, onLeaveUp } = props
  const { isDiscussed = false, isTurn = false } = props
  const { leadId, name } = group
  const writing = useWriting(leadId, placeOfSession(session.id))
  const { box, caret, setCaret, replace, reply } = writing
  const { text } = caret
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [isChoosing, setChoosing] = useState(false)
  const menuId = useId()
  const overBy = Math.max(0, text.length - LIMITS.content)
  const isHuge = text.length > MOST_IN_BOX
  const trimmed = isHuge ? '' : text.trim()
  const asked = useMemo(
    () => askedBy(crew, group, session, trimmed, chosen, reply?.from),
    [crew, group, session, trimmed, chosen, reply],
  )
  const isNobodyChosen = chosen !== null && asked.ids.length === 0
  const canSend = trimmed !== '' && overBy === 0 && !isNobodyChosen
  const callable = useCallable(group, session)
  useUnsentAnnounced()
  useComposerFocus(box, takesFocus)
  const menu = useMentionMenu(isHuge ? { text: '', at: 0 } : caret, callable, replace)
  const put = (all: string) => setCaret({ text: all, at: 0 })
  const send = () => {
    if (!canSend) return
    const asks = chosen ? { asks: asked.ids } : {}
    const to = { leadId, group: name, sessionId: session.id, ...asks }
    outbox.send(reply ? { ...to, replyTo: reply } : to, trimmed)
    writing.clear()
    onSent?.()
    setChosen(null)
    setChoosing(false)
  }
  const title = isolated(sessionTitle(session))
  return (
    <form
      className="comp"
      onSubmit={(event) => {
        event.preventDefault()
        send()
        box.current?.focus()
      }}
    >
      {menu.isOpen && (
        <Suspense>
          <MentionMenu
            id={menuId}
            leadId={leadId}
            crew={crew}
            found={menu.found}
            active={menu.active}
            onPick={menu.pick}
            onPoint={menu.point}
          />
        </Suspense>
      )}
      {(isChoosing || chosen !== null) && (
        <AskChips
          crew={crew}
          speakers={speakers}
          asked={chosen ?? new Set(asked.ids)}
          onChange={setChosen}
        />
      )}
      <ReplyStrip {...{ leadId, writing }} />
      {isHuge ? (
        <HugeText text={text} onDiscard={() => put('')} onUndo={put} />
      ) : (
        <WritingBox
          {...{ writing, menu, menuId, send, onLeaveUp }}
          label={`Message ${speakers.length > 1 ? 'everyone in ' : ''}${title}`}
        />
      )}
      <SentHint to={{ leadId, group: name, sessionId: session.id }} text={text} />
      <div className="row">
        {!isHuge && <ComposerTools writing={writing} />}
        {speakers.length > 1 && !isDiscussed && (
          <button
            type="button"
            className={isChoosing || chosen ? 'ib on' : 'ib'}
            aria-label="Choose who is asked"
            title="Choose who is asked"
            aria-expanded={isChoosing || chosen !== null}
            onClick={() => {
              setChoosing(!isChoosing && chosen === null)
              setChosen(null)
            }}
          >
            <Users size={18} />
          </button>
        )}
        {isDiscussed && overBy === 0 ? (
          <span className="sn-asks">
            {isTurn ? 'Your turn' : 'Goes to all before the next answer'}
          </span>
        ) : (
          <AskNote
            {...{ group, crew, rounds, asked, speakers, overBy }}
            isChosen={chosen !== null}
          />
        )}
        <button type="submit" className="send" aria-label="Send" aria-disabled={!canSend}>
          <ArrowUp size={18} />
        </button>
      </div>
    </form>
  )
}

interface AskNoteProps extends Pick<
  SessionComposerProps,
  'group' | 'crew' | 'rounds' | 'speakers'
> {
  readonly asked: Asked
  readonly isChosen: boolean
  readonly overBy: number
}

/** What sending does. Quiet: it changes with every word. */
function AskNote({ group, crew, rounds, speakers, asked, isChosen, overBy }: AskNoteProps) {
  const { live } = useScope()
  if (overBy > 0) {
    return (
      <span className="sn-asks bad" role="status">
        {overBy.toLocaleString()} characters too long
      </span>
    )
  }
  if (speakers.length === 0 && asked.ids.length === 0) {
    return <span className="sn-asks">Nobody here can answer. Add an agent</span>
  }
  const words = askWords({
    rounds,
    asked,
    isChosen,
    isMentionOnly: group.chat?.broadcastMode === 'mention_only',
    nameOf: (id) => knownAs(crew, id),
    isAway: (id, round) => waitsWords(live[id], round) !== null,
  })
  return (
    <span className="sn-asks" title={words}>
      {words}
    </span>
  )
}

/** Who can be mentioned: the agents of the session. */
function useCallable({ leadId, name }: GroupRecord, { activeAgents }: SessionRecord) {
  const { people } = useMentionScope(leadId, name)
  return useMemo<readonly Mentionable[]>(
    () => people.filter(({ id }) => activeAgents.includes(id)),
    [people, activeAgents],
  )
}
