import { Plug, Sparkles, Terminal } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import { CommandField } from '../new-crew/CommandField'
import type { DriverChoice } from '../new-crew/driver-choice'
import { ModelField } from '../new-crew/ModelField'
import { ModeField } from '../new-crew/ModeField'
import '../new-crew/program.css'
import type { CodingAgent } from '../new-crew/use-coding-agents'
import { MissingTile, ProgramTile, programIcon } from './ProgramTile'
import { changeQuick, quickStart } from './quick-start'

interface ProgramTilesProps {
  readonly agents: readonly CodingAgent[]
  readonly state: 'looking' | 'known' | 'unknown'
  readonly problem: ReactNode
}

/** So many coding agents are shown in any case; of those that are not installed the rest is folded. */
const SHOWN = 4
const isHere = /^(localhost|127\.|\[::1\])/.test(location.hostname)

/** What runs the agents: what was found on the server's machine, what can be installed, and the other ways. */
export function ProgramTiles({ agents, state, problem }: ProgramTilesProps) {
  const id = useId()
  const driver = useStore(quickStart, (quick) => quick.driver)
  const [isAll, setAll] = useState(false)
  const found = agents.filter(({ installed }) => installed)
  const missing = agents.filter(({ installed }) => !installed)
  const shown = isAll ? missing : missing.slice(0, Math.max(0, SHOWN - found.length))
  const first = found[0]?.id ?? ''
  const change = (part: Partial<DriverChoice>) => changeQuick({ driver: { ...driver, ...part } })
  // The first choice stays, even when one that precedes it is installed.
  useEffect(() => {
    const { driver: own } = quickStart.getState()
    if (first !== '' && own.preset === '') changeQuick({ driver: { ...own, preset: first } })
  }, [first])
  const chosen = driver.kind === 'preset' ? agents.find((own) => own.id === driver.preset) : null
  return (
    <section className="fr-part" aria-label="Who works?">
      <h2 id={`${id}-title`}>
        Who works?
        <span role="status">{aboutOf(state, found.length)}</span>
      </h2>
      <div
        className="fr-tiles"
        role="radiogroup"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-wrong`}
        data-wrong={problem ? true : undefined}
      >
        {found.map((own) => (
          <ProgramTile
            key={own.id}
            group={id}
            icon={programIcon(own.id)}
            name={own.name}
            about="Installed"
            isChosen={chosen?.id === own.id}
            // A mode is one of the program that had been chosen.
            choose={() =>
              own.id !== chosen?.id && change({ kind: 'preset', preset: own.id, mode: '' })
            }
          />
        ))}
        {shown.map((own) => (
          <MissingTile key={own.id} agent={own} />
        ))}
        <ProgramTile
          group={id}
          icon={<Terminal size={18} />}
          name="Own command"
          about="anything that speaks ACP"
          isChosen={driver.kind === 'command'}
          choose={() => change({ kind: 'command', isAcp: driver.line === '' || driver.isAcp })}
        />
        <ProgramTile
          group={id}
          icon={<Sparkles size={18} />}
          name="A model"
          about="Ollama, vLLM, hosted, …"
          isChosen={driver.kind === 'model'}
          choose={() => change({ kind: 'model' })}
        />
        <ProgramTile
          group={id}
          icon={<Plug size={18} />}
          name="Connects on its own"
          about="with a token"
          isChosen={driver.kind === 'remote'}
          choose={() => change({ kind: 'remote' })}
        />
      </div>
      <div className="fr-wrong" id={`${id}-wrong`} role="alert" hidden={!problem}>
        {problem}
      </div>
      {missing.length > shown.length && (
        <button type="button" className="fr-more" onClick={() => setAll(true)}>
          {missing.length - shown.length} more that can be installed
        </button>
      )}
      {chosen && (
        <div className="fr-command pc">
          <ModeField
            label="All agents"
            choice={driver}
            change={(next) => changeQuick({ driver: next })}
          />
        </div>
      )}
      {driver.kind === 'command' && (
        <div className="fr-command pc">
          <CommandField
            label="Command of the agents"
            choice={driver}
            change={(next) => changeQuick({ driver: next })}
            isWrong={problem !== null}
          />
        </div>
      )}
      {driver.kind === 'model' && (
        <div className="fr-command pc">
          <ModelField
            label="All agents"
            choice={driver}
            change={(next) => changeQuick({ driver: next })}
          />
        </div>
      )}
      {driver.kind === 'remote' && (
        <p className="fr-hint">You get each agent’s token and commands when the crew is created.</p>
      )}
      {chosen?.installed === true && chosen.login !== null && (
        <p className="fr-hint">
          It uses its sign-in on that machine. None yet? {sentence(chosen.login)}
        </p>
      )}
    </section>
  )
}

function aboutOf(state: ProgramTilesProps['state'], found: number): string {
  const where = isHere ? 'this computer' : 'the server’s machine'
  switch (state) {
    case 'looking':
      return `Looking for programs on ${where}…`
    case 'unknown':
      return 'The server did not say what it found. Enter your own command.'
    case 'known':
      return found > 0
        ? `Found on ${where}`
        : `None found on ${where} yet. Install one, and it appears here.`
    default:
      return state satisfies never
  }
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
