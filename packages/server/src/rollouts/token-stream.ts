import type { MaskStream } from '../journal/ports/mask-port'

/** A token begins where a run of these begins, so that nothing is found in the middle of a hash or of base64. */
const RUN = '[A-Za-z0-9_-]'
/** Or behind an escaped line end: texts quote each other as JSON. */
const START = `(?:(?<!${RUN})|(?<=\\\\[nrt]))`
/** What may be in a token at all, dots and base64 included: every other character ends it. */
const WORD = '[A-Za-z0-9._~+/=-]'

/** A part that is not all words: names in kebab case have hyphens. */
const LONG_PART = `(?=${RUN}{0,200}[A-Za-z0-9]{16})`
const DIGIT = `(?=${RUN}{0,200}[0-9])`

/** Name, how it begins, how it goes on; every form has a largest length, so that what is held back is bounded. */
const FORMS: readonly (readonly [what: string, head: string, body: string])[] = [
  ['anthropic-key', 'sk-ant-', `${RUN}{16,512}`],
  ['stripe-key', '[rs]k_(?:live|test)_', '[A-Za-z0-9]{10,512}'],
  ['api-key', 'sk-', `${LONG_PART}${RUN}{20,512}`],
  ['github-token', 'gh[pousr]_', '[A-Za-z0-9]{20,512}'],
  ['github-token', 'github_pat_', '[A-Za-z0-9_]{20,512}'],
  ['gitlab-token', 'glpat-', `${RUN}{16,512}`],
  ['slack-token', 'xapp-', '[0-9]{1,2}-[A-Za-z0-9-]{20,512}'],
  ['slack-token', 'xox[abeoprs]-', `${DIGIT}[A-Za-z0-9-]{10,512}`],
  ['aws-key', 'A(?:KIA|SIA)', `[A-Z0-9]{16}(?!${RUN})`],
  ['google-key', 'AIza', `${RUN}{35}(?!${RUN})`],
  ['google-token', 'ya29\\.', `${RUN}{20,2048}`],
  ['google-secret', 'GOCSPX-', `${RUN}{20,64}(?!${RUN})`],
  ['npm-token', 'npm_', '[A-Za-z0-9]{30,512}'],
  ['pypi-token', 'pypi-', `${LONG_PART}${RUN}{32,1024}`],
  ['huggingface-token', 'hf_', '[A-Za-z0-9]{30,512}'],
  ['sendgrid-key', 'SG\\.', `${RUN}{16,128}\\.${RUN}{16,128}`],
  ['digitalocean-token', 'do[opr]_v1_', `[a-f0-9]{64}(?!${RUN})`],
  ['shopify-token', 'shp(?:at|ca|pa|ss)_', `[A-Fa-f0-9]{32}(?!${RUN})`],
  // The number of a bot in base64, a time, and what only it knows.
  [
    'discord-token',
    '[MNO][A-Za-z0-9]{3}',
    `${RUN}{20,24}\\.${RUN}{6}\\.${DIGIT}${RUN}{27,40}(?!${RUN})`,
  ],
  ['age-key', 'AGE-SECRET-KEY-1', `[0-9A-Z]{50,70}(?!${RUN})`],
  ['groq-key', 'gsk_', '[A-Za-z0-9]{30,512}'],
  ['xai-key', 'xai-', `${LONG_PART}${RUN}{30,512}`],
  // One of our own: with it anybody can register in a crew.
  ['invitation', 'crew_invite_', `${RUN}{40,64}(?!${RUN})`],
  ['linear-key', 'lin_api_', '[A-Za-z0-9]{30,512}'],
  ['vault-token', 'hv[bsr]\\.', `${LONG_PART}${RUN}{24,512}`],
  ['databricks-token', 'dapi', `[a-h0-9]{32}(?:-[0-9]{1,2})?(?!${RUN})`],
  ['jwt', 'eyJ', `${RUN}{7,1024}\\.${RUN}{8,8192}\\.${RUN}{0,1024}`],
]
/** Whether it begins there is asked behind the head: few places have that, and looking back at each takes longer. */
const begins = (head: string) => `${head}(?<=${START}${head})`
const BEARER = `(?<bearer>${begins('[Bb][Ee][Aa][Rr][Ee][Rr]')}[ \\t]{1,4})(?=${WORD}{40}|${WORD}{0,39}[0-9])${WORD}{20,8192}`
const TOKENS = new RegExp(
  [BEARER, ...FORMS.map(([, head, body]) => `(${begins(head)}${body})`)].join('|'),
  'g',
)
/** No token is longer: what begins further from the end of a text than this is decided. */
const REACH = 11_000
/** The word before a bearer's token, at the end of what is decided otherwise. */
const OPEN_BEARER = /bearer[ \t]{0,4}$/i
const NO_WORD = /[^A-Za-z0-9._~+/=-]/

/**
 * Replaces tokens that are known by their form. Nothing that was decided depends on how the text was cut: no token
 * crosses a character outside of words, except the space behind "Bearer", and none reaches further than `REACH`.
 */
export class TokenStream implements MaskStream {
  #held = ''
  /** The last characters that left, before the held ones: whether a token may begin depends on them. */
  #before = ''

  push(delta: string): string {
    const known = this.#held.length
    const text = this.#held + delta
    const end = endOfWords(text, known)
    const open = end === 0 ? null : OPEN_BEARER.exec(text.slice(Math.max(0, end - 12), end))
    const cut = open ? Math.max(0, end - open[0].length) : end
    // A word without an end: decided up to where no token reaches the end of the text. Twice that, so that
    // many small parts do not make it be looked at again and again.
    if (text.length - cut >= 2 * REACH) return this.#leave(text, text.length - REACH)
    return this.#leave(text, cut)
  }

  end(): string {
    const rest = this.#leave(this.#held, this.#held.length)
    this.#before = ''
    return rest
  }

  /** Lets everything before `cut` go, and a token that crosses it. */
  #leave(text: string, cut: number): string {
    if (cut === 0) {
      this.#held = text
      return ''
    }
    const whole = this.#before + text
    const shift = this.#before.length
    let out = ''
    let from = shift
    TOKENS.lastIndex = shift
    for (let hit = TOKENS.exec(whole); hit && hit.index < cut + shift; hit = TOKENS.exec(whole)) {
      out += `${whole.slice(from, hit.index)}${replaced(hit)}`
      from = hit.index + hit[0].length
    }
    const to = Math.max(from, cut + shift)
    out += whole.slice(from, to)
    this.#held = whole.slice(to)
    this.#before = whole.slice(Math.max(0, to - 2), to)
    return out
  }
}

function replaced(hit: RegExpExecArray): string {
  const bearer = hit.groups?.['bearer']
  if (bearer !== undefined) return `${bearer}[masked:bearer-token]`
  // The first group is the bearer's; the others are the forms in their order.
  const form = hit.findIndex((group, index) => index > 1 && group !== undefined) - 2
  return `[masked:${FORMS[form]?.[0] ?? 'token'}]`
}

/** Behind the last character that no word has; only the part that is new is looked at. */
function endOfWords(text: string, known: number): number {
  for (let at = text.length - 1; at >= known; at--) {
    if (NO_WORD.test(text.charAt(at))) return at + 1
  }
  return 0
}
