import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

const PRESET = 'a preset runs it; whoever makes it published it, and npm run test:clis tries it'
/** Packages of others that a text may have somebody fetch by name. */
const PUBLISHED: Readonly<Record<string, string>> = {
  'better-sqlite3': 'a dependency of this package; an embedder opens a database with it',
  '@agentclientprotocol/claude-agent-acp': PRESET,
  '@agentclientprotocol/codex-acp': PRESET,
  'opencode-ai': PRESET,
  '@google/gemini-cli': PRESET,
  '@qwen-code/qwen-code': PRESET,
  '@github/copilot': PRESET,
  '@moonshot-ai/kimi-code': PRESET,
  cline: PRESET,
}

/** Programs that fetch a package and run it, or install it. */
const FETCHES =
  /\b(?:npx|pnpx|bunx|(?:npm|pnpm|yarn|bun) (?:exec|x|dlx|install|i|add|create|init))(?=\s)([^\n`'";&|#)]*)/g

/** The names that a text has somebody fetch, without versions. */
function fetched(text: string): readonly string[] {
  return Array.from(text.matchAll(FETCHES)).flatMap(([whole, rest = '']) => {
    const words = rest.trim().split(/\s+/)
    // It runs what is installed, and refuses to fetch.
    if (words.includes('--no') || words.includes('--no-install')) return []
    const given = words.filter((word) => word !== '' && !/^(-|\\$)/.test(word)).map(unquoted)
    const packages = /install|\bi\b|add/.test(whole) ? given : given.slice(0, 1)
    return packages.filter((word) => !isOurs(word)).map((word) => word.replace(/(?<=.)@.*$/, ''))
  })
}

const unquoted = (word: string) => word.replaceAll(/^["'“]|["'”,.:]+$/g, '')

/** A file or an address says whose program it is. */
function isOurs(word: string): boolean {
  return /^(\.{0,2}\/|~\/|https?:|\$\{?origin)/.test(word) || /(^|\/)crewroom-\S+\.tgz$/.test(word)
}

/** The documents and the sources of texts, each with what of it can be typed. */
function texts(): readonly (readonly [name: string, text: string])[] {
  const below = (folder: string, ending: RegExp) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => ending.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => path.join(folder, name))
  const names = [
    'README.md',
    'packages/server/README.md',
    ...below('docs', /\.md$/),
    ...below('examples', /\./),
    ...below('packaging', /./),
    ...['server', 'shared', 'web'].flatMap((one) => below(`packages/${one}/src`, /\.(tsx?|json)$/)),
  ]
  return names.map((name) => {
    const text = readFileSync(path.join(ROOT, name), 'utf8')
    return [name, name.endsWith('.md') ? typed(text) : text]
  })
}

/** Blocks and words of code: sentences may speak of npm. */
function typed(markdown: string): string {
  const code = /^```.*?^```|`[^`\n]+`|^ {4}\S[^\n]*$/gms
  return Array.from(markdown.matchAll(code), ([one]) => one).join('\n')
}

test('PK22 no text has a package fetched by a name that is not published', () => {
  const all = texts()
  expect(all.length).toBeGreaterThan(500)
  const found = all.flatMap(([name, text]) =>
    [...fetched(text), ...(/['"](npx|pnpx|bunx)['"]/.test(text) ? ['a list of words'] : [])]
      .filter((one) => !Object.hasOwn(PUBLISHED, one))
      .map((one) => `${name}: ${one}`),
  )
  expect(found).toEqual([])
  // What it is for is found.
  for (const text of ['npx -y crewroom mcp', '`npx crewroom`', 'npm install --global crewroom'])
    expect(fetched(text)).toEqual(['crewroom'])
  expect(fetched('npx tsx agent.mts')).toEqual(['tsx'])
  expect(fetched('npm i -g @google/gemini-cli@0.61.0')).toEqual(['@google/gemini-cli'])
})

test('IN19 no text gives curl or node a secret as an argument', () => {
  const secret =
    /curl[^\n|]*(?:\\\n[^\n|]*)*-H ["']Authorization: |-d ["'](?=[^\n]*inviteCode)|\bnode\b[^\n|&]*\$\{?(?:TOKEN|CODE|KEY|OWNER)\b/
  const found = texts().flatMap(
    ([name, text]) => secret.exec(text)?.[0].concat(` in ${name}`) ?? [],
  )
  expect(found).toEqual([])
  for (const text of [
    `curl -s $URL \\\n  -H "Authorization: Bearer $T"`,
    `curl -d '{"inviteCode":"x"}'`,
    'node agent.mjs $URL $CODE',
  ])
    expect(text).toMatch(secret)
})
