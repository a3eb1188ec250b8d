import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Ellipsis } from 'lucide-react'
import { useRef } from 'react'
import { Link, SectionLink } from '../ui/Link'
import { paths } from './paths'
import { useSections } from './sections'
import { SectionCount } from './Sidebar'

const MORE = 'more-menu'

/** The way around on a narrow screen. */
export function BottomTabs({ state }: { readonly state: CrewState }) {
  const menu = useRef<HTMLDivElement>(null)
  const hide = () => menu.current?.hidePopover()
  const sections = useSections()
  const inMenu = sections.filter(({ isTab }) => !isTab)
  return (
    <nav className="tabs" aria-label="Sections">
      {sections
        .filter(({ isTab }) => isTab)
        // On a phone one looks in to see what waits.
        .toSorted((a, b) => Number(b.id === 'needs') - Number(a.id === 'needs'))
        .map(({ id, label, icon: Icon }) => (
          <SectionLink key={id} to={paths.section(state.lead.id, id)} end={id === 'overview'}>
            <Icon size={18} />
            {label}
            <SectionCount section={id} state={state} />
          </SectionLink>
        ))}
      <button type="button" popoverTarget={MORE}>
        <Ellipsis size={18} />
        More
      </button>
      <div id={MORE} ref={menu} popover="auto" className="menu more-menu">
        {inMenu.map(({ id, label, icon: Icon }) => (
          <SectionLink key={id} to={paths.section(state.lead.id, id)} onClick={hide}>
            <Icon size={18} />
            {label}
            <SectionCount section={id} state={state} />
          </SectionLink>
        ))}
        <Link to="/?all" onClick={hide}>
          All crews
        </Link>
        <Link to={paths.settings} onClick={hide}>
          Settings
        </Link>
      </div>
    </nav>
  )
}
