import { isPlaceholder } from './placeholders'

/** What has a password in its address that people write as it is. Elsewhere an @ is as often a part of the path. */
const STORE =
  /(?<=(?:^|[^A-Za-z0-9+.-])(?:postgres|postgresql|mysql|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|clickhouse|ldaps?|smtps?|imaps?|s?ftps?)(?:\+[a-z0-9]{1,16})?)/iy
const LONGEST = 256
const ADDRESS = new RegExp(`[^\\s"'<>\\\\\`|]{0,${LONGEST}}`, 'y')
/** A name, and a password that begins with no port and has a sign which should have been written as %2F, %23, %3F. */
const PASSWORD = /^([\w.%+-]*:)(?!\d{0,5}(?:[/?#,]|$))([^@/?#]*[/?#].*)@[\w.[-]/

/**
 * The password in the address of a database or a mail server that has a raw `/`, `#` or `?` in it, so that by the
 * rules of addresses it would end there. `at`: the colon behind the scheme; `start`: behind the slashes. Open when
 * more text decides.
 */
export function rawPassword(
  whole: string,
  at: number,
  start: number,
  last: boolean,
): { readonly from: number; readonly to: number } | 'open' | null {
  STORE.lastIndex = at
  if (!STORE.test(whole)) return null
  ADDRESS.lastIndex = start
  const [text = ''] = ADDRESS.exec(whole) ?? []
  if (!last && text.length < LONGEST && start + text.length === whole.length) return 'open'
  const [, name, password] = PASSWORD.exec(text) ?? []
  if (name === undefined || password === undefined || isPlaceholder(password)) return null
  const from = start + name.length
  return { from, to: from + password.length }
}
