import { Slash } from 'lucide-react'
import { shownHidden } from '../../groups/message/text-pieces'
import { tokenWords } from '../../overview/amounts'
import { CodeText } from './CodeText'
import { CutText } from './CutText'
import type { DisplayItemProps } from './DisplayItem'
import { ItemHead } from './ItemHead'

/** A command of the program, and what the program put into the context for it. */
export function SlashItem({ item, isOpen, onToggle, whole }: DisplayItemProps<'slash'>) {
  const { name, args, message, instructions, instructionsTokenCount } = item.slash
  return (
    <div className="tv-it slash">
      <ItemHead
        icon={Slash}
        kind="Slash"
        isOpen={isOpen}
        onToggle={onToggle}
        result={
          instructionsTokenCount === undefined
            ? ''
            : `skill · ${tokenWords(instructionsTokenCount)}`
        }
      >
        /{shownHidden(name)} {args !== undefined && <small>{shownHidden(args)}</small>}
      </ItemHead>
      {isOpen && (
        <div className="tv-body">
          {message !== undefined && message !== name && (
            <CutText text={{ text: message }} onWhole={whole} />
          )}
          {instructions === undefined ? (
            <p className="tv-none">It put nothing into the context.</p>
          ) : (
            <CodeText text={{ text: instructions }} label={`Instructions of ${name}`} />
          )}
        </div>
      )}
    </div>
  )
}
