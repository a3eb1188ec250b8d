import * as z from 'zod'
import { HUMAN_ID, SYSTEM_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { AddReaction, CreateGroup, MessageContent } from '@crewroom/shared/protocol/rest'
import { membersFull } from '@crewroom/shared/text/members-full'
import { textField } from '@crewroom/shared/protocol/text-field'

const reference = z.string().trim().min(1, 'must not be blank')
/** As the API has them for its own: what addresses, texts and tables contain. */
const newId = z
  .string()
  .regex(
    /^[^\s\p{C}\p{DI}@][^\s\p{C}\p{DI}]{0,63}$/u,
    'must be 1 to 64 visible characters without blanks, and not begin with @',
  )
  .refine(
    (id) => ![HUMAN_ID, SYSTEM_ID].includes(id.toLowerCase()),
    'must not be a name of the person or the server',
  )

/** What an embedder may give, field by field. JavaScript gives anything. */
const FIELDS = {
  newId,
  leadId: reference,
  agentId: reference,
  fromId: reference,
  messageId: reference,
  memberIds: z.array(reference).max(LIMITS.members, membersFull({ at: 'field' })),
  name: CreateGroup.shape.name,
  group: reference,
  fromRole: textField().max(LIMITS.agentName),
  content: MessageContent,
  emoji: AddReaction.shape.emoji,
  limit: z.number().int().min(1),
}
type Fields = { [F in keyof typeof FIELDS]: z.output<(typeof FIELDS)[F]> }

/** The value as its field takes it, or `validation`. `called`: how the method calls it. */
export function given<F extends keyof Fields>(
  field: F,
  value: unknown,
  called: string = field,
): Fields[F] {
  const result = FIELDS[field].safeParse(value)
  if (result.success) return result.data as Fields[F]
  const message = result.error.issues[0]?.message ?? 'does not fit'
  throw new CrewError('validation', `${called}: ${message}`, { fields: { [called]: message } })
}
