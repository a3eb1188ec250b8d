import { api } from '../sync/api'
import { ApiError } from '../sync/request'

/** Closes what waits; that somebody else has closed it meanwhile is as good. */
export async function closeNeed(
  needId: string,
  action: Parameters<typeof api.answerNeed>[1] = 'dismiss',
): Promise<void> {
  try {
    await api.answerNeed(needId, action)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'need_not_found') return
    throw error
  }
}
