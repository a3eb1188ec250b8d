import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const FILES = {
  'en/data.json': require.resolve('emojibase-data/en/data.json'),
  'en/messages.json': require.resolve('emojibase-data/en/messages.json'),
}

/** Puts the names of all emoji beside the page: its picker must ask nobody else for them. */
export function emojiData(): Plugin {
  return {
    name: 'emoji-data',
    generateBundle() {
      for (const [file, path] of Object.entries(FILES)) {
        this.emitFile({ type: 'asset', fileName: `emoji/${file}`, source: readFileSync(path) })
      }
    },
    configureServer(server) {
      for (const [file, path] of Object.entries(FILES)) {
        server.middlewares.use(`/emoji/${file}`, (_request, response) => {
          response.setHeader('Content-Type', 'application/json')
          response.end(readFileSync(path))
        })
      }
    },
  }
}
