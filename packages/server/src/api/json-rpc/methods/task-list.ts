import type { AdmissionRecord } from '@crewroom/shared/model/admission'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { listAdmissions } from '../../../admissions/list-admissions'
import { ownAdmission } from '../../../crew/admissions'
import { crewsSeenBy } from '../../../crew/seen-crews'
import { partOfAll } from '../../../groups/keyset'
import { afterOf, cursorOf } from '../cursor'
import { method } from '../method'
import { taskOf } from '../wire'

export const taskList = method({
  method: 'task/list',
  summary: 'Tasks that the caller is admitted to or manages, closed ones too, and its crew as one',
  who: 'Any agent, about itself.',
  verb: 'listAdmissions',
  tells: [],
  reads: true,
  run: async ({ shard, by, params }) => {
    const after = afterOf(params.cursor)
    const limit = params.limit ?? LIMITS.pageDefault
    const crews = crewsSeenBy(shard, by)
    const parts = await Promise.all(
      crews.map((crew) => listAdmissions(shard, crew, by, { after, limit })),
    )
    const own = crews.map(ownAdmission)
    const isOther = ({ id }: AdmissionRecord) => own.every((one) => one.id !== id)
    const lists = parts.map(({ admissions, hasMore }) => ({
      rows: admissions.filter(isOther),
      hasMore,
    }))
    const { rows, hasMore } = partOfAll([...lists, { rows: own, hasMore: false }], after, limit)
    const last = rows.at(-1)
    return {
      result: {
        tasks: rows.map(taskOf),
        ...(hasMore && last ? { nextCursor: cursorOf(last) } : {}),
      },
      leadIds: crews.map(({ state }) => state.lead.id),
    }
  },
})
