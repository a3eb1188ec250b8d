import { knownAs } from '../crew/participant'
import { groupNameIn } from '../groups/group-name'
import { shownHidden } from '../groups/message/text-pieces'
import { paths } from '../shell/paths'
import { agents as api } from '../sync/api/agents'
import { Link } from '../ui/Link'
import { clockTime, withClockTimes } from '../ui/times'
import { closeNeed } from './dismiss'
import { NeedCard, type NeedProps } from './NeedCard'
import { useAction } from './NeedFrame'

/** An agent's program could not be kept running. */
export function FailedNeed({ state, need }: NeedProps) {
  const action = useAction()
  const { leadId, agentId } = need
  const isStarted = (state.agents[agentId]?.driver.kind ?? 'remote') !== 'remote'
  const [reason = '', ...said] = need.text.split('\n')
  const resume = () =>
    action.run(async () => {
      const isBack = state.agents[agentId]?.ended === null
      await api.resumeAgent(agentId)
      // An agent that was back already only has its program started: nothing else closes this then.
      if (isBack) await closeNeed(need.id)
    })
  return (
    <NeedCard
      {...{ state, need, action }}
      why={<b className="broken">has failed</b>}
      text={null}
      acts={
        <>
          <button
            type="button"
            className="btn p"
            disabled={action.isBusy}
            onClick={() => void resume()}
          >
            {isStarted ? 'Try again' : 'Resume agent'}
          </button>
          {isStarted && (
            <Link className="btn" to={`${paths.agent(leadId, agentId)}?edit=1`}>
              Edit command
            </Link>
          )}
        </>
      }
    >
      <p className="b">{shownHidden(reason)}</p>
      {said.length > 0 && (
        <pre className="need-said" aria-label="What its program wrote">
          {shownHidden(said.join('\n'))}
        </pre>
      )}
    </NeedCard>
  )
}

/** Agents talk in circles, and what they write there is kept back. */
export function HeldNeed({ state, need }: NeedProps) {
  const action = useAction()
  const { leadId, agentId, groupName } = need
  const hold = groupName === null ? state.agents[agentId]?.hold : state.groups[groupName]?.hold
  const until = hold ? ` automatically at ${clockTime(hold.until)}` : ''
  const group = (words: string) =>
    groupName === null ? null : (
      <Link className="lnk" to={paths.group(leadId, groupName)}>
        <bdi>{words}</bdi>
      </Link>
    )
  return (
    <NeedCard
      {...{ state, need, action }}
      why={
        groupName === null ? (
          'is on hold: agents keep replying to it without new work'
        ) : (
          <>keeps replying without new work to others in {group(groupNameIn(state, groupName))}</>
        )
      }
      text={withClockTimes(need.text)}
      acts={
        <button
          type="button"
          className="btn p"
          disabled={action.isBusy}
          onClick={() => void action.run(() => closeNeed(need.id, 'release'))}
        >
          Deliver now
        </button>
      }
      dismissTitle="The hold remains until it ends automatically"
      more={group('Open group')}
    >
      <p className="hint">
        Nothing is lost. The hold ends{until}, when you write{' '}
        {groupName === null ? `to ${knownAs(state, agentId)}` : 'there'}, or now.
      </p>
    </NeedCard>
  )
}

/** The files of the crew's group chats cannot be written. It closes when they can. */
export function FilesNeed({ state, need }: NeedProps) {
  const action = useAction()
  return (
    <NeedCard
      {...{ state, need, action }}
      why="group chats are not being written as files"
      acts={null}
      more={null}
    />
  )
}
