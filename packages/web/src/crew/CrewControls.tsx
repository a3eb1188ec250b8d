import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { InviteButton } from '../invites/InviteButton'
import { RulesButton } from '../permissions/RulesButton'
import { api } from '../sync/api'
import { toast } from '../ui/toasts'

/** What holds for the whole crew, each with what it leads to. */
export function CrewControls({ state }: { readonly state: CrewState }) {
  const { id, paused, autoGroups } = state.lead
  const [isBusy, setBusy] = useState(false)
  const run = (what: string, ask: () => Promise<unknown>) => {
    setBusy(true)
    ask()
      .catch((error: unknown) => toast.failed(what, error))
      .finally(() => setBusy(false))
  }
  return (
    <div className={paused ? 'c-controls paused' : 'c-controls'}>
      <button
        type="button"
        className="btn"
        disabled={isBusy}
        onClick={() =>
          run(paused ? 'Couldn’t resume the crew.' : 'Couldn’t pause the crew.', () =>
            api.pauseCrew(id, !paused),
          )
        }
      >
        {paused ? <Play size={15} /> : <Pause size={15} />}
        {paused ? 'Resume crew' : 'Pause crew'}
      </button>
      <span className="c-says" role="status">
        {paused
          ? 'The crew is paused. Messages are kept and delivered when you resume it. Answers to permission requests are delivered at once.'
          : 'While paused, agents finish what they have and get nothing new. Their permission requests wait for you.'}
      </span>
      <InviteButton state={state} />
      <RulesButton state={state} />
      <label
        className="c-auto"
        title="Three or more agents on parallel tasks get a group of their own"
      >
        <input
          type="checkbox"
          checked={autoGroups}
          disabled={isBusy}
          onChange={(event) => {
            const wanted = event.target.checked
            run('Couldn’t change automatic groups.', () =>
              api.updateCrew(id, { autoGroups: wanted }),
            )
          }}
        />
        Automatic groups
      </label>
    </div>
  )
}
