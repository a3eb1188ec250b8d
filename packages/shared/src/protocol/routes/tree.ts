import * as z from 'zod'
import { NoBody } from '../rest'
import { shape } from './shape'

/** Takes the files of all group chats away and writes them again from what is stored. */
export const rebuildFiles = shape({
  method: 'post',
  path: '/files/rebuild',
  body: NoBody,
  reply: z.strictObject({
    /** How many workspaces have files. */
    workspaces: z.number().int(),
    /** The folder that they are in. */
    path: z.string(),
  }),
})
