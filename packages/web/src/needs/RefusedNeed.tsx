import { NeedCard, type NeedProps, WriteToIt } from './NeedCard'
import { useAction } from './NeedFrame'

/** An agent's program asked for a permission, which the server refused. */
export function RefusedNeed({ state, need }: NeedProps) {
  const action = useAction()
  return (
    <NeedCard
      {...{ state, need, action }}
      why="was refused a permission"
      acts={<WriteToIt need={need} />}
    >
      <p className="hint">
        Crewroom refuses all permission requests. To allow such actions, change the settings of its
        program; until then it works without them. Its record lists every request.
      </p>
    </NeedCard>
  )
}
