import * as z from 'zod'
import { isGroupName } from '@crewroom/shared/model/group-name'
import { normalizeEmoji } from '@crewroom/shared/model/emoji'
import { uuid } from './export-file'

/** Fields that several facts of a file have. */

/** Messages, tasks, turns: whatever the server that made it calls them. */
export const recordId = z.string().regex(/^[\w-]{1,64}$/, 'must be an id')
export const person = z.union([uuid, z.enum(['human', 'system'])])
/** Who may take part: an agent, or the person. */
export const participant = z.union([uuid, z.literal('human')])
export const groupName = z.string().refine(isGroupName, "must be a group's name")
export const emoji = z.string().refine((text) => normalizeEmoji(text) === text, 'must be one emoji')
