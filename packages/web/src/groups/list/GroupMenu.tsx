import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import {
  Archive,
  ArchiveRestore,
  ArrowRight,
  CheckCheck,
  FileDown,
  FileText,
  Link2,
  Pause,
  Pin,
  PinOff,
  Play,
  Users,
} from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { paths } from '../../shell/paths'
import { exportMarkdown, exportToFile } from '../../sync/exports'
import { unreadInGroup } from '../../sync/read-marks'
import { readMarks } from '../../sync/sync'
import { MenuInPlace } from '../../ui/MenuInPlace'
import { copyGroupLink, markGroupRead, setArchived, setPaused } from '../group-actions'
import { pins, pinsOf, togglePin } from './pins'
import { groupName, isolated } from '../group-name'

interface GroupMenuProps {
  readonly state: CrewState
  readonly group: GroupRecord
  /** What it belongs to: it opens there unless a place is given, and the focus returns to it. */
  readonly from: HTMLElement
  readonly at?: { readonly x: number; readonly y: number } | undefined
  /** In the group's own header there is nothing to open. */
  readonly isOpenGroup?: boolean
  readonly onPinned?: () => void
  readonly onClose: () => void
}

/** What can be done with a group. */
export default function GroupMenu(props: GroupMenuProps) {
  const { state, group, from, at, isOpenGroup = false, onPinned, onClose } = props
  const { leadId, name, displayName, archived, paused } = group
  const navigate = useNavigate()
  const isPinned = useStore(pins, (all) => pinsOf(all, leadId).includes(name))
  const marks = useStore(readMarks.store)
  return (
    <MenuInPlace
      label={`Group ${isolated(groupName(group))}`}
      from={from}
      at={at}
      align={at || !isOpenGroup ? 'start' : 'end'}
      onClose={onClose}
    >
      {!isOpenGroup && (
        <Item icon={<ArrowRight size={16} />} run={() => void navigate(paths.group(leadId, name))}>
          Open
        </Item>
      )}
      <Item icon={<Link2 size={16} />} run={() => copyGroupLink(leadId, name)}>
        Copy link
      </Item>
      {unreadInGroup(state, group, marks) > 0 && (
        <Item icon={<CheckCheck size={16} />} run={() => markGroupRead(state, group)}>
          Mark read
        </Item>
      )}
      {!archived && (
        <Item
          icon={isPinned ? <PinOff size={16} /> : <Pin size={16} />}
          run={() => {
            togglePin(leadId, name)
            onPinned?.()
          }}
        >
          {isPinned ? 'Unpin' : 'Pin to the top'}
        </Item>
      )}
      <Item
        icon={<Users size={16} />}
        run={() => void navigate(paths.members(leadId, name), { state: { isOver: true } })}
      >
        Members
      </Item>
      <Item
        icon={<FileDown size={16} />}
        run={() => void exportToFile({ leadId, title: displayName }, name)}
      >
        Export
      </Item>
      <Item
        icon={<FileText size={16} />}
        run={() => void exportMarkdown({ leadId, title: displayName }, { kind: 'group', of: name })}
      >
        Export as Markdown
      </Item>
      <DropdownMenu.Separator />
      {!archived && (
        <Item
          icon={paused ? <Play size={16} /> : <Pause size={16} />}
          run={() => void setPaused(group, !paused)}
        >
          {paused ? 'Resume' : 'Pause'}
        </Item>
      )}
      <Item
        icon={archived ? <ArchiveRestore size={16} /> : <Archive size={16} />}
        run={() => void setArchived(group, !archived)}
      >
        {archived ? 'Unarchive' : 'Archive'}
      </Item>
    </MenuInPlace>
  )
}

interface ItemProps {
  readonly icon: React.ReactNode
  readonly run: () => void
  readonly children: React.ReactNode
}

function Item({ icon, run, children }: ItemProps) {
  return (
    <DropdownMenu.Item onSelect={run}>
      {icon}
      {children}
    </DropdownMenu.Item>
  )
}
