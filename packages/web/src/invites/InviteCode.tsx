import { inviteLines } from '@crewroom/shared/text/invite-lines'
import { inviteJoinLines } from '@crewroom/shared/text/join-lines'
import { useEffect, useRef, useState } from 'react'
import { Snippet } from '../shell/Snippet'
import { Pills } from '../ui/Pills'

/** A code that was just made, and the lines with which each kind of agent uses it. */
export function InviteCode({ code }: { readonly code: string }) {
  const [kind, setKind] = useState<string>('claude')
  const title = useRef<HTMLHeadingElement>(null)
  const groups = [
    { label: 'Coding agent', lines: inviteJoinLines(location.origin, code) },
    { label: 'Program of your own', lines: inviteLines(location.origin, code) },
  ]
  const shown = groups.flatMap(({ lines }) => [...lines]).find((own) => own.kind === kind)
  useEffect(() => {
    title.current?.focus()
  }, [])
  return (
    <section className="invite-made" aria-label="The code">
      <h3 ref={title} tabIndex={-1}>
        The code is shown only now
      </h3>
      <Snippet text={code} what="the code" />
      {groups.map(({ label, lines }) => (
        <div className="invite-kinds" key={label}>
          <span className="hint">{label}</span>
          <Pills label={label}>
            {lines.map((own) => (
              <button
                key={own.kind}
                type="button"
                aria-pressed={own.kind === kind}
                onClick={() => setKind(own.kind)}
              >
                {own.title}
              </button>
            ))}
          </Pills>
        </div>
      ))}
      {shown && (
        <Snippet
          text={shown.text.trimEnd()}
          what={`the lines for ${shown.title}`}
          // One line is shown whole: it wraps.
          isLong={shown.text.trimEnd().includes('\n')}
        />
      )}
    </section>
  )
}
