import type { AnchorHTMLAttributes, Ref } from 'react'
import { type To, useHref, useLinkClickHandler, useLocation } from 'react-router'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> {
  readonly to: To
  readonly state?: unknown
  readonly replace?: boolean
  readonly ref?: Ref<HTMLAnchorElement> | undefined
}

/**
 * A link to an address of the page. That of React Router can also fetch what a route asks for, which brings two kilobytes
 * into the first load, and no route of this page asks for anything.
 */
export function Link({ to, state, replace, onClick, ...rest }: LinkProps) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    state,
    ...(replace ? { replace } : {}),
  })
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    />
  )
}

interface SectionLinkProps extends LinkProps {
  readonly to: string
  /** Addresses below it are other places. */
  readonly end?: boolean
}

/** A link that says whether one is there already, or somewhere below. */
export function SectionLink({ end = false, ...link }: SectionLinkProps) {
  const { pathname } = useLocation()
  const isHere = pathname === link.to || (!end && pathname.startsWith(`${link.to}/`))
  return <Link {...link} aria-current={isHere ? 'page' : undefined} />
}
