import type { RequestHandler } from 'express'
import { pinoHttp } from 'pino-http'
import type { Logger } from '../logger'

/** One line for each request, at `debug`. At other levels nothing is made ready for a line that nobody writes. */
export function accessLog(logger: Logger): RequestHandler {
  if (logger.isLevelEnabled('debug'))
    return pinoHttp({ logger, useLevel: 'debug', quietReqLogger: true })
  return (_request, response, next) => {
    response.on('error', unlogged)
    next()
  }
}

/** Without a listener, a response that breaks would end the process. */
function unlogged(): void {}
