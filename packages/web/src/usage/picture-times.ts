import { clockTime, shortDay } from '../ui/times'
import type { Bucket, Step } from './picture'

/** What an hour or a day of the picture is called; days are those of UTC, as the server counts them. */
export function bucketName({ at }: Pick<Bucket, 'at'>, step: Step): string {
  return step === 'hour' ? clockTime(at) : shortDay(at)
}
