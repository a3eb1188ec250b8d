import * as z from 'zod'
import { fileNameFault } from '@crewroom/shared/model/file-name'
import { typesOf } from '@crewroom/shared/model/group-file'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { groupFile } from '@crewroom/shared/protocol/reply-shapes/group-files'
import { count } from './export-file'
import { groupName, person } from './file-fields'

/** A file of a group, as files of crews and groups have it. */
export const groupFileInFile = groupFile
  .extend({
    name: z.string().refine((name) => fileNameFault(name) === null, 'must be a name of a file'),
    size: count.min(1).max(LIMITS.fileBytes),
    addedBy: person,
  })
  .refine(({ kind, type }) => typesOf(kind).includes(type), {
    message: 'must be a type of its kind',
    path: ['type'],
  })

/** What facts about files look like in a crew's file. */
export const fileFacts = {
  'file:added': z.strictObject({ groupName, file: groupFileInFile }),
  'file:removed': z.strictObject({ groupName, file: groupFileInFile, by: person }),
}
