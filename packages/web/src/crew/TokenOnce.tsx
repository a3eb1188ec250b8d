import { CopyButton } from '../ui/CopyButton'

/** An agent's token, and what its program does first with it. */
export function TokenOnce({
  agentId,
  token,
}: {
  readonly agentId: string
  readonly token: string
}) {
  // `echo` is part of the shell: every user of the machine can list the arguments of programs.
  const curl = `echo 'Authorization: Bearer ${token}' | curl -s -H @-`
  const inbox = `${curl} \\
  "${location.origin}/api/agents/${agentId}/inbox?wait=25&for=wake"`
  const output = `${curl} \\
  ${location.origin}/api/agents/${agentId}/output -H 'Content-Type: application/json' \\
  -d '{"text":"⟦⟦ QUERY_GROUPS ⟧⟧"}'`
  return (
    <>
      <Once what="the token" title="Token" text={token} />
      <Once what="the command" title="Get its messages" text={inbox} />
      <Once what="the command" title="Send its output" text={output} />
    </>
  )
}

function Once({
  title,
  text,
  what,
}: {
  readonly title: string
  readonly text: string
  readonly what: string
}) {
  return (
    <div className="field once">
      <span className="label">{title}</span>
      <div className="snippet long">
        <pre tabIndex={0}>{text}</pre>
        <CopyButton text={text} what={what} />
      </div>
    </div>
  )
}
