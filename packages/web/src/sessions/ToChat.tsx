import { Navigate, useLocation } from 'react-router'
import { useStore } from 'zustand'
import { crews } from '../sync/sync'
import { chatsAddress } from './chats-address'

/** Addresses below `/chats` lead to the group or session that they name. */
export default function ToChat() {
  const { pathname, search } = useLocation()
  const { ids, views } = useStore(crews)
  const states = (ids ?? []).flatMap((id) => views[id]?.state ?? [])
  return <Navigate to={chatsAddress(states, pathname, search)} replace />
}
