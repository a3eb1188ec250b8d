import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { nearest } from '@crewroom/shared/command/nearest'
import { HUMAN_NAME } from '@crewroom/shared/model/participant'
import { Driver } from '@crewroom/shared/protocol/rest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { ACP_PRESETS } from './crew/presets'
import { roleProblem } from './crew/role-problem'
import type { RoleSettings } from './crew/roles'
import { LOADED_LATER } from './loaded-later'
import { StartRefused } from './start-refused'

/** A number, or its digits as the environment and flags give them. Nothing else becomes one by guessing. */
const whole = z.union([z.number(), z.string().regex(/^\d{1,9}$/, 'must be a whole number')])
const within = (min: number, max: number) =>
  whole.transform(Number).pipe(z.number().int().min(min).max(max))

/** A preset that there is not would otherwise be met only when a lead creates an agent with it. */
const KnownDriver = Driver.refine(
  (driver) =>
    driver.kind !== 'acp' ||
    driver.preset === undefined ||
    Object.hasOwn(ACP_PRESETS, driver.preset),
  { path: ['preset'], message: `must be one of ${Object.keys(ACP_PRESETS).join(', ')}` },
)

const ROLE_ID = /^[a-z0-9]+(-[a-z0-9]+)*$/
const roleId = z
  .string()
  .max(LIMITS.roleId)
  .regex(ROLE_ID, 'must be a role id such as data-engineer')

const RoleConfig = z.strictObject({
  name: z.string().trim().min(1).max(LIMITS.agentName).optional(),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #8D4DA8')
    .transform((color) => color.toUpperCase())
    .optional(),
  /** Every agent of the role pays for it with each session. Empty: its agents are told nothing. */
  prompt: z.string().trim().max(LIMITS.instructions).optional(),
})

const ROLE_FOLDERS = 'must be a folder, or a list of folders, such as .claude/agents'
const roleFolder = z.string(ROLE_FOLDERS).min(1, ROLE_FOLDERS).max(4_096)

/** Roles by id, and beside them the folders with files that define more: `dir` with fields is the role of that id. */
const RolesConfig = z
  .object({
    dir: z
      .union([roleFolder, z.array(roleFolder).max(LIMITS.roleFolders), RoleConfig], ROLE_FOLDERS)
      .optional(),
  })
  .catchall(RoleConfig)
  .superRefine((roles, context) => {
    for (const id of Object.keys(roles)) {
      const { error } = roleId.safeParse(id)
      const message = error?.issues[0]?.message
      if (message !== undefined) context.addIssue({ code: 'custom', path: [id], message })
    }
  })
  .meta({ propertyNames: { type: 'string', maxLength: LIMITS.roleId, pattern: ROLE_ID.source } })
type RolesConfig = z.infer<typeof RolesConfig>

/** The roles of the setting alone. */
export function rolesOf(roles: RolesConfig): Readonly<Record<string, RoleSettings>> {
  const { dir, ...others } = roles
  const own = typeof dir === 'object' && !Array.isArray(dir) ? { dir } : {}
  return { ...(others as Record<string, RoleSettings>), ...own }
}

/** The folders of the setting, as they were given. */
export function roleFoldersOf({ dir }: RolesConfig): readonly string[] {
  if (typeof dir === 'string') return [dir]
  return Array.isArray(dir) ? dir : []
}

/** Not from where the server happens to be started: the same folder wherever that is. */
const transcriptRoot = z
  .string()
  .max(4_096)
  .refine(
    (folder) => path.isAbsolute(folder) || /^~(?=$|[/\\])/.test(folder),
    'must be the whole path of a folder, or begin with ~/',
  )

const dollars = z.number().min(0).max(1_000_000)
const ModelPrice = z.strictObject({
  input: dollars,
  output: dollars,
  cacheRead: dollars.optional(),
  cacheWrite: dollars.optional(),
})

/** Everything that can be configured, with its default. Later wins: file, environment, flags. */
const Settings = z.strictObject({
  port: within(0, 65_535).default(4900),
  /** Another address than loopback must be asked for by name. */
  host: z.string().min(1).max(255).default('127.0.0.1'),
  /** What the person who runs the crew is called on the dashboard. */
  personName: z.string().trim().min(1).max(100).default(HUMAN_NAME),
  logLevel: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  agentMessagesPerMinute: within(1, 1_000_000).default(LIMITS.agentMessagesPerMinute),
  agentMessageBurst: within(1, 1_000_000).default(LIMITS.agentMessageBurst),
  /** How many groups of one crew may be in use; archived ones are not counted. */
  groupsPerLead: within(1, 10_000).default(LIMITS.groupsPerLead),
  /** Hand-overs in a row from agent to agent, without new work, before what they write is held. */
  hopLimit: within(2, 1_000_000).default(LIMITS.hops),
  /** Answers of agents to each other in one group within two minutes before it is held. */
  replyLimit: within(2, 1_000_000).default(LIMITS.replies),
  /** How long a first hold lasts; it doubles each time, up to an hour. */
  holdSeconds: within(1, LIMITS.holdSecondsMost).default(LIMITS.holdSeconds),
  /** How many days entries of agents' records are kept; 0 keeps them forever. */
  recordDays: within(0, LIMITS.recordDaysMost).default(0),
  /** How much the records of all agents may take; beyond that the oldest entries go. 0 sets no limit. */
  recordMegabytes: within(0, LIMITS.recordMegabytesMost).default(0),
  /** After how many days the journal loses facts that later ones replaced and nobody is shown; 0 keeps them forever. */
  journalDays: within(0, LIMITS.journalDaysMost).default(0),
  /** Programs that leads may run agents with, by name; `default` when they name none. */
  drivers: z.record(z.string().regex(/^[a-z0-9-]{1,64}$/), KnownDriver).default({}),
  /** Changes roles and adds new ones, by id: what they are called, their colour, how their agents work. */
  roles: RolesConfig.default({}),
  /** What a model's tokens cost, in US dollars for a million, by its name or a pattern of it with `*`. */
  prices: z.record(z.string().min(1).max(LIMITS.modelName), ModelPrice).default({}),
  /** How many minutes a request for permission waits for a person before it is refused; 0: as long as it takes. */
  permissionMinutes: within(0, LIMITS.permissionMinutesMost).default(LIMITS.permissionMinutes),
  /** What a new crew may use before a person is asked, in US dollars and in tokens; 0 sets no limit. */
  budgetUsd: z
    .union([
      z.number(),
      z.string().regex(/^\d{1,7}(\.\d{1,2})?$/, 'must be an amount in US dollars'),
    ])
    .transform(Number)
    .pipe(z.number().min(0).max(LIMITS.budgetUsd))
    .default(0),
  budgetTokens: z
    .union([z.number(), z.string().regex(/^\d{1,13}$/, 'must be a whole number')])
    .transform(Number)
    .pipe(z.number().int().min(0).max(LIMITS.budgetTokens))
    .default(0),
  /** How often in a row an agent's program is started again before the agent counts as failed. */
  restartLimit: within(0, 100).default(5),
  /** The first pause before starting again; it doubles each time. */
  restartPauseMs: within(0, 60_000).default(500),
  /** How long a program of driver acp may take to say that it is ready, and to make its session. */
  acpStartMs: within(100, 600_000).default(60_000),
  /** How long it may take to confirm that it has stopped what it was doing, before it is started again. */
  acpCancelMs: within(100, 600_000).default(15_000),
  /** After how many minutes without anything to do a program of driver acp ends until something wakes its agent; 0 never. */
  idleStopMinutes: within(0, 100_000).default(15),
  /** The same for an agent that has completed, if that is sooner. */
  completedStopMinutes: within(0, 100_000).default(2),
  /** Where sessions of coding agents are read, by default Claude Code's own folder; an empty list reads none. */
  transcripts: z
    .strictObject({ roots: z.array(transcriptRoot).max(LIMITS.transcriptRoots).optional() })
    .prefault({}),
  /** Whether group chats are also written as files below the data folder. */
  viben: z
    .union([z.boolean(), z.enum(['true', 'false'], 'must be true or false')])
    .transform((value) => value === true || value === 'true')
    .default(true),
  /** Whether programs of driver acp are offered Crewroom's tools; those that do not take them write commands. */
  agentTools: z
    .union([z.boolean(), z.enum(['true', 'false'], 'must be true or false')])
    .transform((value) => value === true || value === 'true')
    .default(false),
  /** How long a program may take to end on its own, and again after SIGTERM. */
  stopGraceMs: within(0, 10_000).default(1_200),
})

/** What no setting can say of itself alone. */
export const Config = Settings.superRefine(({ roles, personName }, context) => {
  for (const [id, why] of roleProblems(rolesOf(roles), personName)) {
    context.addIssue({ code: 'custom', path: ['roles', id], message: why })
  }
})
export type Config = z.infer<typeof Config>

/** A setting that does not fit: told with its name and where it came from, before anything starts. */
export class ConfigError extends StartRefused {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigError'
  }
}

const CONFIG_FILE = 'crewroom.config.yaml'

/** Roles that agents could not be told apart by, or that would deceive, with the reason. */
function roleProblems(
  configured: Readonly<Record<string, RoleSettings>>,
  personName: string,
): (readonly [string, string])[] {
  return Object.keys(configured).flatMap((id): (readonly [string, string])[] => {
    const problem = roleProblem(id, configured, personName)
    return problem === null ? [] : [[id, problem]]
  })
}

/** Settings within another one that the environment can give: lists, separated as the folders in PATH are. */
const LISTS = [
  ['transcripts', 'roots'],
  ['roles', 'dir'],
] as const

/** `CREWROOM_LOG_LEVEL` sets `logLevel`, and so on; `CREWROOM_TRANSCRIPTS_ROOTS` sets `transcripts.roots`. */
function environmentName(key: string): string {
  const list = LISTS.find((names) => key.startsWith(names.join('.')))
  const name = list ? list.join('_') : key
  return `CREWROOM_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

/** Every name of the environment by which a setting is given: the server's own, whatever is inherited from it. */
export function settingNames(): readonly string[] {
  const keys = [...Object.keys(Settings.shape), ...LISTS.map((names) => names.join('.'))]
  return ['CREWROOM_CONFIG', 'CREWROOM_HOME', ...keys.map(environmentName)]
}

/** Where settings are looked for. */
export interface ConfigPlace {
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The file that `--config` names. */
  readonly file?: string | undefined
}

/** `--config`, `$CREWROOM_CONFIG`, or else the file that may be in the folder. */
function fileIn({ folder, environment, file }: ConfigPlace): { file: string; isNamed: boolean } {
  const named = file ?? (environment['CREWROOM_CONFIG'] || undefined)
  return named === undefined
    ? { file: path.join(folder, CONFIG_FILE), isNamed: false }
    : { file: path.resolve(folder, named), isNamed: true }
}

export async function loadConfig(
  options: ConfigPlace & { readonly flags: Readonly<Record<string, unknown>> },
): Promise<Config> {
  const { file, isNamed } = fileIn(options)
  const merged: Record<string, unknown> = withRoleFolders(
    await readFile(file, isNamed),
    path.dirname(file),
  )
  for (const key of Object.keys(Config.shape)) {
    const fromEnvironment = options.environment[environmentName(key)]
    if (fromEnvironment !== undefined && fromEnvironment !== '') merged[key] = fromEnvironment
    if (options.flags[key] !== undefined) merged[key] = options.flags[key]
  }
  for (const [key, list] of LISTS) {
    const given = options.environment[environmentName(`${key}.${list}`)]
    if (given === undefined || given === '') continue
    const beside = merged[key]
    merged[key] = {
      ...(typeof beside === 'object' ? beside : {}),
      [list]: given.split(path.delimiter).filter((folder) => folder !== ''),
    }
  }
  const parsed = Config.safeParse(merged)
  if (parsed.success) return parsed.data
  const from = isNamed ? file : CONFIG_FILE
  const lines = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map(
          (key) =>
            `  ${[...issue.path, key].join('.')}: is not a setting${meant(issue.path, key)} (file ${from})`,
        )
      : `  ${issue.path.join('.')}: ${problemIn(issue)} (file ${from}${elsewhere(issue.path)})`,
  )
  throw new ConfigError(`The configuration is not valid:\n${lines.join('\n')}`)
}

/** Folders of roles beside the file: the same ones wherever the server is started. */
function withRoleFolders(
  settings: Readonly<Record<string, unknown>>,
  folder: string,
): Record<string, unknown> {
  const { roles } = settings
  if (typeof roles !== 'object' || roles === null || !('dir' in roles)) return { ...settings }
  const { dir } = roles
  const from = (one: unknown) =>
    typeof one === 'string' && one !== '' && !/^~(?=$|[/\\])/.test(one)
      ? path.resolve(folder, one)
      : one
  return { ...settings, roles: { ...roles, dir: Array.isArray(dir) ? dir.map(from) : from(dir) } }
}

/** Where else than in the file a setting can be given: one within another only there, unless it is a list. */
function elsewhere(at: readonly PropertyKey[]): string {
  const isList = LISTS.some((names) => names.every((name, level) => at[level] === name))
  return at.length === 1 || isList ? `, environment ${environmentName(at.join('.'))}, or flag` : ''
}

/** A setting that was probably meant, where it is one of the file's own level. */
function meant(at: readonly PropertyKey[], key: string): string {
  const near = at.length === 0 ? nearest(key, Object.keys(Config.shape)) : undefined
  return near ? `; did you mean ${near}?` : ''
}

/** The issue about a key says only that it does not fit; what it must be is beneath. */
function problemIn(issue: z.core.$ZodIssue): string {
  const beneath = issue.code === 'invalid_key' ? issue.issues[0] : undefined
  return beneath?.message ?? issue.message
}

/**
 * What the configuration file sets beside the defaults, in a sentence; null when it sets nothing. Secrets of a driver's
 * environment are not in it.
 */
export async function configuredBeside(place: ConfigPlace): Promise<string | null> {
  const { file, isNamed } = fileIn(place)
  const given = Object.entries(await readFile(file, isNamed))
  const defaults: Record<string, unknown> = Config.parse({})
  const set = given.flatMap(([key, value]) =>
    JSON.stringify(defaults[key]) === JSON.stringify(value) ? [] : `${key}: ${shown(key, value)}`,
  )
  return set.length === 0 ? null : `Settings from ${file}: ${set.join(', ')}`
}

function shown(key: string, value: unknown): string {
  if (key !== 'drivers' || typeof value !== 'object' || value === null) return JSON.stringify(value)
  const programs = Object.entries(value).map(([name, driver]) => {
    const { kind, preset, command, model, baseUrl, args } = driver as Readonly<
      Record<string, unknown>
    >
    const words = [kind, preset, command, model, baseUrl, ...(Array.isArray(args) ? args : [])]
    return `${name} (${words.filter((word) => word !== undefined).join(' ')})`
  })
  return programs.join('; ')
}

async function readFile(file: string, isNamed: boolean): Promise<Record<string, unknown>> {
  if (!existsSync(file)) {
    if (!isNamed) return {}
    throw new ConfigError(
      `There is no configuration file ${file}, which --config or CREWROOM_CONFIG names.`,
    )
  }
  const parseYaml = await LOADED_LATER.yaml()
  let value: unknown
  try {
    value = parseYaml(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigError(
      `${file} is not valid YAML: ${error instanceof Error ? error.message : ''}`,
    )
  }
  if (value === null || value === undefined) return {}
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new ConfigError(`${file} must hold settings, such as: port: 4900`)
  }
  // By it an editor knows what may be in the file.
  const { $schema: _, ...settings } = value as Record<string, unknown>
  return settings
}
