import { roleOf } from '@crewroom/shared/model/role'
import { CircleCheck, Plus, Search, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { LOOKS } from '../crew/agent-status'
import { roleClass } from '../crew/role-look'
import { StatusDot } from '../crew/StatusDot'
import { MessageText } from '../groups/message/MessageText'
import { Avatar } from '../ui/Avatar'
import { MentionBadge, NeedsBadge, UnreadBadge } from '../ui/Badge'
import { usePageTitle } from './page-title'
import './design.css'

const SURFACES = ['app', 'sunken', 'surface', 'raised', 'hover', 'selected'] as const
const TEXTS = ['text', 'text2', 'text3', 'accent-text', 'you', 'ok', 'bad', 'think'] as const
const ROLES = [
  'lead',
  'architect',
  'developer',
  'code-reviewer',
  'critical-reviewer',
  'qa-tester',
  'designer',
  'technical-writer',
  'product-manager',
  'researcher',
  'secretary',
  'generalist',
]
const SAMPLE = [
  'Plain words, **bold**, *leaning*, ~~gone~~ and `code`, and a [link](https://example.org).',
  '> What was said before',
  '- one\n- two',
  '```ts\nconst answer: number = 42\n```',
  '| role | colour |\n|---|---|\n| Developer | blue |',
].join('\n\n')

/** The parts of which the page is made, in one place: what is new is put beside them, and tests look at them. */
export function DesignPage() {
  usePageTitle(0, 'Design')
  return (
    <div className="page design">
      <main>
        <h1>Design</h1>
        <Part title="Text on surfaces">
          {SURFACES.map((surface) => (
            <div key={surface} className="swatch" style={{ background: `var(--${surface})` }}>
              <b>{surface}</b>
              {TEXTS.map((text) => (
                <span key={text} style={{ color: `var(--${text})` }}>
                  {text}
                </span>
              ))}
            </div>
          ))}
        </Part>
        <Part title="Roles">
          {ROLES.map((role) => {
            const { name, color } = roleOf(role)
            const who = {
              kind: 'agent',
              role,
              roleName: name,
              isLead: role === 'lead',
              label: name,
              color,
            } as const
            return (
              <span key={role} className={`sample ${roleClass(role)}`}>
                <Avatar who={who} />
                <Avatar who={who} size="md" />
                <Avatar who={who} size="sm" />
                <b style={{ color: 'var(--c)' }}>{name}</b>
              </span>
            )
          })}
        </Part>
        <Part title="Status and numbers">
          {Object.values(LOOKS).map((look) => (
            <StatusDot key={look.word} look={look} isWordShown />
          ))}
          <UnreadBadge count={1} />
          <UnreadBadge count={99} />
          <UnreadBadge count={100} />
          <MentionBadge count={1} />
          <NeedsBadge count={3} />
          <span className="tag">Auto</span>
        </Part>
        <Part title="Controls">
          <button type="button" className="btn p">
            <Plus size={16} /> New group
          </button>
          <button type="button" className="btn">
            Cancel
          </button>
          <button type="button" className="btn" aria-disabled="true">
            Not now
          </button>
          <button type="button" className="ib" aria-label="Search">
            <Search size={18} />
          </button>
          <span className="seg">
            <button type="button" aria-pressed="true">
              All
            </button>
            <button type="button" aria-pressed="false">
              Unread
            </button>
          </span>
          <input className="input" aria-label="A field" placeholder="A field" />
          <input
            className="input"
            aria-label="A wrong one"
            aria-invalid="true"
            value="Wrong"
            readOnly
          />
        </Part>
        <Part title="Strips and toasts">
          <div className="banner">
            <WifiOff size={18} />
            <span>
              <b>Connection lost.</b> Showing messages up to 14:12.
            </span>
            <button type="button">Retry now</button>
          </div>
          <div className="banner online">
            <CircleCheck size={18} />
            <b>Back online</b>
          </div>
          <div className="toast news">
            <span>Developer was removed.</span>
            <button type="button">Undo</button>
          </div>
          <div className="toast problem">
            <span>Couldn&apos;t react. Try again.</span>
          </div>
        </Part>
        <Part title="What agents write">
          <div className="m-row design-row">
            <span />
            <MessageText content={SAMPLE} />
          </div>
        </Part>
      </main>
    </div>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="design-part" aria-label={title}>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  )
}
