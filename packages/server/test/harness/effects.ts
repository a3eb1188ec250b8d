import { openForReading } from '../../src/storage/database'

export type Row = Readonly<Record<string, unknown>>
type Tables = ReadonlyMap<string, ReadonlySet<string>>

/** What one act did to the tables: rows that came and rows that went, a changed row being both. */
export type RowChanges = Record<string, { readonly came: Row[]; readonly went: Row[] }>

/** Written beside the journal, each in its own time: the full-text index and the records of agents. */
const IN_THEIR_OWN_TIME = /^(search_|rollout_entries$|erasures$|sqlite_)/

/** Every row of every table of a data file. */
export function readTables(file: string): Tables {
  const sqlite = openForReading(file)
  try {
    const names = sqlite
      .prepare(`select name from sqlite_master where type = 'table'`)
      .pluck()
      .all()
    const tables = new Map<string, ReadonlySet<string>>()
    for (const name of names as string[]) {
      if (IN_THEIR_OWN_TIME.test(name)) continue
      const rows = sqlite.prepare(`select * from "${name}"`).all()
      tables.set(name, new Set(rows.map((row) => JSON.stringify(row))))
    }
    return tables
  } finally {
    sqlite.close()
  }
}

export function changesBetween(before: Tables, after: Tables): RowChanges {
  const changes: RowChanges = {}
  for (const [name, rows] of after) {
    const earlier = before.get(name) ?? new Set()
    const came = [...rows].filter((row) => !earlier.has(row)).map(unpacked)
    const went = [...earlier].filter((row) => !rows.has(row)).map(unpacked)
    if (came.length + went.length > 0) changes[name] = { came, went }
  }
  return changes
}

/** A row with its JSON columns as what they hold. */
function unpacked(text: string): Row {
  const row = JSON.parse(text) as Record<string, unknown>
  for (const [column, value] of Object.entries(row)) {
    if (typeof value === 'string' && /^[[{]/.test(value)) row[column] = JSON.parse(value)
  }
  return row
}

/** Who is who: ids and labels of agents, and which of them acts. */
export interface Cast {
  readonly crew: string
  /** The crew's newest fact before the act: seqs are counted from there. */
  readonly head: number
  /** id → name */
  readonly names: Readonly<Record<string, string>>
  readonly actor: { readonly id: string; readonly label: string; readonly roleName: string }
  /**
   * Where the actor is made out: everywhere; only where it says who acted, when it has a part in what is done as
   * well; or only as the actor of the facts, when others acted before.
   */
  readonly actorIn: 'everything' | 'who acted' | 'facts'
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const AT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
/** Of one door or one moment, and nothing that was done: checked elsewhere. */
const OF_THE_DOOR: ReadonlySet<string> = new Set(['batch_id', 'position', 'cause', 'hash'])

/** Where it is said who acted. */
const WHO_ACTED: ReadonlySet<string> = new Set(
  'actor by from from_id from_agent_id createdBy created_by stoppedBy stopped_by'.split(' '),
)

/** The same for everybody: ids by their first appearance, no times, and the actor as `actor`, whoever it is. */
export function impersonal<T>(value: T, cast: Cast): T {
  const { actor, names } = cast
  const everywhere = cast.actorIn === 'everything'
  const seen = new Map<string, string>()
  const idOf = (id: string): string => {
    if (id === actor.id && everywhere) return '<actor>'
    if (names[id] !== undefined) return `<${names[id]}>`
    if (!seen.has(id)) seen.set(id, `<id ${seen.size + 1}>`)
    return seen.get(id) ?? ''
  }
  const text = (written: string): string => {
    // Lists call agents by their names too; who acts has another in each door.
    let given = written
    for (const [id, name] of Object.entries(names)) {
      const short = `(${id.slice(0, 8)})`
      given = given.replaceAll(` "${name}" ${short}`, ` ${short}`)
    }
    const label = (before: string) =>
      given.replaceAll(`${before}${actor.label}`, `${before}<Actor>`)
    if (cast.actorIn !== 'facts') for (const before of ['from ', 'by ']) given = label(before)
    if (everywhere) given = label('')
    for (const [id, name] of Object.entries(names)) {
      given = given.replaceAll(`(${id.slice(0, 8)})`, `(<${name}>)`)
    }
    return given.replace(UUID, idOf).replace(AT, '<at>')
  }
  const leaf = (part: unknown, key: string): unknown => {
    if (typeof part === 'number' && /seq$/i.test(key)) {
      return part > cast.head ? part - cast.head : '<earlier>'
    }
    if (typeof part !== 'string') return part
    if (key === 'leadId' || key === 'lead_id') return part === cast.crew ? '<crew>' : part
    if (/^from_?role$/i.test(key) && part === actor.roleName) return '<Role>'
    const isActor = everywhere || (cast.actorIn === 'who acted' && WHO_ACTED.has(key))
    if (part === actor.id && isActor) return '<actor>'
    return text(part)
  }
  const walk = (part: unknown, key: string): unknown => {
    if (OF_THE_DOOR.has(key)) return `<${key}>`
    if (key === 'actor') return '<actor>'
    if (typeof part !== 'object' || part === null) return leaf(part, key)
    if (Array.isArray(part)) return part.map((item) => walk(item, ''))
    return Object.fromEntries(
      Object.entries(part).map(([name, item]) => [text(name), walk(item, name)]),
    )
  }
  return walk(value, '') as T
}
