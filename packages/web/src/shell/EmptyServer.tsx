import { ConnectionStrip } from './ConnectionStrip'
import { CopyButton } from '../ui/CopyButton'
import { firstSteps } from './first-steps'
import { usePageTitle } from './page-title'

/** A server without a crew: two ways to begin. It becomes the crew by itself when the first one is there. */
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
        <section className="step" aria-label="See it with a sample crew">
          <h2>See it with a sample crew</h2>
          <p>Starts real agents on this machine, without a key or a network, in data of its own.</p>
          <Snippet text="npm run demo" what="the demo command" />
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

interface SnippetProps {
  readonly text: string
  readonly what: string
  readonly isLong?: boolean
}

function Snippet({ text, what, isLong = false }: SnippetProps) {
  return (
    <div className={isLong ? 'snippet long' : 'snippet'}>
      <pre tabIndex={0}>
        {text.split('\n').map((line, index) => (
          // Lines never move: their place is who they are.
          <span key={index} className={line.startsWith('#') ? 'note' : undefined}>
            {line}
            {'\n'}
          </span>
        ))}
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  )
}
