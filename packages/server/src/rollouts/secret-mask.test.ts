import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { workOf } from '../../test/harness/work-done'
import type { SecretMask } from '../journal/ports/mask-port'
import { boundedJson, boundedText } from './bounded-text'
import {
  joined as join,
  JWT as jwt,
  letters,
  pemKey as pem,
  SECRETS as TOKENS,
  TOLD,
} from '../../test/harness/secrets'
import { createMask, givenValues, secretValues } from './secret-mask'
import { often } from '../../test/harness/long'

const mask = createMask([])

const FRAMES: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['use ', ' for it'],
  ['KEY=', '\nNEXT=1'],
  ['{"key":"', '"}'],
  ['{\\"a\\":\\"x\\n', '\\"}'],
  ['https://host/', '/path'],
  ['(', ').'],
  ['`', '`'],
]

const HARMLESS: readonly string[] = [
  'We talked about risk-averse task-runners and the sk-learn-style api-naming-convention-of-ours.',
  '0192f3a4-5b6c-7d8e-9fa0-b1c2d3e4f5a6 and 3b18e512dba79e4c8300dd08aeb37f8e728b8dad',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  `![x](data:image/png;base64,iVBORw0KGgo${letters(3_000)}/sk+${letters(500)}==)`,
  'The bearer of bad news: bearer authentication/authorization is in RFC 6750. Bearer tokens expire.',
  'The file begins with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----; look for it.',
  '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  'npm_config_registry hf_hub AKIA is a prefix, AKIAIOSFODNN7EXAMPLEANDMORE is none; SG.1.2; ya29.x; eyJ.eyJ.x',
  'git checkout gh-pages; ghp_ is a prefix of github_pat_ tokens; xoxb-your-token-goes-right-here',
  'a'.repeat(5_000),
]

/** What such things are made of. */
const SIGNS = 'A_TOKEN A_KEY PASSWORD = : \\\\ \\\\\\" \\" " \' ` :// @ $ { x Basic , ; # ('.split(
  ' ',
)

/** What looks like a secret with its name, and is none. */
const UNTOLD: readonly string[] = [
  ...[
    '$GITHUB_TOKEN',
    '${GITHUB_TOKEN}',
    '${TOKEN:-none}',
    '$(cat token)',
    '%TOKEN%',
    '<token>',
    '...',
    '…',
  ]
    .concat([
      'xxx',
      'XXXX-XXXX',
      '***',
      '',
      'your-token-here',
      'changeme',
      '[masked:token]',
      '{{ token }}',
      'null',
    ])
    .flatMap((value) => [
      `MY_TOKEN=${value}`,
      `MY_TOKEN="${value}"`,
      `MY_TOKEN: ${value}`,
      `{"MY_TOKEN":"${value}"}`,
    ]),
  'the token = value, the TOKEN is a secret: keep it. PASSWORD: see the wiki. KEY=VALUE pairs; a KEY: 1',
  'Set API_KEY: you need it. API_TOKEN: required. API_TOKEN: string | null\nTOKEN: 12\nAPI_KEY: uuid',
  'API_KEY=process.env.API_KEY; API_KEY = os.environ["API_KEY"]; API_KEY=get_key(1); TOKEN=config.token',
  'if (API_KEY==x || API_KEY=>x) MONKEY=banana-12 TURKEY=1a2b3c TOKENS=4096 MAX_TOKENS=4096 MAX_TOKEN=4096',
  'PRIMARY_KEY=user_id1 PUBLIC_KEY=MIIBIjANBgkq CACHE_KEY=v1-deps-2 GPG_KEY=E3FF2839C048B25C084D PWD=/home/me',
  'SSH_KEY=/home/me/.ssh/id_ed25519 KEY_FILE=/a/b TOKEN_PATH=x1 PASSWORD_FILE=/run/secrets/x KEYBOARD=us1',
  '"API_KEY": "The key of the service, see the docs", "GITHUB_TOKEN": "A token with the scope repo"',
  'http://localhost:3000/@scope/x https://host:8080/a@b git@github.com:me/x.git ssh://git@host:22/x a://b:@c',
  'mailto:me@host.example https://user@host/ postgres://app:$PASSWORD@db postgres://app:${PW}@db http://[::1]:80',
  'postgres://app:<password>@db redis://:***@cache "http://x:1","a@b.c" 12:30 and a:b@c',
  'Authorization: Basic authentication is not Authorization: Bearer authentication. Basic setup, basic knowledge',
  'Authorization: Basic <credentials> Authorization: Bearer $TOKEN Authorization: Basic auth Basic YWJjZGVm',
  '12345678:0123456789abcdef0123456789abcdef012 at 12345678:30 1234567890:00 AccountKey: name AccountKey=...',
  'xapp-your-token-goes-right-here pypi-some-package-of-a-long-name-indeed dop_v1_ shpat_ GOCSPX- gsk_ xai-org/grok',
  'lin_api_ hvs.name dapi dapi-client AGE-SECRET-KEY-1 MTIz.abc.def M.a.b NodeModulesOfSomething.config.typescript',
  'enum { STRING_TOKEN=1, NUMBER_TOKEN=2 } A_TOKEN=10: QUERY_KEY="groups" IDEMPOTENCY_KEY=abc ENTER_KEY="Enter"',
  'WRONG_PASSWORD=1001 INVALID_API_KEY=4001 MISSING_ACCESS_TOKEN="none was given" FORGOT_PASSWORD="Forgot your password?"',
  'TITLE_KEY=menu.file.open TLS_KEY=server.pem API_KEY=settings.apiKey TOKEN=row.access_token SECRET=self.secret',
  'DB_PASSWORD = getpass.getpass()\nAPI_KEY = key\nTOKEN = 12\nDB_PASSWORD= python3 run.py\nA_TOKEN = a1b2c3 is how\nconst A_TOKEN = base64',
  '"AccountKey":"name of the account" AccountKey: 88 characters, AccountKey = account.key',
  'postgres://db:5432/x?mail=a@b redis://cache:6379/0#a@b mongodb://h1:27017,h2:27017/x?a@b amqp://mq:/a@b',
  'postgres://app@db:x/a@b https://host:port/@scope/x mysql://host/a:b/c@d smtp://u:${PW}/@h postgres://u:/x@h',
  'hvs.a-very-long-name-of-some-thing do-not_v1_this xai-a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p-q shpat_ffff GOCSPX-short',
]

/** The mask's answer when the text comes in these parts. */
function inParts(of: SecretMask, text: string, cuts: readonly number[]): string {
  const stream = of.stream()
  const ends = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b)
  let out = ''
  let from = 0
  for (const end of [...ends, text.length]) {
    out += stream.push(text.slice(from, end))
    from = end
  }
  return out + stream.end()
}

describe('secret mask', () => {
  test.for(TOKENS)('RO6 masks %s wherever it stands', ([what, token]) => {
    for (const [before, after] of FRAMES) {
      // A key's line ends would be escaped in JSON.
      if (token.includes('\n') && before.includes('"')) continue
      expect(mask.mask(before + token + after)).toBe(`${before}[masked:${what}]${after}`)
    }
  })

  test.for(TOLD)(
    'MK9, MK20 masks what is told to be a secret: %s',
    ([before, secret, after, what]) => {
      const shown = `${before}[masked:${what}]${after}`
      expect(mask.mask(before + secret + after)).toBe(shown)
      expect(mask.mask(`line one\n\n${before}${secret}${after}`)).toBe(`line one\n\n${shown}`)
      expect(mask.mask(shown), 'masked again').toBe(shown)
    },
  )

  test('RO6 masks what is said to be a bearer token, and keeps the word', () => {
    for (const token of [letters(43), `${letters(20)}.${letters(20)}~+/==`, jwt]) {
      expect(mask.mask(`authorization: Bearer ${token}\nx`)).toBe(
        'authorization: Bearer [masked:bearer-token]\nx',
      )
      expect(mask.mask(`bearer  ${token}`)).toBe('bearer  [masked:bearer-token]')
    }
  })

  test('RO6 masks a private key that breaks off, and goes on behind it', () => {
    const half = pem('RSA PRIVATE KEY').slice(0, 120)
    expect(mask.mask(`a ${half}`)).toBe('a [masked:private-key]')
    expect(mask.mask(`a ${half}" is what it prints, "b"`)).toBe(
      'a [masked:private-key]" is what it prints, "b"',
    )
  })

  test.for(HARMLESS)('RO7 leaves ordinary text alone: %s', (text) => {
    expect(mask.mask(text)).toBe(text)
  })

  test.for(UNTOLD)('MK10 leaves what only stands for a secret, or is none: %s', (text) => {
    expect(mask.mask(text)).toBe(text)
  })

  test('RO8 masks configured values of eight characters and more, the longest first', () => {
    const own = createMask([
      'short',
      'hunter2-hunter2',
      'hunter2-hunter2-and-more',
      'a "quoted" one',
    ])
    expect(own.mask('short hunter2-hunter2, xhunter2-hunter2-and-morex')).toBe(
      'short [masked:value], x[masked:value]x',
    )
    expect(own.mask('hunter2-hunter2-and-mor')).toBe('[masked:value]-and-mor')
    expect(own.mask(JSON.stringify({ it: 'a "quoted" one' }))).toBe('{"it":"[masked:value]"}')
  })

  test('RO8 takes what an agent was given, and of the server itself what is a secret by its name', () => {
    const given = { MODE: 'production', ADDRESS: 'postgres://a:b@c/d', DB_PASSWORD: 'correcthorse' }
    expect(givenValues(given).toSorted()).toEqual(['correcthorse', 'postgres://a:b@c/d'])
    const own = {
      HOME: '/home/somebody',
      OPENAI_API_KEY: 'value-of-it',
      SSH_AUTH_SOCK: '/tmp/agent.1',
      TOKEN: 'tiny',
      KEYBOARD: 'us-layout',
    }
    expect(secretValues(own)).toEqual(['value-of-it'])
  })

  const piece = fc.oneof(
    fc.constantFrom(...TOKENS.map(([, token]) => token)),
    fc.constantFrom(...TOKENS.map(([, token]) => token)).map((token) => token.slice(0, 40)),
    fc.constantFrom(
      'Bearer ',
      'bearer',
      ' ',
      '\n',
      '"',
      '=',
      '.',
      '-',
      '-----',
      '\\n',
      'sk-',
      'eyJ',
    ),
    fc.constantFrom('hunter2-hunter2', 'hunter2-hunter2-and-more', 'hunter2-hun', 'hun', 'hu'),
    fc.constantFrom(...TOLD.map((parts) => parts.slice(0, 3).join(''))),
    fc.constantFrom(...TOLD.flatMap(([before, secret, after]) => [before, secret, after])),
    fc.constantFrom(...UNTOLD),
    fc.constantFrom(...SIGNS),
    fc.constantFrom('-----BEGIN ', 'PRIVATE KEY-----', '-----END ', 'RSA ', letters(200)),
    fc.string({ maxLength: 20 }),
  )
  const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))
  const toldPiece = fc.oneof(
    fc.constantFrom(...TOLD.flatMap(([before, secret, after]) => [before, secret, after])),
    fc.constantFrom(...UNTOLD, ...SIGNS),
  )
  const toldText = fc.array(toldPiece, { maxLength: 14 }).map((pieces) => pieces.join(''))
  const own = createMask(['hunter2-hunter2', 'hunter2-hunter2-and-more', 'Bearer hun', ' \n"=. -'])

  test('RO9 masks the same however a text is cut into parts', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 30 }), (whole, cuts) => {
        const expected = own.mask(whole)
        expect(inParts(own, whole, cuts)).toBe(expected)
        const single = Array.from({ length: whole.length }, (_, index) => index)
        expect(inParts(own, whole, single)).toBe(expected)
      }),
      { numRuns: 1_500 },
    )
  })

  test('MK4 leaves alone what it has masked', () => {
    fc.assert(
      fc.property(toldText, (whole) => {
        const shown = mask.mask(whole)
        expect(mask.mask(shown)).toBe(shown)
      }),
      { numRuns: 1_500 },
    )
  })

  test('RO9 masks the same in words and keys without an end', () => {
    const token = join('gh', `p_${letters(36)}`)
    for (const length of [10_980, 11_000, 21_990, 22_000, 33_000, 70_000]) {
      const words = `${letters(length)}/${token}.${jwt}/${letters(length)} ${token}`
      const keys = `${pem('PRIVATE KEY').slice(0, 90)}${letters(length)}" ${token}`
      for (const whole of [words, keys]) {
        const expected = own.mask(whole)
        expect(expected).not.toContain(token)
        for (const size of [1, 7, 1_000, 11_000, 64_000]) {
          const cuts = Array.from({ length: Math.ceil(whole.length / size) }, (_, i) => i * size)
          expect(inParts(own, whole, cuts)).toBe(expected)
        }
      }
    }
  })

  test('RO9 holds back only what is undecided, and never more than some kilobytes', () => {
    const stream = own.stream()
    expect(stream.push('hello wor')).toBe('hello ')
    expect(stream.push('ld, ')).toBe('world, ')
    expect(stream.end()).toBe('')
    let held = 0
    for (let index = 0; index < 2_000; index++) {
      held += 100 - stream.push(letters(100)).length
      expect(held).toBeLessThan(24_000)
    }
  })

  test('RO10 takes time in proportion to the text, whatever the text is', () => {
    const hostile = [
      'sk-'.repeat(300_000),
      'sk-a '.repeat(200_000),
      'eyJaaaaaaaa.'.repeat(80_000),
      'Bearer '.repeat(140_000),
      'Bearer aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa '.repeat(25_000),
      '-----BEGIN '.repeat(90_000),
      `${'-----BEGIN PRIVATE KEY-----\n'}${'-----END '.repeat(100_000)}`,
      `${pem('PRIVATE KEY').slice(0, 90)}${'-'.repeat(900_000)}`,
      'hunter2-hunter2-and-mor'.repeat(40_000),
      'A'.repeat(1_000_000),
      'AKIA/'.repeat(200_000),
      'A_TOKEN='.repeat(120_000),
      'A_TOKEN={A_TOKEN="{'.repeat(50_000),
      'A_KEY=\\"\\\\"'.repeat(90_000),
      'a://b:c@'.repeat(120_000),
      'mysql://a:b'.repeat(90_000),
      'mysql://a:b/'.repeat(80_000),
      `mysql://a:${'/'.repeat(200)}`.repeat(5_000),
      '"AccountKey" : "'.repeat(60_000),
      '1234567890:aB3'.repeat(70_000),
      '\\'.repeat(1_000_000),
    ]
    const usual = 'The build is green again; see src/build.ts:12 for the fix. '.repeat(17_000)
    const whole = (text: string) => workOf(() => own.mask(text))
    const inParts = (text: string) =>
      workOf(() => {
        const stream = own.stream()
        for (let at = 0; at < text.length; at += 50) stream.push(text.slice(at, at + 50))
        stream.end()
      })
    for (const length of often([20_000], [50_000, 1_000_000])) {
      const usually = [whole, inParts].map((mask) => mask(usual.slice(0, length)))
      for (const text of hostile) {
        const work = [whole, inParts].map((mask) => mask(text.slice(0, length)))
        const times = work.map((one, index) => one / (usually[index] ?? 0))
        expect(Math.max(...times), `${text.slice(0, 20)} × ${length}`).toBeLessThan(100)
      }
    }
  })

  test('RO11, MK9 masks the texts inside of JSON, at any depth, and keeps the rest as it is', () => {
    const secret = join('gh', `p_${letters(36)}`)
    const data = { a: [1, true, null, { b: `use ${secret}` }], __proto__x: 'y', n: 1.5 }
    const { text: json, cut } = boundedJson(data, 1_000, mask)
    expect(JSON.parse(json)).toEqual({
      a: [1, true, null, { b: 'use [masked:github-token]' }],
      __proto__x: 'y',
      n: 1.5,
    })
    expect(cut).toBe(false)
    const env = { DB_PASSWORD: 'hunter2', API_KEY: '$API_KEY', SORT_KEY: 'name', token: 'a name' }
    expect(JSON.parse(boundedJson({ env }, 1_000, mask).text)).toEqual({
      env: { ...env, DB_PASSWORD: '[masked:password]' },
    })
    expect(JSON.parse(boundedJson(JSON.parse('{"__proto__":{"x":1}}'), 99, mask).text)).toEqual(
      JSON.parse('{"__proto__":{"x":1}}'),
    )
  })

  test('RO4 cuts JSON to its limit and leaves it JSON', () => {
    const values: unknown[] = [
      { list: Array.from({ length: 10_000 }, (_, n) => n) },
      { text: '\u0000'.repeat(10_000) },
      { text: '😀'.repeat(10_000) },
      Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`key ${n}`, `value ${n}`])),
      { a: { b: 'x'.repeat(9_000) }, c: 'y' },
    ]
    let deep: unknown = 1
    for (let depth = 0; depth < 50_000; depth++) deep = { deep }
    for (const value of [...values, deep]) {
      const { text: json, cut } = boundedJson(value, 1_000, mask)
      expect(json.length).toBeLessThanOrEqual(1_000)
      expect(typeof JSON.parse(json)).toBe('object')
      expect(cut).toBe(true)
    }
    const round: Record<string, unknown> = {}
    round['self'] = round
    expect(boundedJson(round, 1_000, mask).cut).toBe(true)
  })

  test('RO4 cuts a text behind masking it: no half of a secret stays at its end', () => {
    const secret = join('gh', `p_${letters(36)}`)
    for (let limit = 90; limit < 160; limit++) {
      const { text: kept, cut } = boundedText(
        `${'x '.repeat(45)}${secret} ${'y '.repeat(500)}`,
        limit,
        mask,
      )
      expect(kept.length).toBeLessThanOrEqual(limit)
      expect(kept).not.toContain(secret.slice(0, 8))
      expect(cut).toBe(true)
    }
    expect(boundedText('short', 5, mask)).toEqual({ text: 'short', cut: false })
  })
})
