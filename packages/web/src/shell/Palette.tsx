import { shortId } from '@crewroom/shared/model/participant'
import { Command } from 'cmdk'
import { Keyboard, Plus, ScrollText, Settings, Waypoints } from 'lucide-react'
import { useRef, useState } from 'react'
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
import { readPaletteText, type Scope } from './palette-text'
import { PaletteCrew } from './PaletteCrew'
import { PaletteHere } from './PaletteHere'
import { PaletteMessages } from './PaletteMessages'
import { type Peeked, PalettePeek } from './PalettePeek'
import { PaletteRecent } from './PaletteRecent'
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
  const [peeked, setPeeked] = useState<Peeked | null>(null)
  const isShift = useRef(false)
  const { scope, words } = readPaletteText(text)
  const shows = (own: Scope) => scope === 'all' || scope === own
  const views = useStore(crews, (all) => all.views)
  const { hasTranscripts, isReader } = useStore(person)
  const current = leadId === null ? undefined : views[leadId]?.state
  const go = (to: string) => {
    onClose()
    void navigate(to)
  }
  const isPeek = () => isShift.current
  const peekOrGo = (what: Peeked, to: string) => (isPeek() ? setPeeked(what) : go(to))
  return (
    <Dialog title="Jump to" onClose={onClose}>
      <Command
        className="palette"
        label="Jump to"
        loop
        filter={(value, typed, matched) => score(value, readPaletteText(typed).words, matched)}
        onKeyDownCapture={({ shiftKey }) => (isShift.current = shiftKey)}
        onPointerDownCapture={({ shiftKey }) => (isShift.current = shiftKey)}
      >
        <Command.Input
          data-autofocus
          value={text}
          onValueChange={(next) => {
            setText(next)
            setPeeked(null)
          }}
          placeholder="A group, a session, an agent, a command…"
        />
        <Command.List>
          <Command.Empty>
            No group, session, agent or message matches “{words.trim()}”.
          </Command.Empty>
          {current && shows('commands') && (
            <PaletteHere state={current} words={words} go={go} close={onClose} />
          )}
          {current && text === '' && <PaletteRecent state={current} open={go} />}
          {current && (
            <PaletteCrew state={current} text={words} scope={scope} open={go} choose={peekOrGo} />
          )}
          {current && shows('messages') && (
            <PaletteMessages
              state={current}
              text={words}
              isPeek={isPeek}
              open={go}
              peek={(message) => setPeeked({ message })}
            />
          )}
          <Command.Group heading="Crews">
            {(scope === 'all' ? Object.values(views) : []).map(({ state }) => (
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
          {shows('commands') && (
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
                  text={words}
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
              {!isReader && Object.keys(views).length > 0 && (
                <Command.Item onSelect={() => go(paths.newDiscussion(leadId))}>
                  <Waypoints size={18} />
                  Start a discussion
                </Command.Item>
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
          )}
        </Command.List>
        {current && peeked && <PalettePeek state={current} peeked={peeked} />}
        <p className="palette-foot" aria-hidden="true">
          <kbd>&gt;</kbd> commands <kbd>@</kbd> agents <kbd>#</kbd> groups <kbd>?</kbd> messages
          <span className="sp" />
          <kbd>Shift Enter</kbd> peek
        </p>
      </Command>
    </Dialog>
  )
}
