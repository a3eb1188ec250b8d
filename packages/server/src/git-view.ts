import { execFile } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/**
 * A look at a repository that somebody else may have prepared. Its own configuration, attributes and hooks can name
 * programs for nearly everything that git does, and no options turn all of them off. So its files are compared by a git
 * directory of the server's own (a view), which shares its objects and has a copy of its index, and in which nothing is
 * set up.
 */

/** A repository may be as large as it likes: nobody waits longer for its state. */
const GIT_MS = 3_000
/** A larger index is not copied. */
const MOST_INDEX_BYTES = 256 * 1024 * 1024

const QUIET = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_EDITOR: 'false',
  GIT_PAGER: 'cat',
}
const SAFE = 'core.hooksPath=/dev/null core.fsmonitor=false core.untrackedCache=false submodule.recurse=false gc.auto=0 maintenance.auto=false'.split(' ') // prettier-ignore

const execute = promisify(execFile)

/** What git says, with nothing of this process' own settings for it; null where it refuses. */
async function git(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  const { PATH = '', HOME = '' } = process.env
  const safe = SAFE.flatMap((setting) => ['-c', setting])
  try {
    const { stdout } = await execute('git', [...safe, ...args], {
      cwd: folder,
      timeout: GIT_MS,
      maxBuffer: 1024 * 1024,
      env: { PATH, HOME, ...QUIET, ...environment },
    })
    return stdout
  } catch (error) {
    // More than fits into the answer is much that was changed.
    const { code } = error as { readonly code?: unknown }
    return code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' ? 'more' : null
  }
}

/** Whether a folder is in a repository, and whether all of that is committed; `unknown` where git does not say. */
export async function gitStateOf(
  folder: string,
): Promise<'clean' | 'changed' | 'none' | 'unknown'> {
  const found = await git(folder, ['rev-parse', '--show-toplevel', '--absolute-git-dir', '--git-path', 'objects', '--git-path', 'info/exclude']) // prettier-ignore
  if (found === null) return (await isOutside(folder)) ? 'none' : 'unknown'
  const [top, own, objects, exclude] = found.split('\n')
  if (!top || !own || !objects || !exclude) return 'unknown'
  const view = mkdtempSync(path.join(os.tmpdir(), 'crewroom-view-'))
  try {
    const set = await settingsOf(folder)
    const head = await git(folder, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
    prepare(view, own, path.resolve(folder, objects), path.resolve(folder, exclude), set, head)
    const changes = await git(
      top,
      [
        `--git-dir=${view}`,
        `--work-tree=${top}`,
        ...(set.excludes === '' ? [] : ['-c', `core.excludesFile=${set.excludes}`]),
        'status',
        '--porcelain',
        '--ignore-submodules=all',
        '--untracked-files=normal',
      ],
      { HOME: view, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
    )
    if (changes === null) return 'unknown'
    return changes === '' ? 'clean' : 'changed'
  } catch {
    return 'unknown'
  } finally {
    rmSync(view, { recursive: true, force: true })
  }
}

async function isOutside(folder: string): Promise<boolean> {
  const { PATH = '', HOME = '' } = process.env
  const asked = execute('git', ['rev-parse', '--git-dir'], { cwd: folder, timeout: GIT_MS, env: { PATH, HOME, ...QUIET } }) // prettier-ignore
  const said = await asked.then(
    () => '',
    (error: { readonly stderr?: unknown }) => String(error.stderr),
  )
  return said.includes('not a git repository')
}

interface Settings {
  readonly format: string
  readonly fileMode: string
  /** What the person has git leave out everywhere. */
  readonly excludes: string
}

/** Reading a setting runs nothing. Those that change how files compare are taken over, and no other. */
async function settingsOf(folder: string): Promise<Settings> {
  const one = async (...args: string[]) => (await git(folder, ['config', ...args]))?.trim() ?? ''
  const [format, fileMode, excludes] = await Promise.all([
    one('--local', '--get', 'extensions.objectFormat'),
    one('--get', '--type=bool', 'core.fileMode'),
    one('--global', '--get', '--type=path', 'core.excludesFile'),
  ])
  const { XDG_CONFIG_HOME: config = path.join(os.homedir(), '.config') } = process.env
  const usual = path.join(config, 'git', 'ignore')
  return { format, fileMode, excludes: excludes || (existsSync(usual) ? usual : '') }
}

function prepare(
  view: string,
  own: string,
  objects: string,
  exclude: string,
  { format, fileMode }: Settings,
  head: string | null,
): void {
  for (const name of ['objects/info', 'refs/heads', 'info']) {
    mkdirSync(path.join(view, name), { recursive: true })
  }
  const config = [
    '[core]',
    `repositoryformatversion = ${format === '' ? 0 : 1}`,
    'bare = false',
    `fileMode = ${fileMode === 'false' ? 'false' : 'true'}`,
    ...(format === 'sha256' ? ['[extensions]', 'objectFormat = sha256'] : []),
  ]
  writeFileSync(path.join(view, 'config'), `${config.join('\n')}\n`)
  writeFileSync(path.join(view, 'HEAD'), head?.trim() ? head : 'ref: refs/heads/none\n')
  writeFileSync(path.join(view, 'objects/info/alternates'), `${JSON.stringify(objects)}\n`)
  // A link could lead to a device that never ends.
  const copy = (from: string, to: string) => {
    const about = statSync(from, { throwIfNoEntry: false })
    if (about?.isFile() !== true) return
    if (about.size > MOST_INDEX_BYTES) throw new Error('too large')
    copyFileSync(from, path.join(view, to))
  }
  copy(path.join(own, 'index'), 'index')
  for (const name of readdirSync(own))
    if (name.startsWith('sharedindex.')) copy(path.join(own, name), name)
  copy(exclude, 'info/exclude')
}
