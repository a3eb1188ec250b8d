import os from 'node:os'
import path from 'node:path'

/** `--data`, `$CREWROOM_HOME`, `~/.crewroom`. */
export function dataFolder(
  flag: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  return flag ?? (environment['CREWROOM_HOME'] || path.join(os.homedir(), '.crewroom'))
}
