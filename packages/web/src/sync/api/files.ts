import {
  type FileKind,
  type FileType,
  type GroupFile,
  PICTURE_TYPES,
} from '@crewroom/shared/model/group-file'
import { ApiError, client, sendFile } from '../request'

type FileNamed = Pick<GroupFile, 'kind' | 'name'>

const GROUP = '/api/group-chats/{chatId}'
const ADDRESSES = {
  file: `${GROUP}/files/{fileName}`,
  picture: `${GROUP}/pictures/{fileName}`,
} as const satisfies Record<FileKind, string>

const pathOf = (chatId: string, { name }: FileNamed) => ({ path: { chatId, fileName: name } })

/** The server’s sentence, without what a program sends next. */
const MISSING =
  'Its content is not on this server: crews and groups are imported without contents. Delete it and add it again.'

/** Files and pictures of a group. */
export const files = {
  add: (
    chatId: string,
    kind: FileKind,
    file: File,
    options: { readonly signal: AbortSignal; readonly sent: (share: number) => void },
  ) =>
    sendFile(ADDRESSES[kind], pathOf(chatId, { kind, name: file.name }), file, {
      ...options,
      type: 'application/octet-stream',
    }),
  remove: (chatId: string, file: FileNamed) =>
    client.delete(ADDRESSES[file.kind], pathOf(chatId, file)),
  /** The bytes: of a type that a browser draws and never runs, or of one that it only saves. */
  content: async (chatId: string, file: GroupFile, signal?: AbortSignal): Promise<Blob> => {
    const request = { ...pathOf(chatId, file), signal }
    const response = await client.open(ADDRESSES[file.kind], request).catch((error: unknown) => {
      throw error instanceof ApiError && error.code === 'file_content_missing'
        ? new ApiError(error.status, error.code, MISSING)
        : error
    })
    const bytes = await response.arrayBuffer().catch((error: unknown) => {
      if (signal?.aborted) throw error
      throw new ApiError(0, 'network', 'The connection was lost in the middle of the file.')
    })
    const type = response.headers.get('Content-Type') ?? ''
    return new Blob([bytes], { type: isPictureType(type) ? type : 'application/octet-stream' })
  },
}

export function isPictureType(type: string): boolean {
  return (PICTURE_TYPES as readonly FileType[]).includes(type as FileType)
}
