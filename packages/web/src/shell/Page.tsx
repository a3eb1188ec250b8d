import type { ReactNode } from 'react'
import { ConnectionStrip } from './ConnectionStrip'

interface PageProps {
  readonly title: string
  readonly count?: number | undefined
  /** Behind the title, in a few words. */
  readonly subtitle?: string | undefined
  /** At the right end of the bar. */
  readonly actions?: ReactNode
  /** Between the bar and the content: filters, tabs. */
  readonly tools?: ReactNode
  readonly children?: ReactNode
}

/** A section that is one column: a bar, and below it what scrolls. */
export function Page({ title, count, subtitle, actions, tools, children }: PageProps) {
  return (
    <main className="card one" aria-label={title}>
      <div className="bar">
        <h1>{title}</h1>
        {count !== undefined && <span className="cnt">{count}</span>}
        {subtitle !== undefined && <span className="cnt subtitle">{subtitle}</span>}
        <span className="sp" />
        {actions}
      </div>
      <ConnectionStrip />
      {tools}
      {children}
    </main>
  )
}
