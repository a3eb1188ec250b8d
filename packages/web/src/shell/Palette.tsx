import { shortId } from '@crewroom/shared/model/participant'
import { Command } from 'cmdk'
import { Keyboard, Plus, ScrollText, Settings, Waypoints } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { participantOf } from '../crew/participant'
import { useNewDiscussion } from '../discussions/use-new-discussion'
import { useNewSession } from '../sessions/switch/use-new-session'
import { crews, person } from '../sync/sync'
import { Avatar } from '../ui/Avatar'
import { Dialog } from '../ui/Dialog'
import { openKeys } from './palette'
import { score } from './palette-score'
import { PaletteCrew } from './PaletteCrew'
import { PaletteMessages } from './PaletteMessages'
import { NewSessionItems } from './PaletteSessions'
import { paths } from './paths'

interface PaletteProps {
  /** The crew whose groups and agents come first; null outside of one. */
  readonly leadId: string | null
  readonly onClose: () => void
}

/** Goes anywhere: sections, groups, sessions, agents, crews, and what can be made. */
export function Palette({ leadId, onClose }: PaletteProps) {
  const navigate = useNavigate()
  const newSession = useNewSession()
  const newDiscussion = useNewDiscussion()
  const [text, setText] = useState('')
  const views = useStore(crews, (all) => all.views)
  const hasTranscripts = useStore(person, (who) => who.hasTranscripts)
  const current = leadId === null ? undefined : views[leadId]?.state
  const go = (to: string) => {
    onClose()
    void navigate(to)
  }
  return (
    <Dialog title="Jump to" onClose={onClose}>
      <Command className="palette" label="Jump to" loop filter={score}>
        <Command.Input
          data-autofocus
          value={text}
          onValueChange={setText}
          placeholder="A group, a session, an agent, a command…"
        />
        <Command.List>
          <Command.Empty>
            No group, session, agent or message matches “{text.trim()}”.
          </Command.Empty>
          {current && <PaletteCrew state={current} text={text} open={go} />}
          {current && <PaletteMessages state={current} text={text} open={go} />}
          <Command.Group heading="Crews">
            {Object.values(views).map(({ state }) => (
              <Command.Item
                key={state.lead.id}
                value={`crew ${state.lead.name} ${state.lead.id}`}
                onSelect={() => go(paths.crewHome(state.lead.id))}
              >
                <Avatar who={participantOf(state, state.lead.id, '', 'Project Lead')} size="sm" />
                {state.lead.name} <span className="mono cnt">{shortId(state.lead.id)}</span>
              </Command.Item>
            ))}
          </Command.Group>
          <Command.Group heading="Commands">
            {current && (
              <Command.Item onSelect={() => go(paths.newGroup(current.lead.id))}>
                <Plus size={18} />
                New group
              </Command.Item>
            )}
            {current && (
              <NewSessionItems
                state={current}
                text={text}
                create={(lead, group) => {
                  onClose()
                  newSession(lead, group)
                }}
                discuss={(lead, group) => {
                  onClose()
                  newDiscussion(lead, group)
                }}
              />
            )}
            <Command.Item onSelect={() => go(paths.newCrew)}>
              <Plus size={18} />
              New crew
            </Command.Item>
            {!current && hasTranscripts && (
              <Command.Item onSelect={() => go(paths.transcripts(null))}>
                <ScrollText size={18} />
                Transcripts
              </Command.Item>
            )}
            <Command.Item onSelect={() => go(paths.discussions(leadId))}>
              <Waypoints size={18} />
              Discussions
            </Command.Item>
            <Command.Item onSelect={() => go(paths.settings)}>
              <Settings size={18} />
              Settings
            </Command.Item>
            <Command.Item onSelect={openKeys}>
              <Keyboard size={18} />
              Keyboard
            </Command.Item>
          </Command.Group>
        </Command.List>
      </Command>
    </Dialog>
  )
}
