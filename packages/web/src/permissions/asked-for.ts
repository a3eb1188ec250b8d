import type { NeedRecord } from '@crewroom/shared/model/need'

/** What a request is about, in a line. */
export function askedFor({ permission, text }: NeedRecord): string {
  return permission?.command ?? permission?.title ?? text
}
