import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { StartRefused } from '../start-refused'

/** Instructions as they are typed, or `@` and the file that has them. */
export async function instructionsIn(given: string): Promise<string> {
  const text = (given.startsWith('@') ? await contents(given.slice(1)) : given).trim()
  if (text.length <= LIMITS.instructions) return text
  throw new StartRefused(`Instructions have at most ${LIMITS.instructions} characters.`)
}

async function contents(name: string): Promise<string> {
  const file = path.resolve(name)
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new StartRefused(`The instructions in ${file} cannot be read (${why}).`)
  }
}
