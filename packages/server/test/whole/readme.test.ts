import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { COMMAND_PAYLOADS } from '@crewroom/shared/command/payloads'
import { OPERATIONS } from '../../src/api/openapi/operations'
import { Config } from '../../src/config'

const ROOT = new URL('../../../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8')
const README = read('README.md')
const DOCS = readdirSync(new URL('docs/', ROOT)).filter((file) => file.endsWith('.md'))

/** Rows of the table that comes after this heading, as their cells. */
function rowsAfter(heading: string): string[][] {
  const lines = README.split(`\n${heading}\n`)[1]?.split('\n') ?? []
  const first = lines.findIndex((line) => line.startsWith('|'))
  const rest = lines.slice(first)
  const end = rest.findIndex((line) => !line.startsWith('|'))
  return rest
    .slice(2, end)
    .map((line) => line.split(/(?<!\\)\|/).flatMap((cell) => cell.trim() || []))
}

const codes = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')

test('OA8 the README names every command with its fields, and every setting', () => {
  const rows = rowsAfter('## Commands for agents')
  const told = Object.fromEntries(
    rows.map(([name = '', fields = '', does]) => [codes(name)[0], does ? codes(fields) : []]),
  )
  const { HELP: _, ...commands } = COMMAND_PAYLOADS
  const real = Object.fromEntries(
    Object.entries(commands).map(([name, payload]) => {
      const schema = z.toJSONSchema(payload, { io: 'input', unrepresentable: 'any' })
      const required = new Set(schema.required)
      const fields = Object.keys(schema.properties ?? {})
      return [name, fields.map((field) => (required.has(field) ? field : `${field}?`))]
    }),
  )
  expect(told).toEqual(real)

  const settings = rowsAfter('## Configuration').flatMap(([setting = '']) =>
    codes(setting.replace(/\(.*?\)/g, '')),
  )
  expect(Object.keys(Config.shape).filter((key) => !settings.includes(key))).toEqual([])
})

test('OA9 what the README says of requests is about requests that there are', () => {
  const shape = (route: string) => route.replace(/:[a-zA-Z]+/g, ':x')
  const known = new Set(
    OPERATIONS.map(({ method, path }) => `${method.toUpperCase()} ${shape(`/api${path}`)}`),
  )
  const texts = [README, ...DOCS.map((file) => read(`docs/${file}`))]
  const prose = texts.join('\n').replaceAll(/^```.*?^```/gms, '')
  const told = codes(prose).flatMap((code) => {
    const [, method, path] = /^(GET|POST|PUT|PATCH|DELETE) (\/api\/[\w/:-]+)/.exec(code) ?? []
    return method && path ? `${method} ${shape(path.replace('/ID', '/:id'))}` : []
  })
  expect(told.length).toBeGreaterThan(15)
  expect(told.filter((route) => !known.has(route))).toEqual([])
})
