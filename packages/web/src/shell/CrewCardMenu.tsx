import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Ellipsis, FileDown, Hand, Pause, Play, Trash2, Users } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useNavigate } from 'react-router'
import { api } from '../sync/api'
import { exportToFile } from '../sync/exports'
import { toast } from '../ui/toasts'
import { paths } from './paths'

interface CrewCardMenuProps {
  readonly state: CrewState
  readonly askDelete: () => void
}

/** What can be done with a crew from outside of it. */
export function CrewCardMenu({ state, askDelete }: CrewCardMenuProps) {
  const navigate = useNavigate()
  const { id, name, paused } = state.lead
  const pause = () =>
    api.pauseCrew(id, !paused).then(
      () => toast.news(paused ? `${name} is resumed.` : `${name} is paused.`),
      (error: unknown) =>
        toast.failed(paused ? 'It was not resumed.' : 'It was not paused.', error),
    )
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="ib" aria-label={`Actions for ${name}`}>
        <Ellipsis size={18} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu card-menu" align="end" sideOffset={4}>
          <DropdownMenu.Item onSelect={() => void pause()}>
            {paused ? <Play size={15} /> : <Pause size={15} />}
            {paused ? 'Resume' : 'Pause'}
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => void navigate(paths.section(id, 'crew'))}>
            <Users size={15} />
            Show its agents
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => void navigate(paths.section(id, 'needs'))}>
            <Hand size={15} />
            What needs you
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => void exportToFile({ leadId: id, title: name })}>
            <FileDown size={15} />
            Export
          </DropdownMenu.Item>
          <DropdownMenu.Separator />
          <DropdownMenu.Item className="danger" onSelect={askDelete}>
            <Trash2 size={15} />
            Delete…
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
