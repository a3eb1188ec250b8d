import { toast } from '../../ui/toasts'

/** Puts a text on the clipboard and says so. Without a secure context there is no clipboard. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.news(`${what} was copied.`)
  } catch {
    toast.problem("Couldn't copy. This browser allows it on secure addresses only.")
  }
}
