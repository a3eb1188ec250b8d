import { Command } from 'cmdk'
import { Dialog } from '../ui/Dialog'
import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { crews } from '../sync/sync'
import { openKeys } from './palette'
import { paths } from './paths'
import { SECTIONS } from './sections'

interface PaletteProps {
  /** The crew whose groups and agents come first; null outside of one. */
  readonly leadId: string | null
  readonly onClose: () => void
}

/** Goes anywhere: sections, groups, agents, crews, and what can be made. */
export function Palette({ leadId, onClose }: PaletteProps) {
  const navigate = useNavigate()
  const views = useStore(crews, (all) => all.views)
  const current = leadId === null ? undefined : views[leadId]?.state
  const go = (to: string) => {
    onClose()
    void navigate(to)
  }
  return (
    <Dialog title="Jump to" onClose={onClose}>
      <Command className="palette" label="Jump to" loop>
        <Command.Input autoFocus placeholder="A group, an agent, a crew, a command…" />
        <Command.List>
          <Command.Empty>Nothing is called that.</Command.Empty>
          {current && (
            <>
              <Command.Group heading="Groups">
                {Object.values(current.groups).map(({ name, displayName, archived }) => (
                  <Command.Item
                    key={name}
                    value={`group ${name} ${displayName}`}
                    onSelect={() => go(paths.group(current.lead.id, name))}
                  >
                    {name}
                    {archived && <span className="cnt">archived</span>}
                  </Command.Item>
                ))}
              </Command.Group>
              <Command.Group heading="Agents">
                {Object.values(current.agents).map(({ id, name, roleName }) => (
                  <Command.Item
                    key={id}
                    value={`agent ${name} ${roleName} ${id}`}
                    onSelect={() => go(paths.agent(current.lead.id, id))}
                  >
                    {name} <span className="mono cnt">{id.slice(0, 8)}</span>
                  </Command.Item>
                ))}
              </Command.Group>
              <Command.Group heading="Sections">
                {SECTIONS.map(({ id, label }) => (
                  <Command.Item
                    key={id}
                    value={`section ${label}`}
                    onSelect={() => go(paths.section(current.lead.id, id))}
                  >
                    {label}
                  </Command.Item>
                ))}
              </Command.Group>
            </>
          )}
          <Command.Group heading="Crews">
            {Object.values(views).map(({ state }) => (
              <Command.Item
                key={state.lead.id}
                value={`crew ${state.lead.name} ${state.lead.id}`}
                onSelect={() => go(paths.crewHome(state.lead.id))}
              >
                {state.lead.name} <span className="mono cnt">{state.lead.id.slice(0, 8)}</span>
              </Command.Item>
            ))}
          </Command.Group>
          <Command.Group heading="Commands">
            {current && (
              <Command.Item onSelect={() => go(paths.newGroup(current.lead.id))}>
                New group
              </Command.Item>
            )}
            <Command.Item onSelect={() => go(paths.newCrew)}>New crew</Command.Item>
            <Command.Item onSelect={() => go(paths.settings)}>Settings</Command.Item>
            <Command.Item onSelect={openKeys}>Keyboard</Command.Item>
          </Command.Group>
        </Command.List>
      </Command>
    </Dialog>
  )
}
