import { SearchX } from 'lucide-react'
import { Link } from 'react-router'

interface NotFoundProps {
  readonly title: string
  readonly text: string
  readonly to: string
  readonly action: string
}

/** Says in place that something is not there; the way around stays where it is. */
export function NotFoundPanel({ title, text, to, action }: NotFoundProps) {
  return (
    <div className="panel" data-testid="not-found">
      <SearchX size={28} strokeWidth={1.6} />
      <h1>{title}</h1>
      <p>{text}</p>
      <Link className="btn" to={to}>
        {action}
      </Link>
    </div>
  )
}
