import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Mentionable } from '@crewroom/shared/model/mentions'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ArrowUp, AtSign, Code, SmilePlus } from 'lucide-react'
import {
  type KeyboardEvent,
  lazy,
  Suspense,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { keepDraft, readDraft } from '../../sync/drafts'
import { outbox } from '../../sync/sync'
import { focusMain } from '../../ui/focus-main'
import { isSendKey } from '../../ui/send-key'
import { useGrowingBox } from '../../ui/use-growing-box'
import { useUnsentAnnounced } from './announce-unsent'
import { Note, Wakes } from './ComposerNotes'
import { EndedNote } from './EndedNote'
import { HugeText } from './HugeText'
import { composerOpened } from './insert'
import { useComposerFocus } from './use-composer-focus'
import { type Caret, useMentionMenu } from './use-mention-menu'
import { withCode } from './with-code'
import { useMentionScope } from '../message/mention-scope'
import { groupName, isolated } from '../group-name'

const MentionMenu = lazy(() =>
  import('./MentionMenu').then((own) => ({ default: own.MentionMenu })),
)
const EmojiMenu = lazy(() => import('./EmojiMenu').then((own) => ({ default: own.EmojiMenu })))

interface ComposerProps {
  readonly group: GroupRecord
  readonly crew: Pick<CrewState, 'agents' | 'lead'>
  /** Whether one came to write, not to a message of long ago or to what lies over the chat. */
  readonly takesFocus?: boolean
  /** ↑ in the empty box. */
  readonly onLeaveUp?: (() => void) | undefined
}

/** A longer text is not put into the box, which would take minutes with it: it is kept beside it. */
const MOST_IN_BOX = LIMITS.content + 10_000

/** Where the person writes. The text leaves the box only into the outbox, which keeps it until it is sent. */
export function Composer({ group, crew, takesFocus = false, onLeaveUp }: ComposerProps) {
  const { leadId, name } = group
  const [caret, setCaret] = useState<Caret>(() => ({ text: readDraft(leadId, name), at: 0 }))
  const { text } = caret
  const label = `Message ${isolated(groupName(group))}`
  const box = useRef<HTMLTextAreaElement>(null)
  useGrowingBox(box, text)
  const emoji = useRef<HTMLButtonElement>(null)
  const [isPicking, setPicking] = useState(false)
  const menuId = useId()
  const overBy = Math.max(0, text.length - LIMITS.content)
  const isHuge = text.length > MOST_IN_BOX
  const trimmed = isHuge ? '' : text.trim()
  const canSend = trimmed !== '' && overBy === 0
  const { people } = useMentionScope(leadId, name)
  // Also who has ended, behind the others: the note below says that it has to be woken first.
  const callable = useMemo(() => {
    const endedOf = ({ id }: Mentionable) => crew.agents[id]?.ended
    const active = people.filter((own) => endedOf(own) === null)
    const ended = people.filter((own) => ['completed', 'failed'].includes(endedOf(own) ?? ''))
    return [...active, ...ended]
  }, [people, crew.agents])
  useUnsentAnnounced()
  useComposerFocus(box, takesFocus)

  // At once: nothing says when a page is closed. Only what changed here: another tab may have written more.
  const kept = useRef(text)
  useEffect(() => {
    if (text === kept.current) return
    kept.current = text
    keepDraft(leadId, name, text)
  }, [leadId, name, text])

  /** As the person would: the browser's own undo takes it back. */
  const replace = (from: number, to: number, by: string) => {
    const element = box.current
    if (!element) return
    element.focus()
    element.setSelectionRange(from, to)
    if (!document.execCommand('insertText', false, by)) element.setRangeText(by, from, to, 'end')
    setCaret({ text: element.value, at: element.selectionEnd })
  }
  const menu = useMentionMenu(isHuge ? { text: '', at: 0 } : caret, callable, replace)
  useEffect(
    () =>
      composerOpened(leadId, name, (words) => {
        const at = box.current?.value.length ?? 0
        replace(at, at, words)
      }),
    [leadId, name],
  )

  const send = () => {
    if (!canSend) return
    outbox.send(leadId, name, trimmed)
    setCaret({ text: '', at: 0 })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // A key that picks a suggestion of an input method is not meant for us; Safari says so only by its code.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (menu.onKey(event)) return event.preventDefault()
    if (event.key === 'ArrowUp' && !event.altKey && text === '' && onLeaveUp) {
      event.preventDefault()
      return onLeaveUp()
    }
    if (event.key === 'Escape') {
      event.currentTarget.blur()
      return focusMain()
    }
    if (!isSendKey(event)) return
    event.preventDefault()
    send()
  }
  const asCode = () => {
    const element = box.current
    if (!element) return
    const { selectionStart: start, selectionEnd: end } = element
    const coded = withCode({ text: element.value, start, end })
    replace(start, end, coded.text.slice(start, coded.text.length - (element.value.length - end)))
    element.setSelectionRange(coded.start, coded.end)
  }
  const call = () => {
    const element = box.current
    if (!element) return
    const { selectionStart: start, selectionEnd: end } = element
    replace(start, end, /[\p{L}\p{N}_@/.`]$/u.test(element.value.slice(0, start)) ? ' @' : '@')
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
      <EndedNote
        group={group}
        crew={crew}
        text={overBy > 0 ? '' : trimmed}
        onWoken={() => box.current?.focus()}
      />
      {isHuge ? (
        <HugeText
          text={text}
          onDiscard={() => setCaret({ text: '', at: 0 })}
          onUndo={(all) => setCaret({ text: all, at: 0 })}
        />
      ) : (
        <textarea
          ref={box}
          id="composer"
          rows={1}
          dir="auto"
          value={text}
          placeholder={label}
          aria-label={label}
          aria-autocomplete="list"
          aria-controls={menu.isOpen ? menuId : undefined}
          aria-activedescendant={menu.isOpen ? `${menuId}-${menu.active}` : undefined}
          onChange={({ target }) => {
            setCaret({ text: target.value, at: target.selectionEnd })
            menu.typedAnew()
          }}
          onSelect={({ currentTarget }) => {
            const at = currentTarget.selectionEnd
            setCaret((now) => (now.at === at ? now : { text: now.text, at }))
          }}
          onPaste={(event) => {
            const { value, selectionStart, selectionEnd } = event.currentTarget
            const pasted = event.clipboardData.getData('text/plain')
            if (value.length + pasted.length <= MOST_IN_BOX) return
            event.preventDefault()
            const all = value.slice(0, selectionStart) + pasted + value.slice(selectionEnd)
            setCaret({ text: all, at: 0 })
          }}
          onKeyDown={onKeyDown}
        />
      )}
      <div className="row">
        {!isHuge && (
          <>
            <button
              type="button"
              className="ib"
              aria-label="Mention"
              title="Mention"
              onClick={call}
            >
              <AtSign size={18} />
            </button>
            <button type="button" className="ib" aria-label="Code" title="Code" onClick={asCode}>
              <Code size={18} />
            </button>
            <button
              ref={emoji}
              type="button"
              className="ib"
              aria-label="Emoji"
              title="Emoji"
              aria-haspopup="dialog"
              aria-expanded={isPicking}
              onClick={() => setPicking(!isPicking)}
            >
              <SmilePlus size={18} />
            </button>
          </>
        )}
        {isPicking && (
          <Suspense>
            <EmojiMenu
              anchor={emoji}
              onPick={(picked) => {
                setPicking(false)
                const at = caret.at
                replace(at, box.current?.selectionEnd ?? at, picked)
              }}
              onClose={() => setPicking(false)}
            />
          </Suspense>
        )}
        <Wakes group={group} crew={crew} text={overBy > 0 ? '' : trimmed} />
        <Note group={group} crew={crew} isWriting={trimmed !== ''} overBy={overBy} />
        <button type="submit" className="send" aria-label="Send" aria-disabled={!canSend}>
          <ArrowUp size={18} />
        </button>
      </div>
    </form>
  )
}
