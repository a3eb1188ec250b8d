import { useEffect, useState } from 'react'
import { agents as api } from '../sync/api/agents'

/** An agent's own instructions as they are and as they are typed; `own` is undefined until the server has answered. */
export function useInstructions(agentId: string) {
  const [own, setOwn] = useState<string>()
  const [instructions, setInstructions] = useState('')
  useEffect(() => {
    let isWanted = true
    api.instructions(agentId).then(
      ({ own: text }) => {
        if (!isWanted) return
        setOwn(text ?? '')
        setInstructions(text ?? '')
      },
      // They cannot be changed then; everything else can.
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [agentId])
  return { own, instructions, setInstructions }
}
