import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Mentionable } from '@crewroom/shared/model/mentions'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ArrowUp } from 'lucide-react'
import { Suspense, useId, useMemo } from 'react'
import { outbox } from '../../sync/sync'
import { groupName, isolated } from '../group-name'
import { useMentionScope } from '../message/mention-scope'
import { useUnsentAnnounced } from './announce-unsent'
import { Note, Wakes } from './ComposerNotes'
import { ComposerTools } from './ComposerTools'
import { ReplyStrip } from './ReplyStrip'
import { useComposerFocus } from './use-composer-focus'
import { useMentionMenu } from './use-mention-menu'
import { useWriting } from './use-writing'
import { MOST_IN_BOX, WritingBox } from './WritingBox'
import { drawnLater, LeftOut } from '../../ui/drawn-later'

const EndedNote = drawnLater(() => import('./EndedNote').then((own) => own.EndedNote), LeftOut)
const HugeText = drawnLater(() => import('./HugeText').then((own) => own.HugeText), LeftOut)
const MentionMenu = drawnLater(
  () => import('./MentionMenu').then((own) => own.MentionMenu),
  LeftOut,
)

interface ComposerProps {
  readonly group: GroupRecord
  readonly crew: Pick<CrewState, 'agents' | 'lead'>
  /** Whether one came to write, not to a message of long ago or to what lies over the chat. */
  readonly takesFocus?: boolean
  readonly onSent?: (() => void) | undefined
  /** ↑ in the empty box. */
  readonly onLeaveUp?: (() => void) | undefined
}

/** Where the person writes. The text leaves the box only into the outbox, which keeps it until it is sent. */
export function Composer({ group, crew, takesFocus = false, onSent, onLeaveUp }: ComposerProps) {
  const { leadId, name } = group
  const writing = useWriting(leadId, name)
  const { box, caret, setCaret, replace, reply } = writing
  const { text } = caret
  const menuId = useId()
  const overBy = Math.max(0, text.length - LIMITS.content)
  const isHuge = text.length > MOST_IN_BOX
  const trimmed = isHuge ? '' : text.trim()
  const canSend = trimmed !== '' && overBy === 0
  const callable = useCallable(group, crew)
  useUnsentAnnounced()
  useComposerFocus(box, takesFocus)
  const menu = useMentionMenu(isHuge ? { text: '', at: 0 } : caret, callable, replace)
  const put = (all: string) => setCaret({ text: all, at: 0 })
  const send = () => {
    if (!canSend) return
    outbox.send({ leadId, group: name, ...(reply ? { replyTo: reply } : {}) }, trimmed)
    writing.clear()
    onSent?.()
  }
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
      {group.memberIds.some((id) => crew.agents[id]?.ended) && (
        <Suspense>
          <EndedNote
            group={group}
            crew={crew}
            text={overBy > 0 ? '' : trimmed}
            repliedTo={reply?.from}
            onWoken={() => box.current?.focus()}
          />
        </Suspense>
      )}
      <ReplyStrip {...{ leadId, writing }} />
      {isHuge ? (
        <Suspense>
          <HugeText text={text} onDiscard={() => put('')} onUndo={put} />
        </Suspense>
      ) : (
        <WritingBox
          {...{ writing, menu, menuId, send, onLeaveUp }}
          label={`Message ${isolated(groupName(group))}`}
        />
      )}
      <div className="row">
        {!isHuge && <ComposerTools writing={writing} />}
        <Wakes {...{ group, crew }} text={overBy > 0 ? '' : trimmed} repliedTo={reply?.from} />
        <Note group={group} crew={crew} isWriting={trimmed !== ''} overBy={overBy} />
        <button type="submit" className="send" aria-label="Send" aria-disabled={!canSend}>
          <ArrowUp size={18} />
        </button>
      </div>
    </form>
  )
}

/** Who can be mentioned. Also who has ended, behind the others: a note says that it has to be woken first. */
function useCallable(
  { leadId, name }: GroupRecord,
  { agents }: ComposerProps['crew'],
): readonly Mentionable[] {
  const { people } = useMentionScope(leadId, name)
  return useMemo(() => {
    const endedOf = ({ id }: Mentionable) => agents[id]?.ended
    const active = people.filter((own) => endedOf(own) === null)
    const ended = people.filter((own) => ['completed', 'failed'].includes(endedOf(own) ?? ''))
    return [...active, ...ended]
  }, [people, agents])
}
