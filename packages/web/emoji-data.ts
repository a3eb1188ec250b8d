import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const FILES = {
  'en/data.json': require.resolve('emojibase-data/en/data.json'),
  'en/messages.json': require.resolve('emojibase-data/en/messages.json'),
}

interface Emoji {
  readonly emoji: string
  readonly label: string
  readonly group?: number
  readonly subgroup?: number
  readonly tags?: readonly string[]
  readonly version: number
  readonly skins?: readonly { readonly emoji: string; readonly tone: number | readonly number[] }[]
}

/** The files as the picker reads them: of each emoji only what it shows, groups and finds by, half of what there is. */
function textOf(file: string, path: string): string {
  const text = readFileSync(path, 'utf8')
  if (!file.endsWith('data.json')) return text
  const kept = (JSON.parse(text) as Emoji[]).map(
    ({ emoji, label, group, subgroup, tags, version, skins }) => ({
      emoji,
      label,
      group,
      subgroup,
      tags,
      version,
      skins: skins?.map((skin) => ({ emoji: skin.emoji, tone: skin.tone })),
    }),
  )
  return JSON.stringify(kept)
}

/** Puts the names of all emoji beside the page: its picker must ask nobody else for them. */
export function emojiData(): Plugin {
  return {
    name: 'emoji-data',
    generateBundle() {
      for (const [file, path] of Object.entries(FILES)) {
        this.emitFile({ type: 'asset', fileName: `emoji/${file}`, source: textOf(file, path) })
      }
    },
    configureServer(server) {
      for (const [file, path] of Object.entries(FILES)) {
        server.middlewares.use(`/emoji/${file}`, (_request, response) => {
          response.setHeader('Content-Type', 'application/json')
          response.end(textOf(file, path))
        })
      }
    },
  }
}
