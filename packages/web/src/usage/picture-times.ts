import { clockTime, shortDay } from '../ui/times'
import type { Bucket, Step } from './picture'

/** The name of an hour or a day in the picture; days are in UTC, as the server counts them. */
export function bucketName({ at }: Pick<Bucket, 'at'>, step: Step): string {
  return step === 'hour' ? clockTime(at) : shortDay(at)
}
