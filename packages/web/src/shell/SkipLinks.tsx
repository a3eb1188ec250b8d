import type { MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { focusContent } from '../ui/focus-main'

/** The first stops of the Tab key: past what stands around a page, to what it is there for. */
export function SkipLinks() {
  const { pathname, search } = useLocation()
  const isTalk = isGroup(pathname, search) || isConversation(pathname, search)
  if (!isTalk) return <SkipLink to="main">Skip to content</SkipLink>
  return (
    <>
      <SkipLink to="messages">Skip to messages</SkipLink>
      <SkipLink to="composer">Skip to the message box</SkipLink>
    </>
  )
}

/** Nobody can write where the page shows what an agent of a session did. */
function isGroup(pathname: string, search: string): boolean {
  const isAgent = new URLSearchParams(search).get('view') === 'agent'
  return /^\/leads\/[^/]+\/(groups|circles\/[^/]+\/c)\/./.test(pathname) && !isAgent
}

function isConversation(pathname: string, search: string): boolean {
  return /^\/leads\/[^/]+\/comms$/.test(pathname) && new URLSearchParams(search).has('with')
}

interface SkipLinkProps {
  readonly to: 'main' | 'messages' | 'composer'
  readonly children: string
}

function SkipLink({ to, children }: SkipLinkProps) {
  const go = (event: MouseEvent) => {
    event.preventDefault()
    focusContent(to)
  }
  return (
    <a className="skip" href={`#${to}`} onClick={go}>
      {children}
    </a>
  )
}
