import { type FormEvent, type KeyboardEvent, useId } from 'react'
import { useStore } from 'zustand'
import { isStarted } from '../new-crew/driver-choice'
import { agentsOf } from '../new-crew/crew-plan'
import { forgetPlan, founder, planStore } from '../new-crew/plan-store'
import { useCodingAgents } from '../new-crew/use-coding-agents'
import { paths } from '../shell/paths'
import { connection } from '../sync/connection'
import { Link } from '../ui/Link'
import { FolderChip } from './FolderChip'
import { ProgramTiles } from './ProgramTiles'
import { changeQuick, planOf, quickStart } from './quick-start'
import { TaskField } from './TaskField'
import { TeamCards } from './TeamCards'
import { useMachine } from './use-machine'
import { freeName, useStart } from './use-start'

/** All that a crew needs, with one thing to type. */
export function StartForm() {
  const id = useId()
  const quick = useStore(quickStart)
  const founding = useStore(founder.store)
  const isLost = useStore(connection, ({ lostAt }) => lostAt !== null)
  const programs = useCodingAgents({ isFollowed: !isLost })
  const machine = useMachine(quick.folder)
  const { start, problem } = useStart()
  const isWorking = founding.phase === 'working'
  const wrongAt = (at: 'task' | 'folder' | 'program') => (problem?.at === at ? problem.text : null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (quick.task.trim() === '') event.currentTarget.querySelector('textarea')?.focus()
    if (!isWorking) void start()
  }
  const keys = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  return (
    <form onSubmit={submit} onKeyDown={keys} noValidate aria-labelledby={`${id}-title`}>
      <h1 id={`${id}-title`}>What should your crew do?</h1>
      <TaskField
        labelledBy={`${id}-title`}
        problem={wrongAt('task')}
        status={isWorking ? `Starting ${founding.now ?? 'the crew'}…` : null}
        action={isWorking ? 'Starting…' : founding.lead ? 'Start the rest' : 'Start the crew'}
        isBusy={isWorking}
      >
        {isStarted(quick.driver) && <FolderChip machine={machine} problem={wrongAt('folder')} />}
      </TaskField>
      <ProgramTiles
        {...programs}
        problem={wrongAt('program') ?? (founding.problem && <Stopped who={founding.problem.who} />)}
      />
      <TeamCards isFixed={founding.lead !== null || isWorking} />
      <p className="fr-details">
        <Link
          className="lnk"
          to={paths.newCrewDetails}
          onClick={() => {
            // What is half made goes on as it was planned.
            if (founding.lead !== null) return
            planStore.setState({ plan: planOf(quick, freeName(), quick.folder) })
          }}
        >
          Choose each agent’s name, role and program
        </Link>
      </p>
    </form>
  )
}

/** What could not be made and why; what was made is there. */
function Stopped({ who }: { readonly who: string }) {
  const { lead, agents, problem } = useStore(founder.store)
  const plan = useStore(planStore, (all) => all.plan)
  const count = plan ? agentsOf(plan).length : 0
  return (
    <>
      <b>{who} could not be started.</b> {problem?.text}
      {lead && (
        <>
          {' '}
          The lead and {Object.keys(agents).length} of {count} agents are there.{' '}
          <Link
            className="lnk"
            to={paths.crewHome(lead.id)}
            onClick={() => {
              forgetPlan()
              changeQuick({ task: '' })
            }}
          >
            Go to the crew as it is
          </Link>
        </>
      )}
    </>
  )
}
