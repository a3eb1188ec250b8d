import { EventEmitter } from 'node:events'
import type { Request, Response } from 'express'
import { expect, test } from 'vitest'
import { createLogger } from '../logger'
import { accessLog } from './access-log'

function asked(level: string): { lines: string[]; response: EventEmitter } {
  const lines: string[] = []
  const logger = createLogger(level, undefined, { write: (line) => lines.push(line) })
  const request = { method: 'GET', url: '/api/lead', headers: {} } as Request
  const response = Object.assign(new EventEmitter(), { statusCode: 200, getHeaders: () => ({}) })
  let passedOn = 0
  accessLog(logger)(request, response as unknown as Response, () => passedOn++)
  expect(passedOn).toBe(1)
  return { lines, response }
}

function linesOf(level: string): string[] {
  const { lines, response } = asked(level)
  response.emit('finish')
  response.emit('close')
  return lines
}

test('RE81 each request is one line of the log at debug, and none at other levels', () => {
  const lines = linesOf('debug')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ req: { method: 'GET', url: '/api/lead' } })
  expect(linesOf('info')).toEqual([])
  expect(linesOf('warn')).toEqual([])
})

test('RE81 an answer that breaks ends nothing else, logged or not', () => {
  for (const level of ['debug', 'info']) {
    const { response } = asked(level)
    expect(() => response.emit('error', new Error('cut off')), level).not.toThrow()
  }
})
