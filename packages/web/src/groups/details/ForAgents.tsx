import { CopyText } from './CopyText'

/** The commands by which agents use the group. */
export function ForAgents({ name }: { readonly name: string }) {
  const commands = [
    { verb: 'GROUP_MESSAGE', payload: `{"group":"${name}", "content":"…"}`, what: 'to write' },
    { verb: 'READ_GROUP', payload: `{"group":"${name}"}`, what: 'to read' },
  ]
  return (
    <section aria-labelledby="for-agents">
      <h3 id="for-agents">For agents</h3>
      {commands.map(({ verb, payload, what }) => (
        <div key={verb} className="cmd">
          <code>
            ⟦⟦ <b>{verb}</b> {payload} ⟧⟧
          </code>
          <CopyText text={`⟦⟦ ${verb} ${payload} ⟧⟧`} what={`the command ${what}`} />
        </div>
      ))}
    </section>
  )
}
