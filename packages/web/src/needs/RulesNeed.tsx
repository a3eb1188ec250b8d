import { paths } from '../shell/paths'
import { Link } from '../ui/Link'
import { closeNeed } from './dismiss'
import { NeedCard, type NeedProps } from './NeedCard'
import { useAction } from './NeedFrame'

/** Rules of an earlier version allow more than *Always* does now: they stay because the person says so, or they go. */
export function RulesNeed({ state, need }: NeedProps) {
  const action = useAction()
  return (
    <NeedCard
      {...{ state, need, action }}
      why="has permission rules of an earlier version"
      acts={
        <button
          type="button"
          className="btn p"
          disabled={action.isBusy}
          onClick={() => void action.run(() => closeNeed(need.id, 'drop'))}
        >
          Drop
        </button>
      }
      dismiss="Keep"
      dismissTitle="They go on to allow what they say, in every folder"
      more={
        <Link className="lnk" to={`${paths.section(need.leadId, 'needs')}?rules=1`}>
          Look at the rules
        </Link>
      }
    />
  )
}
