import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Files below a folder that hold a text anywhere in their bytes, by their path in it. */
export function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => {
      const file = path.join(folder, name)
      const state = lstatSync(file, { throwIfNoEntry: false })
      return state?.isFile() === true && readFileSync(file).includes(text)
    })
    .toSorted()
}
