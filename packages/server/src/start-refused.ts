/** A refusal to start, or to do what was asked, that is an answer and no crash. The process ends with 1. */
export class StartRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartRefused'
  }
}

/** The surroundings (disk, data folder, installation) do not let the program do its work. It ends with 70. */
export class StartFailed extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StartFailed'
  }
}
