import { shortId } from '@crewroom/shared/model/participant'
import type { NeedRecord } from '@crewroom/shared/model/need'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Clock } from 'lucide-react'
import { type ReactNode, use, useState } from 'react'
import { participantOf } from '../crew/participant'
import { inRole } from '../crew/role-look'
import { paths } from '../shell/paths'
import { Avatar } from '../ui/Avatar'
import { Link } from '../ui/Link'
import { Problem } from '../ui/Problem'
import { fullTime, listTime } from '../ui/times'
import { useNow } from '../ui/use-now'
import { LATER_MS, PutOff } from './later'

interface NeedFrameProps {
  /** The id of its need. */
  readonly id?: string
  readonly state: CrewState
  readonly agentId: string
  readonly fromRole?: string
  readonly kind: 'mention' | 'report' | NeedRecord['kind']
  /** Why it is here, in a few words. */
  readonly why: ReactNode
  readonly at: string
  readonly children: ReactNode
}

/** One thing that waits: who, why, since when; inside it the text and what can be done. */
export function NeedFrame(props: NeedFrameProps) {
  const { id, state, agentId, fromRole, kind, why, at, children } = props
  const now = useNow(20_000)
  const putOff = use(PutOff)
  const who = participantOf(state, agentId, '', fromRole)
  return (
    // The focus goes from card to card by keys.
    <article
      className={`need ${kind}`}
      data-need={kind}
      data-id={id}
      aria-label={`${who.label}, ${kind}`}
      tabIndex={-1}
    >
      <Avatar who={who} />
      <div className="min-w-0">
        <div className="w">
          <Link {...inRole('who', who.role, who.color)} to={paths.agent(state.lead.id, agentId)}>
            {who.label}
          </Link>
          <span className="mono id">{shortId(agentId)}</span>
          <span className="why">{why}</span>
          <time dateTime={at} title={fullTime(at)}>
            {listTime(at, now)}
          </time>
          {putOff && (
            <span className="need-later" role="group" aria-label="Later">
              <Clock size={13} aria-hidden="true" /> Later
              <button type="button" data-later onClick={() => putOff(LATER_MS.soon)}>
                10 min
              </button>
              <button type="button" data-later onClick={() => putOff(LATER_MS.hour)}>
                1 h
              </button>
            </span>
          )}
        </div>
        {children}
      </div>
    </article>
  )
}

export type Action = ReturnType<typeof useAction>

/** Runs one action at a time and keeps what went wrong, in the server's words. */
export function useAction() {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async (action: () => Promise<unknown>): Promise<boolean> => {
    setIsBusy(true)
    setProblem(null)
    try {
      await action()
      return true
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, problem, run }
}

/** Why an action was not done. */
export function ActionProblem({ text }: { readonly text: string | null }) {
  return <Problem text={text === null ? null : `That did not work. ${text}`} />
}
