import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../ui/Link'

interface NotFoundProps {
  readonly title: string
  readonly text: string
  readonly to: string
  readonly action: string
  /** What else can be done about it. */
  readonly children?: ReactNode
}

/** Says in place that something is not there; the way around stays where it is. */
export function NotFoundPanel({ title, text, to, action, children }: NotFoundProps) {
  return (
    <div className="panel" data-testid="not-found">
      <SearchX size={28} strokeWidth={1.6} />
      <h1>{title}</h1>
      <p>{text}</p>
      <span className="panel-acts">
        {children}
        <Link className="btn" to={to}>
          {action}
        </Link>
      </span>
    </div>
  )
}
