import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useStore } from 'zustand'
import { firstSteps } from '../shell/first-steps'
import { ImportCrew } from '../shell/ImportCrew'
import { paths } from '../shell/paths'
import { Snippet } from '../shell/Snippet'
import { person } from '../sync/sync'
import { Link } from '../ui/Link'
import { machineQuery } from './use-machine'

/** What is needed more rarely: a crew that is there already, and programs that come from outside. */
export function OtherWays() {
  const hasTranscripts = useStore(person, (who) => who.hasTranscripts)
  const { data: machine, isError, refetch } = useQuery(machineQuery(''))
  return (
    <details className="fr-other">
      <summary>
        <ChevronRight size={15} />
        Other ways: import a crew, connect by REST or command line
      </summary>
      <section aria-label="Import a crew">
        <h2>Import a crew</h2>
        <p>From a file that was exported here or elsewhere.</p>
        <ImportCrew label="Import a crew’s file" />
      </section>
      {hasTranscripts && (
        <section aria-label="Transcripts">
          <h2>Transcripts</h2>
          <p>
            Sessions of coding agents on this machine can be read without a crew.{' '}
            <Link className="lnk" to={paths.transcripts(null)}>
              Show transcripts
            </Link>
          </p>
        </section>
      )}
      <section aria-label="From the command line">
        <h2>From the command line</h2>
        <p>
          With a coding agent that is installed and signed in, such as <code>claude</code>,{' '}
          <code>codex</code> or <code>gemini</code>. It ends with the task.
        </p>
        <Snippet
          text={'npm run crewroom -- run "Fix the tests." --agent claude'}
          what="the run command"
        />
      </section>
      <section aria-label="Connect your own program">
        <h2>Connect your own program</h2>
        <p>Anything that can make an HTTP request can be an agent. From a shell:</p>
        {machine && (
          <Snippet text={firstSteps(location.origin, machine.data)} what="the commands" isLong />
        )}
        {isError && (
          <p role="alert">
            The server did not say where its data is.{' '}
            <button type="button" className="lnk" onClick={() => void refetch()}>
              Ask again
            </button>
          </p>
        )}
      </section>
    </details>
  )
}
