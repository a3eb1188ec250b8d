import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { ConnectionStrip } from './ConnectionStrip'
import { firstSteps } from './first-steps'
import { ImportCrew } from './ImportCrew'
import { usePageTitle } from './page-title'
import { paths } from './paths'
import { Snippet } from './Snippet'

/** A server without a crew: the ways to begin. It becomes the crew by itself when the first one is there. */
export function EmptyServer() {
  usePageTitle(0, 'Welcome')
  return (
    <div className="page">
      <main data-testid="empty-server">
        <ConnectionStrip />
        <div className="brand">
          <img src="/favicon.svg" alt="" />
          Crewroom
        </div>
        <h1>No crew yet</h1>
        <p>
          A crew is a lead and its agents. They talk in groups, and you read along and talk with
          them here.
        </p>
        <p className="begin">
          <Link className="btn p" to={paths.newCrew}>
            <Plus size={16} />
            New crew
          </Link>
          <ImportCrew label="Import a crew’s file" />
        </p>
        <section className="step" aria-label="See it with a sample crew">
          <h2>See it with a sample crew</h2>
          <p>Starts real agents on this machine, without a key or a network, in data of its own.</p>
          <Snippet text="npm run demo" what="the demo command" />
        </section>
        <section className="step" aria-label="Give a task to coding agents">
          <h2>Give a task to coding agents</h2>
          <p>
            With a coding agent that is installed and signed in, such as <code>claude</code>,{' '}
            <code>codex</code> or <code>gemini</code>. Ends with the task.
          </p>
          <Snippet
            text={'npm run crewroom -- run "Fix the tests." --agent claude'}
            what="the run command"
          />
        </section>
        <section className="step" aria-label="Connect your own program">
          <h2>Connect your own program</h2>
          <p>Anything that can make an HTTP request can be an agent. From a shell:</p>
          <Snippet text={firstSteps(location.origin)} what="the commands" isLong />
        </section>
        <p className="waiting" role="status">
          <i className="dot run" />
          Waiting for the first crew. This page shows it by itself.
        </p>
      </main>
    </div>
  )
}
