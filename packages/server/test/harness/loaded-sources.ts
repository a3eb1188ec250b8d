import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const HOOKS = new URL('./programs/list-modules.mjs', import.meta.url)
const LANGUAGES = new URL('./programs/list-language-data.mjs', import.meta.url)
const LANGUAGE_DATA = 'language data: '

/** What a server that runs as its own process has loaded, by the sources that its built files are made of. */
export class LoadedSources {
  readonly #list: string
  readonly #missing: string

  constructor(folder: string) {
    this.#list = path.join(folder, 'loaded.txt')
    this.#missing = path.join(folder, 'missing.txt')
  }

  /** A file with a part of a module's name in it: while it is there, such modules are not found. */
  get missing(): string {
    return this.#missing
  }

  /** For the server's start. */
  get environment(): Record<string, string> {
    return {
      NODE_OPTIONS: `--import=${HOOKS.href} --import=${LANGUAGES.href}`,
      MODULES_LISTED: this.#list,
      MODULES_MISSING: this.#missing,
    }
  }

  get all(): readonly string[] {
    return this.#lines.filter((url) => url.startsWith('file:')).flatMap(sourcesOf)
  }

  /** Uses of what loads language data of Node.js: `Intl.Segmenter`, `Number.toLocaleString`. */
  get languageData(): readonly string[] {
    return this.#lines.flatMap((line) =>
      line.startsWith(LANGUAGE_DATA) ? line.slice(LANGUAGE_DATA.length) : [],
    )
  }

  get #lines(): readonly string[] {
    return readFileSync(this.#list, 'utf8').split('\n')
  }

  matching(source: RegExp): readonly string[] {
    return this.all.filter((name) => source.test(name))
  }
}

function sourcesOf(url: string): string[] {
  const file = fileURLToPath(url)
  if (!existsSync(`${file}.map`)) return [file]
  const { sources } = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as { sources: string[] }
  return sources.map((source) => path.resolve(path.dirname(file), source))
}
