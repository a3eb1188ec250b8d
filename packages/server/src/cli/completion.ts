import type { Argument, Command, Option } from 'commander'

/** What may follow a flag, or be an argument. */
type Values =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** `free`: only a person knows it. */
  | { readonly kind: 'files' | 'folders' | 'free' }

interface Flag {
  readonly names: readonly string[]
  readonly about: string
  /** Null: it takes none. */
  readonly values: Values | null
}

/** One command as a shell completes it; the program itself is the one without words. */
interface Level {
  /** `needs answer` of `crewroom needs answer`. */
  readonly path: string
  readonly about: string
  readonly commands: readonly { readonly name: string; readonly about: string }[]
  readonly flags: readonly Flag[]
  readonly argument: Values
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** Words that fit a flag which takes others too, by the command and the flag. */
export type KnownWords = Readonly<Record<string, readonly string[]>>

/**
 * A script with which a shell completes the program's commands, flags and values. All of it is in the script: a shell
 * that started the program at every press of Tab would be slow.
 */
export function completionScript(shell: Shell, program: Command, known: KnownWords): string {
  const levels = levelsOf(program, '', known)
  const name = program.name()
  switch (shell) {
    case 'bash':
      return bash(name, levels)
    case 'zsh':
      return zsh(name, levels)
    case 'fish':
      return fish(name, levels)
    default:
      shell satisfies never
      throw new Error('an unknown shell')
  }
}

function levelsOf(command: Command, path: string, known: KnownWords): Level[] {
  const help = command.createHelp()
  const children = help.visibleCommands(command)
  const level: Level = {
    path,
    about: command.description(),
    commands: children.map((child) => ({ name: child.name(), about: child.description() })),
    flags: help.visibleOptions(command).map((option) => flagOf(option, path, known)),
    argument: valuesOf(command.registeredArguments[0]),
  }
  return [
    level,
    ...children
      // Commander's own help has no flags to complete.
      .filter((child) => child.name() !== 'help')
      .flatMap((child) => levelsOf(child, `${path} ${child.name()}`.trim(), known)),
  ]
}

function flagOf(option: Option, path: string, known: KnownWords): Flag {
  const names = [option.short, option.long].filter((name) => name !== undefined)
  const words = known[`${path} ${option.long}`] ?? option.argChoices
  const takes = option.required || option.optional
  return {
    names,
    about: option.description,
    values: !takes ? null : words ? { kind: 'words', words } : { kind: kindOf(option.flags) },
  }
}

function valuesOf(argument: Argument | undefined): Values {
  if (!argument) return { kind: 'words', words: [] }
  return argument.argChoices
    ? { kind: 'words', words: argument.argChoices }
    : { kind: kindOf(`<${argument.name()}>`) }
}

/** The name of a value says what it is. */
function kindOf(flags: string): 'files' | 'folders' | 'free' {
  if (/<folder>/.test(flags)) return 'folders'
  return /<(file|path)>/.test(flags) ? 'files' : 'free'
}

/** Flags of a level by what follows them, as patterns `needs answer:--usd` of a shell's case. */
function byValues(levels: readonly Level[]): { patterns: string; values: Values }[] {
  return levels.flatMap(({ path, flags }) =>
    flags.flatMap(({ names, values }) =>
      values
        ? [{ patterns: names.map((name) => quoted(`${path}:${name}`)).join('|'), values }]
        : [],
    ),
  )
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The loop that finds which command the words name, the same in bash and zsh. */
function walk(levels: readonly Level[], word: string): string[] {
  const steps = levels.flatMap(({ path, commands }) =>
    commands.map(({ name }) => quoted(`${path}:${name}`)),
  )
  const taking = byValues(levels).map(({ patterns }) => patterns)
  return [
    '    if [[ -n $skip ]]; then skip=; continue; fi',
    `    case "$at:${word}" in`,
    `      ${taking.join('|')}) skip=1 ;;`,
    `      ${steps.join('|')}) at="\${at:+$at }${word}" ;;`,
    '    esac',
  ]
}

function bash(name: string, levels: readonly Level[]): string {
  const offer = (values: Values) => {
    if (values.kind === 'words') {
      return `COMPREPLY=($(compgen -W ${quoted(values.words.join(' '))} -- "$cur"))`
    }
    if (values.kind === 'free') return ':'
    // Line by line: a name may have spaces, and what a pattern has.
    return `compopt -o filenames; while IFS= read -r i; do COMPREPLY+=("$i"); done < <(compgen ${values.kind === 'files' ? '-f' : '-d'} -- "$cur")`
  }
  return lines(
    `# ${name} in bash: eval "$(${name} completion bash)"`,
    `_${name}() {`,
    '  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} at= skip= i',
    "  local IFS=$' \\t\\n'",
    '  COMPREPLY=()',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    ...walk(levels, '${COMP_WORDS[i]}'),
    '  done',
    '  if [[ -n $skip ]]; then',
    '    case "$at:$prev" in',
    ...byValues(levels).map(({ patterns, values }) => `      ${patterns}) ${offer(values)} ;;`),
    '    esac',
    '    return',
    '  fi',
    '  if [[ $cur == -* ]]; then',
    '    case "$at" in',
    ...levels.map(
      ({ path, flags }) =>
        `      ${quoted(path)}) ${offer({ kind: 'words', words: flags.flatMap(({ names }) => names) })} ;;`,
    ),
    '    esac',
    '    return',
    '  fi',
    '  case "$at" in',
    ...levels.map(({ path, commands, argument }) => {
      const words = commands.map((command) => command.name)
      return `    ${quoted(path)}) ${offer(words.length > 0 ? { kind: 'words', words } : argument)} ;;`
    }),
    '  esac',
    '}',
    `complete -F _${name} ${name}`,
  )
}

function zsh(name: string, levels: readonly Level[]): string {
  const offer = (values: Values) => {
    if (values.kind === 'words') return `compadd -- ${values.words.map(quoted).join(' ')}`
    if (values.kind === 'free') return ':'
    return values.kind === 'files' ? '_files' : '_files -/'
  }
  const listed = (kind: string, words: readonly { name: string; about: string }[]) => {
    const each = words.map((word) => quoted(`${word.name.replaceAll(':', '\\:')}:${word.about}`))
    return `offered=(${each.join(' ')}); _describe ${kind} offered`
  }
  return lines(
    `#compdef ${name}`,
    `# ${name} in zsh: eval "$(${name} completion zsh)", after compinit.`,
    `_${name}() {`,
    '  local cur=${words[CURRENT]} prev=${words[CURRENT-1]} at= skip= i',
    '  local -a offered',
    '  for ((i = 2; i < CURRENT; i++)); do',
    ...walk(levels, '${words[i]}'),
    '  done',
    '  if [[ -n $skip ]]; then',
    '    case "$at:$prev" in',
    ...byValues(levels).map(({ patterns, values }) => `      ${patterns}) ${offer(values)} ;;`),
    '    esac',
    '    return',
    '  fi',
    '  if [[ $cur == -* ]]; then',
    '    case "$at" in',
    ...levels.map(({ path, flags }) => {
      const words = flags.flatMap(({ names, about }) =>
        names.map((word) => ({ name: word, about })),
      )
      return `      ${quoted(path)}) ${listed('flag', words)} ;;`
    }),
    '    esac',
    '    return',
    '  fi',
    '  case "$at" in',
    ...levels.map(({ path, commands, argument }) =>
      commands.length > 0
        ? `    ${quoted(path)}) ${listed('command', [...commands])} ;;`
        : `    ${quoted(path)}) ${offer(argument)} ;;`,
    ),
    '  esac',
    '}',
    `if [[ \${funcstack[1]} == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi`,
  )
}

function fish(name: string, levels: readonly Level[]): string {
  const rows = levels.flatMap(({ path, commands, flags, argument }) => {
    const words = path === '' ? [] : path.split(' ')
    const below = commands.map((command) => command.name)
    const isHere = [
      ...words.map((word) => `__fish_seen_subcommand_from ${word}`),
      ...(below.length > 0 ? [`not __fish_seen_subcommand_from ${below.join(' ')}`] : []),
    ].join('; and ')
    const at = `complete -c ${name}${isHere === '' ? '' : ` -n ${quoted(isHere)}`}`
    return [
      ...commands.map((command) => `${at} -a ${command.name} -d ${quoted(command.about)}`),
      ...(commands.length === 0 ? [[at, ...offered(argument)].join(' ')] : []),
      ...flags.map(({ names, about, values }) => {
        const spelled = names.map((word) =>
          word.startsWith('--') ? `-l ${word.slice(2)}` : `-s ${word.slice(1)}`,
        )
        return [at, ...spelled, ...(values ? offered(values) : []), '-d', quoted(about)].join(' ')
      }),
    ]
  })
  return lines(
    `# ${name} in fish: ${name} completion fish | source`,
    `complete -c ${name} -f`,
    ...rows,
  )
}

/** What fish offers as a value; nothing else unless it is a file. */
function offered(values: Values): string[] {
  switch (values.kind) {
    case 'words':
      return values.words.length === 0 ? [] : ['-x', `-a ${quoted(values.words.join(' '))}`]
    case 'files':
      return ['-r', '-F']
    case 'folders':
      return ['-x', `-a '(__fish_complete_directories)'`]
    case 'free':
      return ['-x']
    default:
      values satisfies never
      return []
  }
}

function lines(...all: readonly string[]): string {
  return `${all.join('\n')}\n`
}
