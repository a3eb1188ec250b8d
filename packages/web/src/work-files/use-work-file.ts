import type { AgentRecord } from '@crewroom/shared/model/agent'
import { useEffect, useState } from 'react'
import { drawable } from '../files/pictures'
import { isPictureType } from '../sync/api/files'
import { workFiles } from '../sync/api/work-files'
import { ApiError } from '../sync/request'

/** What is known of a file: nothing yet, why it cannot be shown, a picture by its address here, or a text. */
export type Loaded =
  | { readonly kind: 'loading' }
  /** `canChoose`: the person may choose the folder again, as it is now. */
  | { readonly kind: 'problem'; readonly text: string; readonly canChoose: boolean }
  | { readonly kind: 'picture'; readonly url: string; readonly size: number }
  | { readonly kind: 'text'; readonly text: string; readonly size: number; readonly shown: number }

const LOADING: Loaded = { kind: 'loading' }

/** A file of a working folder as it is now, while somebody wants to see it. */
export function useWorkFile(
  agent: AgentRecord,
  path: string,
  isWanted = true,
  attempt = 0,
): Loaded {
  const { id, leadId } = agent
  const [loaded, setLoaded] = useState(LOADING)
  useEffect(() => {
    if (!isWanted) return
    const abort = new AbortController()
    let url: string | null = null
    const load = async (): Promise<Loaded> => {
      const { content, size } = await workFiles.content({ id, leadId }, path, abort.signal)
      if (!isPictureType(content.type)) {
        return { kind: 'text', text: await content.text(), size, shown: content.size }
      }
      const made = (await drawable(content)).url
      if (abort.signal.aborted) URL.revokeObjectURL(made)
      else url = made
      return { kind: 'picture', url: made, size }
    }
    void load()
      .catch((error: unknown): Loaded => {
        const text = error instanceof Error ? error.message : String(error)
        const canChoose = error instanceof ApiError && error.details['canChoose'] === true
        return { kind: 'problem', text, canChoose }
      })
      .then((own) => abort.signal.aborted || setLoaded(own))
    return () => {
      abort.abort()
      if (url !== null) URL.revokeObjectURL(url)
      setLoaded(LOADING)
    }
  }, [id, leadId, path, isWanted, attempt])
  return loaded
}
