import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useEffect } from 'react'
import { shownHidden } from '../groups/message/text-pieces'
import { announcement } from '../shell/announcer'
import { paths } from '../shell/paths'
import type { Settled } from '../sync/permission-answers'
import { Link } from '../ui/Link'
import { answerWords, coveredText, wishOf } from './ask-words'
import { askedFor } from './asked-for'
import { ruleFor, ruleWhere } from './rule-words'

/** The outcome of a request, in the request's place. */
export function SettledLine({
  state,
  settled: { need, answer, isMine, rule },
}: {
  readonly state: CrewState
  readonly settled: Settled
}) {
  const wish = need.permission ? wishOf(need.permission).replace('wants to ', 'To ') : 'To do this'
  const words = answerWords(answer, isMine)
  useEffect(() => announcement.setState({ text: words }), [words])
  return (
    <p className="ask-settled">
      <b>{words}.</b>{' '}
      <span>
        {wish}: <code>{shownHidden(askedFor(need)).slice(0, 120)}</code>
      </span>
      {rule && (
        <span>
          {' '}
          From now on the crew {rule.action === 'allow' ? 'allows' : 'refuses'} {coveredText(rule)}{' '}
          to {[ruleFor(rule.role, rolesOf(state)), ruleWhere(rule)].join(' ').trim()}.{' '}
          <Link className="lnk" to={`${paths.section(state.lead.id, 'crew')}?rules=1`}>
            Show rules
          </Link>
        </span>
      )}
    </p>
  )
}

function rolesOf({ agents }: CrewState): ReadonlyMap<string, string> {
  return new Map(Object.values(agents).map(({ role, roleName }) => [role, roleName]))
}
