import { nearest } from '@crewroom/shared/command/nearest'
import { StartRefused } from '../start-refused'

/** `crewroom strat` starts no server: an unknown command is refused, with the one that was probably meant. */
export function assertNoOtherCommand(
  given: readonly string[],
  commands: readonly { name(): string }[],
): void {
  const [wanted] = given
  if (wanted === undefined) return
  const names = commands.map((command) => command.name())
  const meant = nearest(wanted.toLowerCase(), names)
  throw new StartRefused(
    names.includes(wanted)
      ? `Write the command first: crewroom ${wanted} …`
      : `There is no command "${wanted}".${meant ? ` Did you mean: crewroom ${meant}?` : ''} Commands: ${names.join(', ')}. crewroom --help explains them.`,
  )
}
