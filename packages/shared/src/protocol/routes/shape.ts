import type * as z from 'zod'

/** What goes in and out of one route, for the server, its document, the tests and the page. */
export interface RouteShape {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Below /api, as express has it. */
  readonly path: string
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** What it answers. */
  readonly reply: z.ZodType
}

export const shape = <const S extends RouteShape>(one: S): S => one

export type QueryOf<S extends RouteShape> = S extends { query: infer Q extends z.ZodType }
  ? z.output<Q>
  : undefined
export type BodyOf<S extends RouteShape> = S extends { body: infer B extends z.ZodType }
  ? z.output<B>
  : undefined
export type ReplyOf<S extends RouteShape> = z.output<S['reply']>
