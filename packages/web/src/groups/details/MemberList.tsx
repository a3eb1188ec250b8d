import type { GroupRecord, WakeLevel } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useCallback, useRef, useState } from 'react'
import { useLive } from '../../crew/use-crew'
import { useStore } from 'zustand'
import { knownAs } from '../../crew/participant'
import { api } from '../../sync/api'
import { toast } from '../../ui/toasts'
import { MemberRow } from './MemberRow'
import { removalKey, removals, remove } from './removals'
import { setOrDelete, useAddressParams } from '../../ui/use-address-params'
import { openedLater } from '../../ui/opened-later'

const MemberMenu = openedLater(() => import('./MemberMenu').then((own) => own.default))
const AddMembersDialog = openedLater(() => import('./AddMembersDialog').then((own) => own.default))

interface MemberListProps {
  readonly group: GroupRecord
  readonly state: CrewState
  readonly personName: string
}

interface OpenMenu {
  readonly memberId: string
  readonly from: HTMLElement
}

export function MemberList({ group, state, personName }: MemberListProps) {
  const { leadId, name } = group
  const live = useLive(leadId)
  const leaving = useStore(removals)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  // The palette leads here to add somebody.
  const [search, change] = useAddressParams()
  const isAdding = search.get('add') === 'members'
  const setAdding = (is: boolean) =>
    change((next) => setOrDelete(next, 'add', is ? 'members' : null))
  const [wanted, setWanted] = useState<Readonly<Record<string, WakeLevel>>>({})
  const heading = useRef<HTMLHeadingElement>(null)
  const openMenu = useCallback(
    (memberId: string, from: HTMLElement) => setMenu({ memberId, from }),
    [],
  )
  const setWake = async (memberId: string, level: WakeLevel) => {
    setWanted((before) => ({ ...before, [memberId]: level }))
    try {
      await api.setWake(leadId, name, memberId, level)
    } catch (error) {
      toast.failed(`Couldn't change what wakes ${knownAs(state, memberId)}.`, error)
    }
    // From here on what the server says counts.
    setTimeout(() => setWanted(({ [memberId]: _, ...others }) => others), 300)
  }
  const menuMember = group.members.find(({ id }) => id === menu?.memberId)
  return (
    <section aria-labelledby="group-members">
      <h3 id="group-members" ref={heading} tabIndex={-1}>
        Members <span className="cnt">{group.memberCount}</span>
        <span className="sp" />
        <button type="button" className="link" onClick={() => setAdding(true)}>
          Add
        </button>
      </h3>
      <ul className="members">
        {group.members.map((member) => {
          const key = removalKey({ leadId, group: name, memberId: member.id })
          return (
            <MemberRow
              key={member.id}
              group={group}
              state={state}
              member={member}
              wake={wanted[member.id] ?? member.wake}
              live={live[member.id]}
              personName={personName}
              leaving={leaving.get(key) ?? null}
              onMenu={openMenu}
            />
          )
        })}
      </ul>
      {menu && menuMember && (
        <MemberMenu
          state={state}
          member={menuMember}
          wake={wanted[menuMember.id] ?? menuMember.wake}
          from={menu.from}
          setWake={(level) => void setWake(menuMember.id, level)}
          remove={() => {
            const label = knownAs(state, menuMember.id)
            remove({ leadId, group: name, memberId: menuMember.id, label })
            heading.current?.focus({ preventScroll: true })
          }}
          onClose={() => setMenu(null)}
        />
      )}
      {isAdding && (
        <AddMembersDialog group={group} state={state} onClose={() => setAdding(false)} />
      )}
    </section>
  )
}
