import type { RequestHandler, Response } from 'express'

const LEAVING = 'leaving'

/**
 * Comes before whatever takes its time with an answer, such as compression: an answer of which somebody wants to know
 * when it leaves does so as a whole.
 */
export function leavingAnswers(): RequestHandler {
  return (_request, response, next) => {
    const { write, end } = response
    response.write = ((...given: Parameters<typeof write>) => {
      // What is corked leaves with the end.
      if (response.locals[LEAVING] !== undefined && response.writableCorked === 0) response.cork()
      return write.apply(response, given)
    }) as typeof write
    response.end = ((...given: Parameters<typeof end>) => {
      const leaving = response.locals[LEAVING] as (() => void) | undefined
      leaving?.()
      return end.apply(response, given)
    }) as typeof end
    next()
  }
}

/** `leaving` runs right before the answer leaves. */
export function beforeItLeaves(response: Response, leaving: () => void): void {
  response.locals[LEAVING] = leaving
}
