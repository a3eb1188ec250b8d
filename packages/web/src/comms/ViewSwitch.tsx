import { List, Table2, Waypoints } from 'lucide-react'
import { setOrDelete, useAddressParams } from '../ui/use-address-params'

const VIEWS = [
  { id: 'list', label: 'List', icon: List },
  { id: 'map', label: 'Map', icon: Waypoints },
  { id: 'table', label: 'Table', icon: Table2 },
] as const
export type CommsView = (typeof VIEWS)[number]['id']

export function viewOf(search: URLSearchParams): CommsView {
  return VIEWS.find(({ id }) => id === search.get('view'))?.id ?? 'list'
}

interface ViewSwitchProps {
  readonly view: CommsView
  /** The list of conversations has no room for words. */
  readonly isShort?: boolean
}

/** Conversations one by one, or all of them at a glance. */
export function ViewSwitch({ view, isShort = false }: ViewSwitchProps) {
  const [, change] = useAddressParams()
  return (
    <div className="view-switch" role="group" aria-label="View">
      {VIEWS.map(({ id, label, icon: Icon }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === view}
          title={label}
          onClick={() =>
            change((next) => {
              setOrDelete(next, 'view', id === 'list' ? null : id)
              if (id !== 'list') next.delete('with')
            }, 'push')
          }
        >
          <Icon size={15} aria-hidden="true" />{' '}
          <span className={isShort ? 'sr' : undefined}>{label}</span>
        </button>
      ))}
    </div>
  )
}
