import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signIn, signedOut, signInToken, startSignIn } from './sign-in'

let stored: Map<string, string>
let listeners: Record<string, (event: { key?: string | null; newValue?: string | null }) => void>
let asked: { url: string; body: unknown }[]
let answer: () => Promise<Response>
let address: string

beforeEach(() => {
  stored = new Map()
  listeners = {}
  asked = []
  address = '/crew/x?a=1'
  signedOut('none')
  signIn.setState({ phase: 'signing-in' }, true)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  const location = { hash: '', pathname: '/crew/x', search: '?a=1' }
  vi.stubGlobal('location', location)
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_: unknown, _title: string, to: string) => {
      address = to
      location.hash = ''
    },
  })
  vi.stubGlobal('addEventListener', (type: string, run: (typeof listeners)[string]) => {
    listeners[type] = run
  })
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    asked.push({ url, body: JSON.parse(body) })
    return answer()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  signIn.setState({ phase: 'signing-in' }, true)
})

const settle = () => new Promise((resolve) => setTimeout(resolve))
const says = (status: number, text: string) => () => Promise.resolve(new Response(text, { status }))

test('UI300 without a code the kept token counts, and without one nobody is signed in', () => {
  startSignIn()
  expect(signIn.getState()).toEqual({ phase: 'signed-out', reason: 'none' })
  stored.set('crewroom:token', 'kept')
  startSignIn()
  expect([signInToken(), asked]).toEqual(['kept', []])
})

test('UI37 a code leaves the address before it is asked about, and is redeemed once', async () => {
  location.hash = '#code=abc'
  answer = () => {
    expect([address, signIn.getState().phase]).toEqual(['/crew/x?a=1', 'signing-in'])
    return says(200, '{"token":"fresh"}')()
  }
  stored.set('crewroom:token', 'kept')
  startSignIn()
  await settle()
  expect(asked).toEqual([{ url: '/api/session', body: { code: 'abc' } }])
  expect([signInToken(), stored.get('crewroom:token')]).toEqual(['fresh', 'fresh'])
  listeners['hashchange']?.({})
  expect([asked.length, signInToken()], 'no code is no reason to ask').toEqual([1, 'fresh'])
  location.hash = '#code=def'
  answer = says(200, '{"token":"later"}')
  listeners['hashchange']?.({})
  await settle()
  expect(signInToken()).toBe('later')
})

test.each<[answer: () => Promise<Response>, reason: string, why: string]>([
  [says(401, '{}'), 'code-refused', 'the code is used up'],
  [says(503, '{}'), 'no-answer', 'the server is busy'],
  [says(200, '<html>'), 'no-answer', 'it is another server'],
  [says(200, '{}'), 'no-answer', 'without a token'],
  [() => Promise.reject(new Error('gone')), 'no-answer', 'nobody is there'],
])(
  'UI300 a code that signs in nobody says why, and a kept token still counts: %#',
  async (told, reason) => {
    answer = told
    location.hash = '#code=abc'
    startSignIn()
    await settle()
    expect(signIn.getState()).toEqual({ phase: 'signed-out', reason })
    stored.set('crewroom:token', 'kept')
    location.hash = '#code=abc'
    startSignIn()
    await settle()
    expect(signInToken()).toBe('kept')
  },
)

test('UI300 who is signed out has no token left, and stays so until somebody signs in, in another tab, too', () => {
  stored.set('crewroom:token', 'kept')
  startSignIn()
  signedOut('expired')
  signedOut('none')
  expect(signIn.getState(), 'the first reason counts').toEqual({
    phase: 'signed-out',
    reason: 'expired',
  })
  expect([signInToken(), stored.size]).toEqual([null, 0])
  listeners['storage']?.({ key: 'another', newValue: 'x' })
  listeners['storage']?.({ key: 'crewroom:token', newValue: null })
  expect(signInToken()).toBeNull()
  listeners['storage']?.({ key: 'crewroom:token', newValue: 'theirs' })
  expect(signInToken()).toBe('theirs')
})
