import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useStore } from 'zustand'
import { paths } from '../shell/paths'
import { prefs, setPrefs } from '../ui/prefs'
import { useMedia, WIDE } from '../ui/use-media'
import { searchWith, useOver } from './use-over'

/**
 * Whether the details of a group are shown. With room they are beside the chat as the person left them, and
 * `?details=0` leaves them out; without, they have an address of their own, so that Back closes them.
 */
export function useDetails(leadId: string, name: string) {
  const isWide = useMedia(WIDE)
  const isPreferred = useStore(prefs, ({ details }) => details)
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { open, close } = useOver()
  const { pathname } = useLocation()
  const isAddress = pathname.endsWith('/members')
  const isShown = isAddress || (isWide && isPreferred && params.get('details') !== '0')
  const group = paths.group(leadId, name)
  const hide = () => {
    if (isWide) {
      setPrefs({ details: false })
      if (isAddress) void navigate(group + searchWith(params, {}), { replace: true })
    } else close(group + searchWith(params, {}))
  }
  const show = useCallback(() => {
    if (!isWide) return open(paths.members(leadId, name) + searchWith(params, {}))
    setPrefs({ details: true })
    if (params.get('details') === '0') {
      void navigate(group + searchWith(params, { details: null }), { replace: true })
    }
  }, [isWide, open, leadId, name, params, navigate, group])
  return { isShown, isWide, hide, show, toggle: isShown ? hide : show }
}
