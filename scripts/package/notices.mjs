// THIRD-PARTY-NOTICES: every package whose code, fonts or data are inside what is published, with its licence.
import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { publishedOutputs } from './contents.mjs'

/** Licences that allow what we do with the code. Another one is a person's decision. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
])
/** What a build tool writes into its output, where no list of inputs names it. */
const WRITTEN_IN = {
  'packages/web': [
    'tailwindcss',
    'emojibase-data',
    '@fontsource-variable/inter',
    '@fontsource-variable/jetbrains-mono',
  ],
}
/** What a package has bundled into itself, with all that this needs: installed for its words alone. */
const INSIDE = { 'packages/web': ['langium'] }
/** Packages whose licence is in a file alone. */
const IN_A_FILE = { khroma: 'MIT' }
/** What went into what browsers load, below which folder: written by the builds of it. */
const PAGES = {
  'web-inputs.json': 'packages/web',
  'diagrams-inputs.json': 'packages/web',
  'docs-inputs.json': 'packages/server',
}
const LICENCE = /^(licen[cs]e|copying|notice)(-\w+)?(\.(md|txt))?$/i

export function notices(root) {
  const folders = new Set()
  for (const file of inputs(root)) {
    const folder = packageFolder(file)
    if (folder !== null) folders.add(folder)
  }
  for (const [from, names] of Object.entries(WRITTEN_IN)) {
    for (const name of names) folders.add(installed(join(root, from), name))
  }
  for (const [from, names] of Object.entries(INSIDE)) {
    for (const name of names) addWithDependencies(installed(join(root, from), name), folders)
  }
  const packages = new Map()
  for (const folder of folders) {
    const one = described(folder)
    packages.set(`${one.name}@${one.version}`, one)
  }
  const sorted = [...packages.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  for (const { name, licence } of sorted) {
    if (!licence.split(/[()\s]|\bOR\b|\bAND\b/).some((id) => ALLOWED.has(id))) {
      throw new Error(
        `${name} is under ${licence}, which scripts/package/notices.mjs does not allow`,
      )
    }
  }
  return { text: written(sorted), count: sorted.length }
}

/** Files of other people that are in the published ones. */
function* inputs(root) {
  const server = join(root, 'packages/server')
  for (const { inputs: all } of publishedOutputs(server).values()) {
    for (const [file, { bytesInOutput }] of Object.entries(all)) {
      if (bytesInOutput > 0) yield resolve(server, file)
    }
  }
  for (const [name, from] of Object.entries(PAGES)) {
    const page = JSON.parse(readFileSync(join(server, 'dist', name), 'utf8'))
    for (const file of page) yield resolve(root, from, file.replace(/^\0|\?.*$/g, ''))
  }
}

/** The folder of the package that a file belongs to; null for our own files. */
function packageFolder(file) {
  const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)
  return found ? found[1] : null
}

function installed(from, name) {
  const folder = join(from, 'node_modules', name)
  if (existsSync(folder)) return folder
  const required = createRequire(join(from, 'package.json'))
  return dirname(required.resolve(`${name}/package.json`))
}

function addWithDependencies(link, folders) {
  const folder = realpathSync(link)
  if (folders.has(folder)) return
  folders.add(folder)
  const { name, dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  // pnpm puts what a package needs beside it.
  const beside = resolve(folder, name.includes('/') ? '../..' : '..')
  for (const other of Object.keys(dependencies)) addWithDependencies(join(beside, other), folders)
}

function described(folder) {
  const { name, version, license, licenses, author, homepage } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const licence =
    license?.type ??
    license ??
    licenses?.map(({ type }) => type).join(' OR ') ??
    IN_A_FILE[name] ??
    ''
  const texts = readdirSync(folder)
    .filter((file) => LICENCE.test(file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const by = typeof author === 'string' ? author : (author?.name ?? '')
  return { name, version, licence, texts, by, homepage }
}

/** Packages under the same words stand together above them: many makers use one text. */
function written(packages) {
  const line = '-'.repeat(80)
  const byText = new Map()
  for (const one of packages) {
    const text = noticeOf(one)
    byText.set(text, [...(byText.get(text) ?? []), one])
  }
  // Texts that differ in little more than their makers follow each other, where packing still sees that they are alike.
  const place = ([text, [{ licence }]]) => `${licence} ${wordsOf(text)}`
  const alike = [...byText].toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
  const parts = alike.map(([text, all]) => {
    const heads = all.map(
      ({ name, version, licence, homepage }) =>
        `${name} ${version} (${licence})${homepage ? `\n${homepage}` : ''}`,
    )
    return `${heads.join('\n\n')}\n\n${text}`
  })
  return (
    ['Crewroom contains code, fonts and data of the following packages.', ...parts].join(
      `\n\n${line}\n\n`,
    ) + '\n'
  )
}

/** The words of a licence without who holds the rights. */
const wordsOf = (text) =>
  text
    .replace(/copyright.*/gi, '')
    .replace(/[^a-z]+/gi, '')
    .toLowerCase()

function noticeOf({ texts, by }) {
  if (texts.length > 0) return texts.join('\n\n')
  return `Its package has no file with its licence${by === '' ? '' : `. Author: ${by}`}.`
}
