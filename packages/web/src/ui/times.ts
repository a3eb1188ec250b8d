import { prefs } from './prefs'

const HOURS = {
  '24h': new Intl.DateTimeFormat(undefined, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }),
  '12h': new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit', hour12: true }),
}
const hourOf = (date: Date) => HOURS[prefs.getState().clock].format(date)
const WEEKDAY = new Intl.DateTimeFormat(undefined, { weekday: 'short' })
const SHORT_DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const SHORT_UTC_DAY = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const LONG_DAY = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })

/** Timestamps come from outside; one that cannot be read shows as nothing instead of breaking the page. */
const SQLITE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

function dateOf(iso: string): Date | null {
  // SQLite's own spelling is UTC, which JavaScript would take for local time.
  const date = new Date(SQLITE.test(iso) ? `${iso.replace(' ', 'T')}Z` : iso)
  return Number.isNaN(date.getTime()) ? null : date
}

export function clockTime(iso: string): string {
  const date = dateOf(iso)
  return date ? hourOf(date) : ''
}

/** A sentence of the server, which is for any reader, with its instants as times of day. */
export function withClockTimes(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, clockTime)
}

export function fullTime(iso: string): string {
  const date = dateOf(iso)
  return date ? FULL.format(date) : ''
}

/** A key of the local day, equal for equal days. */
export function dayKey(iso: string): string {
  const date = dateOf(iso)
  return date ? `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}` : ''
}

/** `5 Mar`, of a day that begins in UTC. */
export function shortDay(iso: string): string {
  const date = dateOf(iso)
  return date ? SHORT_UTC_DAY.format(date) : ''
}

export function dayLabel(iso: string, now: number): string {
  const date = dateOf(iso)
  if (!date) return ''
  const days = daysBetween(date, now)
  if (days === 0) return 'Today'
  return days === 1 ? 'Yesterday' : LONG_DAY.format(date)
}

/** What a list shows: the more recent, the finer. */
export function listTime(iso: string, now: number): string {
  const date = dateOf(iso)
  if (!date) return ''
  if (Math.abs(now - date.getTime()) < 60_000) return 'now'
  const days = daysBetween(date, now)
  if (days <= 0) return hourOf(date)
  if (days === 1) return 'Yesterday'
  return days < 7 ? WEEKDAY.format(date) : SHORT_DAY.format(date)
}

function daysBetween(date: Date, now: number): number {
  const today = new Date(now)
  const midnight = new Date(today.getFullYear(), today.getMonth(), today.getDate()).getTime()
  const that = new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  return Math.round((midnight - that) / 86_400_000)
}
