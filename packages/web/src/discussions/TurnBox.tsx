import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { placeOfSession } from '@crewroom/shared/model/session'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Hand } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { knownAs, participantOf } from '../crew/participant'
import { ReplyStrip } from '../groups/composer/ReplyStrip'
import { useWriting } from '../groups/composer/use-writing'
import { MessageText } from '../groups/message/MessageText'
import { elapsed } from '../overview/amounts'
import { useSeconds } from '../overview/page-clock'
import { listed } from '../sessions/round-words'
import { connection } from '../sync/connection'
import { outbox, person } from '../sync/sync'
import { Avatar } from '../ui/Avatar'
import { isSendKey } from '../ui/send-key'
import { useComposerFocus } from '../groups/composer/use-composer-focus'
import type { TurnNeed } from './live-run'
import { nextSpeaker, skipTurn } from './run-actions'
import { suggestionsOf } from './turn-suggestions'
import './turn.css'

interface TurnBoxProps {
  readonly state: CrewState
  readonly need: TurnNeed
  readonly groupName: string
  /** In Needs you it is one card of many: it takes no focus, and says where it is from. */
  readonly isCard?: boolean
}

/** The person's turn: the question, and the place to answer it in. */
export function TurnBox(props: TurnBoxProps) {
  const { need, isCard = false } = props
  const isChoice = need.turn.asks === 'choose'
  return (
    <div className={isCard ? 'dn-turn card-in' : 'dn-turn'} role="group" aria-label="Your turn">
      <p className="dn-turn-head">
        <b>
          <Hand size={16} />
          Your turn
        </b>
        <Limit until={need.turn.until} />
      </p>
      {need.text !== '' && (
        <div className="dn-turn-text">
          <MessageText content={need.text} />
        </div>
      )}
      {isChoice ? <Choice {...props} /> : <Answer {...props} />}
    </div>
  )
}

function Limit({ until }: { readonly until: string | null }) {
  if (until === null) return <span>No time limit. The others wait.</span>
  return <Left until={until} />
}

const LAST_MS = 60_000

function Left({ until }: { readonly until: string }) {
  const left = Math.max(0, Date.parse(until) - useSeconds())
  return (
    <span className={left <= LAST_MS ? 'dn-last' : undefined} role="timer">
      {elapsed(left)} left
    </span>
  )
}

/** Who speaks next, where a person chooses that. */
function Choice({ state, need }: TurnBoxProps) {
  const { name } = useStore(person)
  const isLost = useStore(connection, ({ lostAt }) => lostAt !== null)
  const [isBusy, setBusy] = useState(false)
  const run = Object.hasOwn(state.runs, need.turn.runId) ? state.runs[need.turn.runId] : undefined
  const choose = (id: string) => {
    setBusy(true)
    const who = id === HUMAN_ID ? 'you' : knownAs(state, id)
    void nextSpeaker(need.turn.runId, id, who).then(() => setBusy(false))
  }
  return (
    <div className="dn-turn-acts" role="group" aria-label="Who speaks next">
      {run?.participants.map((id) => (
        <button
          key={id}
          type="button"
          className="dn-suggest"
          disabled={isBusy || isLost}
          onClick={() => choose(id)}
        >
          <Avatar who={participantOf(state, id, name)} size="sm" />
          <bdi>{id === HUMAN_ID ? 'I speak myself' : knownAs(state, id)}</bdi>
        </button>
      ))}
    </div>
  )
}

function Answer({ state, need, groupName, isCard = false }: TurnBoxProps) {
  const { leadId, turn } = need
  const writing = useWriting(leadId, placeOfSession(turn.sessionId))
  const { box, caret, setCaret, reply, setReply } = writing
  const { text } = caret
  const form = useRef<HTMLFormElement>(null)
  const isLost = useStore(connection, ({ lostAt }) => lostAt !== null)
  const [isBusy, setBusy] = useState(false)
  useTurnFocus(writing.box, isCard)
  const overBy = Math.max(0, text.length - LIMITS.content)
  const canSend = text.trim() !== '' && overBy === 0
  const send = (content: string) => {
    const to = { leadId, group: groupName, sessionId: turn.sessionId }
    outbox.send(reply ? { ...to, replyTo: reply } : to, content)
    writing.clear()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSend) send(text.trim())
    else box.current?.focus()
  }
  const skip = () => {
    setBusy(true)
    void skipTurn(turn.runId).then(() => setBusy(false))
  }
  const suggested = suggestionsOf(need.text)
  return (
    <form ref={form} onSubmit={submit}>
      {suggested.length > 0 && (
        <div className="dn-turn-acts" role="group" aria-label="Suggested answers">
          {suggested.map((own) => (
            <button key={own} type="button" className="dn-suggest" onClick={() => send(own)}>
              {own}
            </button>
          ))}
        </div>
      )}
      <ReplyStrip {...{ leadId, writing }} />
      <textarea
        ref={box}
        {...(isCard ? {} : { id: 'composer' })}
        className="input"
        rows={1}
        dir="auto"
        value={text}
        aria-label="Your answer"
        placeholder="Answer in your own words"
        onChange={({ target }) => setCaret({ text: target.value, at: target.selectionEnd })}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && reply) return setReply(null)
          const isDirect = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
          if (!isDirect && !isSendKey(event)) return
          event.preventDefault()
          form.current?.requestSubmit()
        }}
      />
      <div className="dn-turn-acts">
        <button type="submit" className="btn dn-answer" aria-disabled={!canSend}>
          Answer
        </button>
        <button type="button" className="btn" disabled={isLost || isBusy} onClick={skip}>
          Skip my turn
        </button>
        {overBy > 0 ? (
          <span className="dn-bad" role="status">
            {overBy.toLocaleString()} characters too long
          </span>
        ) : (
          <NextWords {...{ state, need }} />
        )}
      </div>
    </form>
  )
}

/** Only if the composer had the focus, its box goes on with it. */
function useTurnFocus(box: React.RefObject<HTMLTextAreaElement | null>, isCard: boolean): void {
  const [hadFocus] = useState(() => !isCard && document.activeElement?.id === 'composer')
  useComposerFocus(box, hadFocus)
}

/** Who speaks afterwards, as far as the policy says it. */
function NextWords({ state, need }: Pick<TurnBoxProps, 'state' | 'need'>) {
  const run = Object.hasOwn(state.runs, need.turn.runId) ? state.runs[need.turn.runId] : undefined
  if (!run) return null
  const { participants, policy, progress } = run
  const nameOf = (id: string) => knownAs(state, id)
  if (progress.next !== null && progress.next !== HUMAN_ID) {
    return <span>{nameOf(progress.next)} will speak next.</span>
  }
  const others = participants.filter((id) => id !== HUMAN_ID)
  switch (policy.kind) {
    case 'round_robin': {
      const at = participants.indexOf(HUMAN_ID)
      const next = participants[(at + 1) % participants.length]
      return next === undefined || next === HUMAN_ID ? null : <span>{nameOf(next)} is next.</span>
    }
    case 'selection':
      return others.length === 0 || others.length > 3 ? null : (
        <span>
          {others.length === 1
            ? nameOf(others[0] ?? '')
            : listed(others.map(nameOf)).replace(' and ', ' or ')}{' '}
          will speak next.
        </span>
      )
    case 'parallel':
      return policy.aggregator === null || policy.aggregator === HUMAN_ID ? null : (
        <span>{nameOf(policy.aggregator)} sums up then.</span>
      )
    case 'hierarchical':
      return <span>{nameOf(policy.manager)} goes on then.</span>
    default:
      return policy satisfies never
  }
}
