import { isPlaceholder } from './placeholders'
import { rawPassword } from './raw-password'

/** A secret, and where it begins and ends. */
export interface Told {
  readonly what: string
  readonly from: number
  readonly to: number
  /** Where its end is was not looked at: as long as this matches, it goes on. */
  readonly goesOn: RegExp | null
}
/** `open`: more text decides. */
type Finding = Told | 'open' | null

/** Behind these a secret may stand: `NAME=`, `NAME:`, `scheme://`, `Basic`. What stands before is looked at last. */
export const TRIGGER =
  /[=:](?<=(?:(?:[A-Z0-9_]{2}|Key)\\{0,7}["']?)[ \t]{0,4}[=:])|:(?=\\{0,4}(?:\/|$))|(?:[Bb][Aa][Ss][Ii][Cc]|[Bb][Ee][Aa][Rr][Ee][Rr])(?=[ \t])/g
/** The longest word of these: one may have begun before. */
export const TRIGGER_LONGEST = 6
/** So much of a value says whether it is one. */
const DECIDED = 200
/** And so much of the text where its end is. */
const LOOKED_AT = 256

/** The secret behind the sign at this place. */
export function toldBehind(whole: string, at: number, last: boolean): Finding {
  const sign = whole.charAt(at)
  if (sign === ' ' || sign === '\t') return credentials(whole, at, last)
  if (sign === ':') {
    const found = addressPassword(whole, at, last) ?? botToken(whole, at, last)
    if (found) return found
  }
  return variable(whole, at, last)
}

/** Capital letters, as variables are written, and in quotes where JSON or YAML has them so. */
const VARIABLE = /(?<=(?:^|[^A-Za-z0-9_]|\\[nrt])([A-Z][A-Z0-9_]{1,99})(\\{0,7}["'])?([ \t]{0,4}))/y
const SECRET_NAME =
  /(?:(PASSWORD|PASSWD|PASSPHRASE|_PWD|_PASS)|((?:^|_|CLIENT)SECRET)|((?:^|_|ACCESS|AUTH)TOKEN)|(_KEY|API_?KEY|SECRET_?KEY|ACCESS_?KEY))(?:_?\d{1,2})?$/
/** Keys that tell things apart or belong to a grammar. A search service has query keys that are secrets. */
const NO_SECRET =
  /(?:^|_)(?:(?<!SEARCH_)QUERY|IDEMPOTENCY|DEDUP|DEDUPE|TRANSLATION|I18N|LOOKUP|NATURAL|SURROGATE|ENTER|ESCAPE|ARROW|MODIFIER|PUBLIC|PUB|PRIMARY|FOREIGN|SORT|PARTITION|CACHE|HASH|ROW|INDEX|GROUP|ROUTING|UNIQUE|COMPOSITE|OBJECT|HOT|SHORTCUT|GPG|PGP|SITE|NO|EOS|BOS|PAD|UNK|STOP|MASK)_(?:KEY|TOKEN)(?:_?\d{1,2})?$/
/** What is wrong with one, or what a page says of one: WRONG_PASSWORD, INVALID_API_KEY, FORGOT_PASSWORD. */
const ABOUT_SECRET =
  /(?:^|_)(?:WRONG|INVALID|INCORRECT|BAD|WEAK|MISSING|EXPIRED|UNEXPECTED|UNKNOWN|FORGOT|FORGOTTEN|SHOW|HIDE|TOGGLE)_(?:[A-Z]+_){0,2}(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|KEY)(?:_?\d{1,2})?$/
const KINDS = ['password', 'secret', 'token', 'key'] as const
/** Part of what other programs write in one line. */
const AZURE = /(?<=(?:^|[^A-Za-z0-9])(?:AccountKey|SharedAccessKey)(\\{0,7}["'])?([ \t]{0,4}))/y
/** In other forms than that: 32 bytes and more in base64. */
const AZURE_KEY = /^[A-Za-z0-9+/]{42,}={1,2}$/
const LINE_START = /(?<=(?:[\r\n]|\\[nr])[ \t-]{0,32}[A-Z][A-Z0-9_]{1,99}[ \t]{0,4})/y

/** As a shell reads it. */
const BARE = /(?:[^\s"'`;&|<>()\\]|\\(?![nrt"'\\]))*/y
const QUOTED: Readonly<Record<string, readonly [plain: RegExp, escaped: RegExp]>> = {
  '"': [/(?:[^"\\\r\n]|\\[^\r\n])*/y, /(?:[^"\\\r\n]|\\{1,16}(?![\\"]))*/y],
  "'": [/(?:[^'\\\r\n]|\\[^\r\n])*/y, /(?:[^'\\\r\n]|\\{1,16}(?![\\']))*/y],
  '`': [/(?:[^`\\\r\n]|\\[^\r\n])*/y, /(?:[^`\\\r\n]|\\{1,16}(?![\\`]))*/y],
}
const QUOTE = /\\{0,7}["'`]/y
const BLANKS = /[ \t]{0,32}/y
const LINE_END = /#|[\r\n]|\\{1,8}[nr"']|["'`]|$/y

function variable(whole: string, at: number, last: boolean): Finding {
  const kind = kindOf(whole, at)
  if (!kind) return null
  const isColon = whole.charAt(at) === ':'
  const isAzure = kind.what === 'azure-key'
  if (
    isAzure &&
    !isColon &&
    !kind.isQuoted &&
    !kind.isSpaced &&
    !/[\s\\"'`]/.test(whole.charAt(at + 1))
  )
    return told(kind.what, whole, at + 1, BARE, last)
  let start = at + 1
  if (/[=>]/.test(whole.charAt(start))) return null
  while (start - at <= 8 && /[ \t]/.test(whole.charAt(start))) start++
  if (isRest(whole, start)) return last ? null : 'open'
  const [quote] = matchAt(QUOTE, whole, start) ?? []
  if (quote !== undefined) {
    const [plain, escaped] = QUOTED[quote.slice(-1)] ?? [BARE, BARE]
    const found = told(
      kind.what,
      whole,
      start + quote.length,
      quote.length > 1 ? escaped : plain,
      last,
    )
    if (isAzure) return azureKey(whole, found)
    const isText = found !== 'open' && found !== null && kind.what !== 'password'
    return isText && / /.test(whole.slice(found.from, Math.min(found.to, found.from + DECIDED)))
      ? null
      : found
  }
  const isSpaced = kind.isSpaced || start > at + 1
  if (isAzure) return azureKey(whole, told(kind.what, whole, start, BARE, last))
  if (!isColon && !isSpaced) return bareValue(kind.what, whole, start, last)
  // "NAME: value" as YAML has it, "NAME = value" as settings files do; a colon directly follows the name.
  if (isColon && (start === at + 1 || kind.isSpaced)) return null
  if (kind.isQuoted || !matchAt(LINE_START, whole, at)) return null
  return lineValue(kind.what, whole, start, last)
}

function azureKey(whole: string, found: Finding): Finding {
  if (found === null || found === 'open') return found
  // JSON may write a slash with a backslash.
  const value = whole.slice(found.from, found.to).replaceAll('\\', '')
  return found.goesOn || !AZURE_KEY.test(value) ? null : found
}

function kindOf(
  whole: string,
  at: number,
): { readonly what: string; readonly isQuoted: boolean; readonly isSpaced: boolean } | null {
  const azure = matchAt(AZURE, whole, at)
  if (azure) {
    const [, quote, blanks] = azure
    return { what: 'azure-key', isQuoted: quote !== undefined, isSpaced: blanks !== '' }
  }
  const [, name, quote, blanks] = matchAt(VARIABLE, whole, at) ?? []
  const what = name === undefined ? null : namedSecret(name)
  return what ? { what, isQuoted: quote !== undefined, isSpaced: blanks !== '' } : null
}

/** What a variable of this name holds; null for no secret. */
export function namedSecret(name: string): string | null {
  if (NO_SECRET.test(name) || ABOUT_SECRET.test(name)) return null
  const groups = SECRET_NAME.exec(name)?.slice(1)
  return (groups && KINDS[groups.findIndex((group) => group !== undefined)]) ?? null
}

/** Code that fetches a secret is none. */
const CODE =
  /^(?:process\.env|os\.|import\.meta|env\.|(?:config|conf|cfg|settings|options|opts|args|params|self|this|props|secrets|vars|inputs|context|ctx|state|req|request|data)(?:\.[A-Za-z_]+)+$|(?:[A-Za-z_]+\.)+[A-Za-z_]*(?:token|key|secret|password|passwd|credentials?|value)$)/i
/** A name with dots: a text to translate, a setting. It is neither a password nor a token. */
const DOTTED = /^[a-z_]+(?:\.[a-z_]+)+$/
const FILE_NAME = /^[\w-]+\.(?:pem|key|crt|cer|pub|p12|pfx|jks|json|ya?ml|txt|env)$/
const PATH = /^(?:~|\.{1,2})?(?:\/[a-z0-9_.-]+){2,}$/

function bareValue(what: string, whole: string, start: number, last: boolean): Finding {
  const found = told(what, whole, start, BARE, last)
  if (found === null || found === 'open' || found.goesOn) return found
  const value = whole.slice(start, found.to)
  const isCall = /^[A-Za-z_]/.test(value) && /[([]/.test(value.slice(-1) + whole.charAt(found.to))
  const isNamed =
    what !== 'password' &&
    [CODE, PATH, FILE_NAME, ...(what === 'key' ? [DOTTED] : [])].some((form) => form.test(value))
  return isCall || isNamed ? null : found
}

/** Words alone are as often a description, and a line of prose goes on behind the first. */
function lineValue(what: string, whole: string, start: number, last: boolean): Finding {
  const found = told(what, whole, start, BARE, last)
  if (found === null || found === 'open' || found.goesOn) return found
  const value = whole.slice(start, found.to)
  const blanks = matchAt(BLANKS, whole, found.to)?.[0].length ?? 0
  if (!last && isRest(whole, found.to + blanks)) return 'open'
  const end = matchAt(LINE_END, whole, found.to + blanks)
  if (!end || value.length < 6 || !/\d/.test(value) || /^[\d._-]+$/.test(value)) return null
  return CODE.test(value) || PATH.test(value) ? null : found
}

const SLASHES = /:(?:\\{0,4}\/){2}/y
const AUTHORITY_LONGEST = 2_048
const AUTHORITY = new RegExp(`[^\\s/?#"'<>\\\\\`|]{0,${AUTHORITY_LONGEST}}`, 'y')

/** `scheme://user:password@host`: up to the last @ before the path. */
function addressPassword(whole: string, at: number, last: boolean): Finding {
  if (!/[A-Za-z0-9+.-]/.test(whole.charAt(at - 1))) return null
  if (!last && /^:(?:\\{0,4}\/?){0,2}$/.test(whole.slice(at, at + 12))) return 'open'
  const slashes = matchAt(SLASHES, whole, at)
  if (!slashes) return null
  const start = at + slashes[0].length
  const [authority = ''] = matchAt(AUTHORITY, whole, start) ?? []
  if (authority.length === AUTHORITY_LONGEST) return null
  if (!last && start + authority.length === whole.length) return 'open'
  const [colon, end] = [authority.indexOf(':'), authority.lastIndexOf('@')]
  if (end === -1) {
    const raw = rawPassword(whole, at, start, last)
    return raw === null || raw === 'open' ? raw : { what: 'password', ...raw, goesOn: null }
  }
  if (colon === -1 || end <= colon + 1 || authority.slice(0, colon).includes('=')) return null
  if (isPlaceholder(authority.slice(colon + 1, end))) return null
  return { what: 'password', from: start + colon + 1, to: start + end, goesOn: null }
}

const BOT = /(?<=(?:^|[^A-Za-z0-9_-])(?:bot)?\d{8,10})/y
const BOT_TOKEN = /(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{35}(?![\w-])/y
const BOT_LENGTH = 36

/** What Telegram gives to bots: a number, a colon and 35 characters. */
function botToken(whole: string, at: number, last: boolean): Finding {
  if (!matchAt(BOT, whole, at)) return null
  const start = at + 1
  const rest = whole.slice(start, start + BOT_LENGTH)
  if (!last && rest.length < BOT_LENGTH && /^[\w-]*$/.test(rest)) return 'open'
  BOT_TOKEN.lastIndex = 0
  if (!BOT_TOKEN.test(rest)) return null
  return { what: 'telegram-token', from: start, to: start + BOT_LENGTH - 1, goesOn: null }
}

const SCHEME = /(?<=(?:^|[^A-Za-z0-9])(basic|bearer))/iy
const HEADER =
  /(?<=authorization\\{0,7}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,7}["']?(?:basic|bearer))/iy
const CREDENTIALS = /[A-Za-z0-9+/_.~=-]*/y

/** Of other than headers only what is a name and a password in base64, without any doubt. */
function credentials(whole: string, at: number, last: boolean): Finding {
  const scheme = matchAt(SCHEME, whole, at)?.[1]?.toLowerCase()
  if (!scheme) return null
  let start = at
  while (start - at < 4 && /[ \t]/.test(whole.charAt(start))) start++
  if (start === whole.length) return last ? null : 'open'
  const found = told(
    `${scheme}-${scheme === 'basic' ? 'credentials' : 'token'}`,
    whole,
    start,
    CREDENTIALS,
    last,
  )
  if (found === null || found === 'open') return found
  const value = whole.slice(start, Math.min(found.to, start + DECIDED))
  const isOfHeader = matchAt(HEADER, whole, at) !== null && value.length >= 8 && /[\d=]/.test(value)
  return isOfHeader || (scheme === 'basic' && isNameAndPassword(value)) ? found : null
}

function isNameAndPassword(value: string): boolean {
  if (!/^[A-Za-z0-9+/_-]{4,}={0,2}$/.test(value)) return false
  const text = Buffer.from(value, 'base64').toString('utf8')
  // oxlint-disable-next-line no-control-regex -- a password has none
  return /^[^\u0000-\u001f:\ufffd]*:[^\u0000-\u001f]*$/.test(text.replace(/\ufffd+$/, ''))
}

/** The value that `body` matches here, unless it only stands for one. */
function told(what: string, whole: string, from: number, body: RegExp, last: boolean): Finding {
  const [matched = ''] = matchAt(body, whole.slice(from, from + LOOKED_AT), 0) ?? []
  const end = from + matched.length
  const value = matched.slice(0, matched.length - rowAtEnd(matched))
  const isLong = value.length > DECIDED
  if (!last && !isLong && isRest(whole, end)) return 'open'
  const start = value.slice(0, DECIDED)
  if (isPlaceholder(start) || (what !== 'password' && NUMBER.test(start))) return null
  if (isLong) return { what, from, to: end, goesOn: body }
  // The end of a sentence.
  const after = body === BARE ? (/[.,:]+$/.exec(matched)?.[0].length ?? 0) : 0
  return { what, from, to: end - after, goesOn: null }
}

/** A count or a place in a list, which may go on behind it. */
const NUMBER = /^\d{1,5}[.,:]*$/

/** A longer row of backslashes belongs to nothing that comes behind it. */
const ROW = 16

/** Whether nothing but backslashes follows, which may belong to what comes next. */
export function isRest(whole: string, from: number): boolean {
  return whole.length - from <= ROW && /^\\*$/.test(whole.slice(from))
}

/** How many of the last characters may belong to what comes next. */
export function rowAtEnd(text: string): number {
  return /\\*$/.exec(text.slice(-ROW))?.[0].length ?? 0
}

function matchAt(sticky: RegExp, whole: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at
  return sticky.exec(whole)
}
