import { Check, Gem, Package, Sparkles, SquareTerminal } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CodingAgent } from '../new-crew/use-coding-agents'
import { CopyButton } from '../ui/CopyButton'

const ICONS: Readonly<Record<string, ReactNode>> = {
  claude: <Sparkles size={18} />,
  codex: <SquareTerminal size={18} />,
  gemini: <Gem size={18} />,
}
const ANY = <Package size={18} />

/** The sign of a coding agent. */
export function programIcon(preset: string): ReactNode {
  return Object.hasOwn(ICONS, preset) ? ICONS[preset] : ANY
}

interface ProgramTileProps {
  /** The name of the radio group. */
  readonly group: string
  readonly icon: ReactNode
  readonly name: string
  readonly about: string
  readonly isChosen: boolean
  readonly choose: () => void
}

/** One way to run agents, which can be chosen. */
export function ProgramTile({ group, icon, name, about, isChosen, choose }: ProgramTileProps) {
  return (
    <label className="fr-tile">
      <input type="radio" className="sr" name={group} checked={isChosen} onChange={choose} />
      <span className="fr-logo">{icon}</span>
      <span className="fr-words">
        <b>{name}</b>
        <small title={about}>{about}</small>
      </span>
      {isChosen && (
        <span className="fr-check">
          <Check size={13} />
        </span>
      )}
    </label>
  )
}

/** A coding agent that is not installed, with the line that installs it. */
export function MissingTile({ agent }: { readonly agent: CodingAgent }) {
  const { id, name, command, install } = agent
  return (
    <div className="fr-tile off" role="group" aria-label={`${name}, not installed`}>
      <span className="fr-logo">{programIcon(id)}</span>
      <span className="fr-words">
        <b>{name}</b>
        <small title={install ?? undefined}>
          {install?.replace('npm install --global', 'npm i -g') ?? `${command} was not found`}
        </small>
      </span>
      {install !== null && <CopyButton text={install} what={`how ${name} is installed`} />}
    </div>
  )
}
