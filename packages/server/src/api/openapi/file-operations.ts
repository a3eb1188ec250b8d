import { NoQuery } from '@crewroom/shared/protocol/rest'
import { addFile, addPicture } from '@crewroom/shared/protocol/routes/group-files'
import { WORK_FILE, WorkFileQuery } from '@crewroom/shared/protocol/routes/work-files'
import { type Operation, rows } from '../routes/operation'

const ADDS = [
  'invalid_file_name',
  'file_too_large',
  'chat_files_full',
  'group_archived',
  'admission_closed',
  'upload_too_slow',
  'disk_full',
] as const
const FILE = { chatId: '{chat}', fileName: 'notes.txt' }
const PICTURE = { chatId: '{chat}', fileName: 'dot.gif' }
/** As much of a picture as says what it is. */
const DOT = 'GIF89a\u0001\u0000\u0001\u0000;'

const { path: ofFile } = addFile
const { path: ofPicture } = addPicture

/** Contents of files and pictures of group chats: `routes/file-content-routes.ts`. */
export const FILE_OPERATIONS: readonly Operation[] = rows('Group chats', {
  [`post ${ofFile}`]: {
    id: 'addFile',
    who: 'writer',
    query: NoQuery,
    file: 'application/octet-stream',
    status: [201],
    errors: ADDS,
    summary:
      'Adds a file of at most 10 MB; the body is its bytes. A name that is taken gets a number: `plan-2.txt`',
    sample: {
      path: { ...FILE, fileName: 'plan.txt' },
      body: 'First the loader, then the models.\n',
    },
  },
  [`get ${ofFile}`]: {
    id: 'getFile',
    who: 'reader',
    query: NoQuery,
    text: 'application/octet-stream',
    errors: ['file_content_missing'],
    summary: 'The bytes of a file, to be saved; whole, or the range that is asked for',
    sample: { path: FILE },
  },
  [`post ${ofPicture}`]: {
    id: 'addPicture',
    who: 'writer',
    query: NoQuery,
    file: 'application/octet-stream',
    status: [201],
    errors: [...ADDS, 'not_a_picture'],
    summary: 'Adds a PNG, JPEG, GIF or WebP picture of at most 10 MB; the body is its bytes',
    sample: { path: { ...PICTURE, fileName: 'sketch.gif' }, body: DOT },
  },
  [`get ${ofPicture}`]: {
    id: 'getPicture',
    who: 'reader',
    query: NoQuery,
    text: 'application/octet-stream',
    errors: ['file_content_missing'],
    summary: 'The bytes of a picture, with its media type',
    sample: { path: PICTURE },
  },
})

/** Files of working folders: `routes/work-file-routes.ts`. */
export const WORK_FILE_OPERATIONS: readonly Operation[] = rows('Agents', {
  [`get ${WORK_FILE}`]: {
    id: 'getWorkFile',
    who: 'reader',
    query: WorkFileQuery,
    text: 'application/octet-stream',
    errors: [
      'forbidden',
      'work_files_off',
      'work_folder_changed',
      'file_not_found',
      'file_too_large',
      'not_shown',
    ],
    summary:
      'A file below the agent’s working folder, for people: a picture of at most 10 MB with its media type, or the first 256 KB of a text as `text/plain`, with secrets masked. `Crewroom-File-Size` says how many bytes the file has',
    sample: { path: { agentId: '{folder}' }, query: { path: 'docs/plan.md' } },
  },
})
