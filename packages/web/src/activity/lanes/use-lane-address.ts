import { useCallback, useEffect, useRef, useState } from 'react'
import { useAddressParams } from '../../ui/use-address-params'
import { type LaneAddress, LANE_PARAMS, readAddress, writeAddress } from './lane-address'

/** While something moves the address is written this long after the last move: browsers bound how often it may be. */
const REST_MS = 250

/** What the lanes show, which is what the address says: it is read again when somebody goes back. */
export function useLaneAddress() {
  const [params, changeParams] = useAddressParams()
  const [address, setAddress] = useState(() => readAddress(params))
  const latest = useRef(address)
  const written = useRef(keyOf(params))
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const key = keyOf(params)

  useEffect(() => {
    if (key === written.current) return
    written.current = key
    clearTimeout(timer.current)
    latest.current = readAddress(new URLSearchParams(key))
    setAddress(latest.current)
  }, [key])
  useEffect(() => () => clearTimeout(timer.current), [])

  const write = useRef(() => {})
  useEffect(() => {
    write.current = () =>
      changeParams((next) => {
        writeAddress(latest.current, next)
        written.current = keyOf(next)
      })
  })
  const change = useCallback((patch: Partial<LaneAddress>, isMoving = false) => {
    latest.current = { ...latest.current, ...patch }
    setAddress(latest.current)
    clearTimeout(timer.current)
    if (isMoving) timer.current = setTimeout(() => write.current(), REST_MS)
    else write.current()
  }, [])
  return [address, change] as const
}

/** What is ours of an address. */
function keyOf(params: URLSearchParams): string {
  const own = new URLSearchParams()
  for (const name of LANE_PARAMS) {
    const value = params.get(name)
    if (value !== null) own.set(name, value)
  }
  return own.toString()
}
