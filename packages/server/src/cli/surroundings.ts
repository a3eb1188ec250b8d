/** A server that this process started. */
export interface OwnServer {
  readonly url: string
  /** A fresh login link for the dashboard. */
  loginUrl(): string
  close(): Promise<void>
}

export interface StartFlags {
  readonly port?: number
  readonly host?: string
  /** The configuration file, if another one is meant than that of the folder. */
  readonly config?: string
}

export interface DemoFlags extends StartFlags {
  readonly data?: string
  readonly open: boolean
  readonly once: boolean
  readonly pace: number
}

/** What commands need beside their flags: rooms above theirs, and what was built beside the program. */
export interface Surroundings {
  /** Starts a server in this process; `stopped` is the exit code after a signal. */
  startServer(flags: StartFlags, folder: string, stopped?: number): Promise<OwnServer>
  playDemo(flags: DemoFlags): Promise<void>
  /** A file that was built beside the program. */
  builtFile(name: string): URL
}
