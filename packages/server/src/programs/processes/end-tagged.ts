import { readdirSync, readFileSync } from 'node:fs'
import type { Clock } from '../../clock'
import { KEEPER_VARIABLE } from './keeper'
import { signalGroup } from './process-group'

/** Set in the environment of every program that is started for an agent; whatever it starts inherits it. */
export const TAG_VARIABLE = 'CREWROOM_PROCESS_TAG'
/** The crew that it belongs to. */
export const LEAD_VARIABLE = 'CREWROOM_LEAD_ID'

const POLL_MS = 25
/** SIGKILL is repeated for this long: a process may have been forked between the look and the signal. */
const KILL_MS = 2_000

/** The processes that have this tag, and their descendants, except this one. Empty on systems without /proc. */
export function taggedProcesses(tag: string): number[] {
  return living(tag, null)
}

/** The tags of all processes that were started for an agent of one of these crews, recorded or not. */
export function tagsOf(leadIds: ReadonlySet<string>): string[] {
  if (leadIds.size === 0) return []
  const tags = new Set<string>()
  for (const pid of processIds() ?? []) {
    if (pid === process.pid) continue
    const all = read(pid, 'environ')
    if (!all.includes(`${TAG_VARIABLE}=`)) continue
    const environment = all.split('\0')
    const value = (name: string) =>
      environment.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1)
    const tag = value(TAG_VARIABLE)
    if (tag && leadIds.has(value(LEAD_VARIABLE) ?? '')) tags.add(tag)
  }
  return [...tags]
}

/**
 * Ends everything that has the tag, with all its descendants, wherever they went (tools run in groups and sessions of
 * their own), and the process group of `pid`: SIGTERM, then SIGKILL for what is left after `graceMs`. Pass a `pid` only
 * if it is known to be the same process still. Returns how many could not be ended: 0 unless the kernel holds them.
 */
export async function endTagged(
  tag: string,
  pid: number | null,
  graceMs: number,
  clock: Clock,
): Promise<number> {
  const left = await signalUntilGone(tag, pid, graceMs, clock, (members) => {
    // Not the group as well: many programs take a second SIGTERM as a request to skip their clean-up.
    for (const member of members) signalOne(member, 'SIGTERM')
  })
  if (left === 0) return 0
  return signalUntilGone(tag, pid, KILL_MS, clock, (members) => {
    // The whole group at once, so that a program that keeps forking does not outrun the signals.
    if (pid !== null) signalGroup(pid, 'SIGKILL')
    for (const member of members) signalOne(member, 'SIGKILL')
  })
}

async function signalUntilGone(
  tag: string,
  pid: number | null,
  ms: number,
  clock: Clock,
  signal: (members: readonly number[]) => void,
): Promise<number> {
  const until = clock.monotonic() + ms
  for (;;) {
    const members = living(tag, pid)
    if (members.length === 0) return 0
    if (clock.monotonic() > until) return members.length
    signal(members)
    // Looking through all processes takes milliseconds on a busy machine, so meanwhile only these are watched.
    do await new Promise<void>((resolve) => clock.after(POLL_MS, resolve))
    while (members.some(isRunning) && clock.monotonic() <= until)
  }
}

interface Seen {
  readonly pid: number
  readonly parent: number
  readonly state: string | undefined
  readonly isOurs: boolean
  readonly isKeeper: boolean
}

/** Processes that have the tag, are in the group, or descend from one of these. */
function living(tag: string, group: number | null): number[] {
  const { members, isKept } = lookAround(tag, group)
  // While the processes were read one by one, the last one may have passed from its parent to the keeper.
  return members.length === 0 && isKept ? lookAround(tag, group).members : members
}

/**
 * Zombies are left out: they no longer run, and no signal removes them. So are keepers: they end when they have nobody
 * left to keep.
 */
function lookAround(tag: string, group: number | null): { members: number[]; isKept: boolean } {
  const all = processIds()
  // A negative number stands for the whole group, as it does for kill(2).
  if (all === null) {
    return { members: group !== null && signalGroup(group, 0) ? [-group] : [], isKept: false }
  }
  const entry = `\0${TAG_VARIABLE}=${tag}\0`
  const seen = all.filter((pid) => pid !== process.pid).map((pid) => look(pid, entry, group))
  const members = new Set(seen.filter(({ isOurs }) => isOurs).map(({ pid }) => pid))
  for (let before = -1; before < members.size;) {
    before = members.size
    for (const { pid, parent } of seen) if (members.has(parent)) members.add(pid)
  }
  const own = seen.filter(({ pid, state }) => members.has(pid) && isAlive(state))
  const keepers = own.filter(({ isKeeper }) => isKeeper)
  for (const { pid, state } of keepers) {
    // A stopped keeper collects nobody.
    if (state === 'T') signalOne(pid, 'SIGCONT')
  }
  return {
    members: own.flatMap(({ pid, isKeeper }) => (isKeeper ? [] : pid)),
    isKept: keepers.length > 0,
  }
}

function look(pid: number, entry: string, group: number | null): Seen {
  const { state, parent, pgrp } = statOf(pid)
  const environment = `\0${read(pid, 'environ')}\0`
  const isTagged = environment.includes(entry)
  return {
    pid,
    parent,
    state,
    isOurs: isTagged || (group !== null && pgrp === group),
    isKeeper: isTagged && environment.includes(`\0${KEEPER_VARIABLE}=1\0`),
  }
}

function processIds(): number[] | null {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    // No /proc: the group is all that can be found.
    return null
  }
}

function isRunning(pid: number): boolean {
  return pid < 0 ? signalGroup(-pid, 0) : isAlive(statOf(pid).state)
}

function isAlive(state: string | undefined): boolean {
  return state !== undefined && !['', 'Z', 'X'].includes(state)
}

function statOf(pid: number): { state: string | undefined; parent: number; pgrp: number } {
  const stat = read(pid, 'stat')
  // The command name is in parentheses and may contain anything: fields are counted after the last one.
  const [state, parent, pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state, parent: Number(parent), pgrp: Number(pgrp) }
}

/** Empty for a process that is gone, or belongs to another user. */
function read(pid: number, file: 'stat' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended meanwhile, or is not ours to end: the next look shows which.
  }
}
