import { CrewError } from '@crewroom/shared/protocol/errors'

/** Loads a part with the first call, and gives it. */
export type Later<T> = () => Promise<T>

/**
 * A part that is loaded by its first use. Where that fails, as when Crewroom was replaced while it ran, the use is
 * refused with a sentence, and the next one tries again.
 */
export function later<T>(part: string, load: () => Promise<T>): Later<T> {
  let loading: Promise<T> | null = null
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null
      throw new CrewError(
        'internal',
        `The part of Crewroom for ${part} could not be loaded (${reasonOf(error)}). Its files may have been replaced while it ran: restart Crewroom, or install it again.`,
      )
    })
    return loading
  }
}

/** Without the path: some parts are for everybody. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
