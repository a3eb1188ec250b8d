import { cleanFileName, FILE_NAME_RULE, fileNameFault } from '@crewroom/shared/model/file-name'
import type { FileKind } from '@crewroom/shared/model/group-file'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { createStore } from 'zustand/vanilla'
import { ApiError } from '../sync/request'

/** A file on its way to a group. */
export interface Upload {
  readonly id: number
  readonly chatId: string
  readonly name: string
  readonly state: 'waiting' | 'sending' | 'added' | 'refused'
  /** How much of it was sent, 0 to 1. */
  readonly share: number
  /** Why it was refused. */
  readonly problem: string
  /** Whether the same may work later: nobody refused it. */
  readonly canRetry: boolean
}

export interface UploadPorts {
  /** Rejects with an ApiError, or with an AbortError once the signal says so. */
  readonly send: (
    chatId: string,
    kind: FileKind,
    file: File,
    options: { readonly signal: AbortSignal; readonly sent: (share: number) => void },
  ) => Promise<unknown>
  readonly looksLikePicture: (file: File) => Promise<boolean>
  readonly after: (ms: number, run: () => void) => void
  readonly announce: (words: string) => void
}

interface Waiting {
  readonly id: number
  readonly chatId: string
  readonly file: File
}

/** As many at a time; the server takes a few more from all tabs of a person together. */
const AT_ONCE = 2
const BUSY_TRIES = 5
const BUSY_MS = 1_000
/** How long an added one is still listed. */
const SHOWN_MS = 2_000
const MEGABYTE = 1024 * 1024

/** Sends files one after the other; what is refused stops none of the others. */
export class Uploads {
  readonly store = createStore<readonly Upload[]>(() => [])
  readonly #ports: UploadPorts
  #waiting: readonly Waiting[] = []
  readonly #aborts = new Map<number, AbortController>()
  readonly #failed = new Map<number, Waiting>()
  #ids = 0

  constructor(ports: UploadPorts) {
    this.#ports = ports
  }

  add(chatId: string, files: readonly File[], folders: readonly string[] = []): void {
    for (const name of folders) {
      this.#refuse(chatId, name, 'A folder cannot be added. Drop the files that are in it.')
    }
    for (const file of files.slice(0, LIMITS.chatFiles)) {
      const fault = faultOf(file)
      if (fault !== null) this.#refuse(chatId, file.name, fault)
      else this.#queue({ id: this.#show(chatId, file.name, 'waiting'), chatId, file })
    }
    const more = files.length - LIMITS.chatFiles
    if (more > 0)
      this.#refuse(chatId, `${more} more`, `A group has at most ${LIMITS.chatFiles} files.`)
    this.#next()
  }

  /** Stops it, or takes away what is said of it. */
  dismiss(id: number): void {
    this.#waiting = this.#waiting.filter((own) => own.id !== id)
    this.#failed.delete(id)
    this.#aborts.get(id)?.abort()
    this.store.setState((all) => all.filter((own) => own.id !== id), true)
  }

  retry(id: number): void {
    const again = this.#failed.get(id)
    if (!again) return
    this.#failed.delete(id)
    this.#change(id, { state: 'waiting', share: 0, problem: '', canRetry: false })
    this.#queue(again)
    this.#next()
  }

  #queue(own: Waiting): void {
    this.#waiting = [...this.#waiting, own]
  }

  #next(): void {
    while (this.#aborts.size < AT_ONCE) {
      const [first, ...others] = this.#waiting
      if (!first) return
      this.#waiting = others
      void this.#send(first)
    }
  }

  async #send(own: Waiting): Promise<void> {
    const { id, file } = own
    const abort = new AbortController()
    this.#aborts.set(id, abort)
    this.#change(id, { state: 'sending' })
    try {
      await this.#sendAs(own, abort.signal)
      this.#change(id, { state: 'added', share: 1 })
      this.#ports.announce(`${file.name} was added.`)
      this.#ports.after(SHOWN_MS, () => this.dismiss(id))
    } catch (error) {
      if (!abort.signal.aborted) this.#failedBy(own, error)
    } finally {
      this.#aborts.delete(id)
      this.#next()
    }
  }

  async #sendAs(own: Waiting, signal: AbortSignal): Promise<void> {
    const isPicture = await this.#ports.looksLikePicture(own.file)
    try {
      await this.#post(own, isPicture ? 'picture' : 'file', signal)
    } catch (error) {
      // It only looked like one.
      if (!isPicture || codeOf(error) !== 'not_a_picture') throw error
      await this.#post(own, 'file', signal)
    }
  }

  async #post({ id, chatId, file }: Waiting, kind: FileKind, signal: AbortSignal): Promise<void> {
    const sent = (share: number) => this.#change(id, { share })
    for (let tries = 1; ; tries++) {
      signal.throwIfAborted()
      try {
        await this.#ports.send(chatId, kind, file, { signal, sent })
        return
      } catch (error) {
        if (codeOf(error) !== 'busy' || tries === BUSY_TRIES) throw error
        await new Promise<void>((resolve) => this.#ports.after(BUSY_MS, resolve))
      }
    }
  }

  #failedBy(own: Waiting, error: unknown): void {
    const isRefusal = error instanceof ApiError
    // Otherwise the browser could not read it: it was moved, or is none.
    const problem = isRefusal ? error.message : 'It could not be read from your disk.'
    const canRetry = isRefusal && error.passing
    if (canRetry) this.#failed.set(own.id, own)
    this.#change(own.id, { state: 'refused', problem, canRetry })
    this.#ports.announce(`${own.file.name} was not added. ${problem}`)
  }

  #refuse(chatId: string, name: string, problem: string): void {
    this.#show(chatId, name, 'refused', problem)
    this.#ports.announce(`${name} was not added. ${problem}`)
  }

  #show(chatId: string, name: string, state: Upload['state'], problem = ''): number {
    const id = ++this.#ids
    const own: Upload = { id, chatId, name, state, share: 0, problem, canRetry: false }
    this.store.setState((all) => [...all, own], true)
    return id
  }

  #change(id: number, part: Partial<Upload>): void {
    this.store.setState(
      (all) => all.map((own) => (own.id === id ? { ...own, ...part } : own)),
      true,
    )
  }
}

/** Why the server would refuse it; known here, nothing is sent. */
function faultOf({ name, size }: File): string | null {
  const fault = fileNameFault(cleanFileName(name))
  if (fault !== null) return `No file can have this name: ${fault}. ${FILE_NAME_RULE}`
  if (size === 0) return 'The file is empty.'
  if (size <= LIMITS.fileBytes) return null
  return `A file may have at most ${LIMITS.fileBytes / MEGABYTE} MB (${LIMITS.fileBytes} bytes). Nothing was stored.`
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : null)
