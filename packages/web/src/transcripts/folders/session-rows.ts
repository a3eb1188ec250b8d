import type { ReplyOf } from '@crewroom/shared/client/http'
import { dayKey } from '../../ui/times'

export type TranscriptList = ReplyOf<'get', '/api/transcripts'>
export type Project = TranscriptList['projects'][number]
export type Session = Project['sessions'][number]
export type Hit = ReplyOf<'get', '/api/transcripts/search'>['hits'][number]

/** What the list of session files shows, one below the other. */
export type SessionRow =
  | { readonly kind: 'head'; readonly key: string; readonly words: string; readonly path: string }
  | {
      readonly kind: 'session'
      readonly key: string
      readonly session: Session
      readonly hit: Hit | null
    }

export interface ShownSessions {
  /** Only this folder's; null: all. */
  readonly projectId: string | null
  readonly onlyOngoing: boolean
  /** Only those that were found; null: nothing is searched for. */
  readonly hits: ReadonlyMap<string, Hit> | null
  readonly now: number
}

const SHORT_DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const SHORT_DAY_OF_YEAR = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

/** Session files by folder and day, newest first, as far as they are shown. */
export function sessionRows(list: TranscriptList, shown: ShownSessions): readonly SessionRow[] {
  const all = list.projects
    .filter(({ id }) => shown.projectId === null || id === shown.projectId)
    .flatMap((project) => project.sessions.map((session) => ({ project, session })))
    .filter(({ session }) => isShown(session, shown))
    .toSorted((a, b) => b.session.updatedAt.localeCompare(a.session.updatedAt))
  const parts = new Map<string, typeof all>()
  for (const one of all) {
    const key = `${one.project.id} ${dayKey(one.session.updatedAt)}`
    const part = parts.get(key)
    if (part) part.push(one)
    else parts.set(key, [one])
  }
  return [...parts].flatMap(([key, part]): SessionRow[] => {
    const [first] = part
    if (!first) return []
    const { project, session } = first
    const words = `${folderName(project.path)} · ${dayWords(session.updatedAt, shown.now)}`
    return [
      { kind: 'head', key, words, path: project.path },
      ...part.map((one): SessionRow => ({
        kind: 'session',
        key: one.session.id,
        session: one.session,
        hit: shown.hits?.get(one.session.id) ?? null,
      })),
    ]
  })
}

function isShown(session: Session, { hits, onlyOngoing }: ShownSessions): boolean {
  if (onlyOngoing && session.ongoing !== true) return false
  return hits === null || hits.has(session.id)
}

/** A folder's last name. Claude Code writes the whole path of a project in it, with `-` for each `/`. */
export function folderName(path: string): string {
  const name = path.split(/[/\\]/).findLast((part) => part !== '') ?? path
  return name.replace(/^-(?=.)/, '')
}

/** `today`, `yesterday`, `19 Nov`, `19 Nov 2024`. */
function dayWords(iso: string, now: number): string {
  const day = dayKey(iso)
  if (day === dayKey(new Date(now).toISOString())) return 'today'
  const before = new Date(now)
  before.setDate(before.getDate() - 1)
  if (day === dayKey(before.toISOString())) return 'yesterday'
  const date = new Date(iso)
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  return (isThisYear ? SHORT_DAY : SHORT_DAY_OF_YEAR).format(date)
}
