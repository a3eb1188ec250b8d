import { NeedCard, type NeedProps, WriteToIt } from './NeedCard'
import { useAction } from './NeedFrame'

/** An agent's program asked for a permission, which was refused because nobody answered. */
export function RefusedNeed({ state, need }: NeedProps) {
  const action = useAction()
  return (
    <NeedCard
      {...{ state, need, action }}
      why="was refused a permission"
      acts={<WriteToIt need={need} />}
    >
      <p className="hint">
        It works without it as well as it can. If it should do this after all, tell it to ask again.
        Its record lists every request.
      </p>
    </NeedCard>
  )
}
