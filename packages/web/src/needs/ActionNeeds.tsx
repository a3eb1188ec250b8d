import type { NeedRecord } from '@crewroom/shared/model/need'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Link } from 'react-router'
import { knownAs } from '../crew/participant'
import { MessageText } from '../groups/message/MessageText'
import { shownHidden } from '../groups/message/text-pieces'
import { paths } from '../shell/paths'
import { api } from '../sync/api'
import { clockTime } from '../ui/times'
import { closeNeed } from './dismiss'
import { NeedFrame, Problem, useAction } from './NeedFrame'
import { groupNameIn } from '../groups/group-name'

interface NeedProps {
  readonly state: CrewState
  readonly need: NeedRecord
}

/** An agent's program could not be kept running. */
export function FailedNeed({ state, need }: NeedProps) {
  const { isBusy, problem, run } = useAction()
  const { leadId, agentId } = need
  const [reason = '', ...said] = need.text.split('\n')
  const resume = () =>
    run(async () => {
      const isBack = state.agents[agentId]?.ended === null
      await api.resumeAgent(agentId)
      // An agent that was back already only has its program started: nothing else closes this then.
      if (isBack) await closeNeed(need.id)
    })
  return (
    <NeedFrame
      state={state}
      agentId={agentId}
      kind="failed"
      why={<b className="broken">has failed</b>}
      at={need.createdAt}
    >
      <p className="b">{shownHidden(reason)}</p>
      {said.length > 0 && (
        <pre className="need-said" aria-label="What its program wrote">
          {shownHidden(said.join('\n'))}
        </pre>
      )}
      <Problem text={problem} />
      <div className="acts">
        <button type="button" className="btn p" disabled={isBusy} onClick={() => void resume()}>
          Resume agent
        </button>
        <button
          type="button"
          className="btn"
          disabled={isBusy}
          onClick={() => void run(() => closeNeed(need.id))}
        >
          Dismiss
        </button>
        <Link className="lnk" to={paths.agent(leadId, agentId)}>
          Open agent
        </Link>
      </div>
    </NeedFrame>
  )
}

/** Agents talk in circles, and what they write there is kept back. */
export function HeldNeed({ state, need }: NeedProps) {
  const { isBusy, problem, run } = useAction()
  const { leadId, agentId, groupName } = need
  const hold = groupName === null ? state.agents[agentId]?.hold : state.groups[groupName]?.hold
  // The server's sentence is for any reader; this one has a clock.
  const text = need.text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, clockTime)
  const until = hold ? ` by itself at ${clockTime(hold.until)}` : ''
  return (
    <NeedFrame
      state={state}
      agentId={agentId}
      kind="held"
      why={
        groupName === null ? (
          'is held: agents talk in circles with it'
        ) : (
          <>
            talks in circles with others in{' '}
            <Link className="lnk" to={paths.group(leadId, groupName)}>
              <bdi>{groupNameIn(state, groupName)}</bdi>
            </Link>
          </>
        )
      }
      at={need.createdAt}
    >
      <MessageText content={text} />
      <p className="hint">
        Nothing is lost. The hold ends{until}, when you write{' '}
        {groupName === null ? `to ${knownAs(state, agentId)}` : 'there'}, or now.
      </p>
      <Problem text={problem} />
      <div className="acts">
        <button
          type="button"
          className="btn p"
          disabled={isBusy}
          onClick={() => void run(() => closeNeed(need.id, 'release'))}
        >
          Hand over now
        </button>
        <button
          type="button"
          className="btn"
          disabled={isBusy}
          title="The hold stays until it ends by itself"
          onClick={() => void run(() => closeNeed(need.id))}
        >
          Dismiss
        </button>
        {groupName !== null && (
          <Link className="lnk" to={paths.group(leadId, groupName)}>
            Open group
          </Link>
        )}
      </div>
    </NeedFrame>
  )
}
