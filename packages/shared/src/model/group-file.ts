/** A picture is shown on the page and kept apart from other files; its bytes say whether it is one. */
export const FILE_KINDS = ['file', 'picture'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** The media type with which every file but a picture is served: a browser saves it, and runs nothing of it. */
export const FILE_TYPE = 'application/octet-stream'
/** Those of pictures. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export type FileType = typeof FILE_TYPE | (typeof PICTURE_TYPES)[number]

/** A file or picture of a group. Its content lies in the data folder, by its sum: two names may share one. */
export interface GroupFile {
  readonly kind: FileKind
  /** Among those of its kind in the group no other has this name, in whatever case. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** The media type with which it is served. */
  readonly type: FileType
  /** The sum of its content, hex. */
  readonly sha256: string
  readonly addedBy: string
  readonly addedAt: string
}

/** The media types that something of this kind may have. */
export function typesOf(kind: FileKind): readonly [FileType, ...FileType[]] {
  return kind === 'picture' ? PICTURE_TYPES : [FILE_TYPE]
}

/** What all of them take, each for itself. */
export function bytesOf(files: readonly GroupFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}
