import * as z from 'zod'
import { stays } from '../reply-shapes/fields'
import { fileReply } from '../reply-shapes/group-files'
import { NoBody, NoQuery } from '../rest'
import { shape } from './shape'

/**
 * Files and pictures of a group. The body of a request that adds one is its bytes, of any type, and
 * `GET …/files/:fileName` answers with them.
 */

const FILES = '/group-chats/:chatId/files'
const PICTURES = '/group-chats/:chatId/pictures'

export const listFiles = shape({
  method: 'get',
  path: FILES,
  query: NoQuery,
  /** In the order in which they were added. */
  reply: z.strictObject({ files: z.array(fileReply) }),
})

export const listPictures = shape({
  method: 'get',
  path: PICTURES,
  query: NoQuery,
  reply: z.strictObject({ pictures: z.array(fileReply) }),
})

export const addFile = shape({
  method: 'post',
  path: `${FILES}/:fileName`,
  reply: z.strictObject({ file: fileReply }),
})

export const addPicture = shape({
  method: 'post',
  path: `${PICTURES}/:fileName`,
  reply: z.strictObject({ picture: fileReply }),
})

export const removeFile = shape({
  method: 'delete',
  path: `${FILES}/:fileName`,
  body: NoBody,
  reply: z.strictObject({ deleted: z.string(), stays }),
})

export const removePicture = shape({
  method: 'delete',
  path: `${PICTURES}/:fileName`,
  body: NoBody,
  reply: z.strictObject({ deleted: z.string(), stays }),
})
