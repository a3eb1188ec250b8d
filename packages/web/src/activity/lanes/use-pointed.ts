import { useCallback, useEffect, useRef, useState } from 'react'
import type { Cluster } from './lane-clusters'

/** A sign that is pointed at: its row, and the number of its first event. */
export interface Pointed {
  readonly key: string
  readonly seq: number
}

/** Long enough to go from a sign to its card. */
const LEAVE_MS = 300

/** Which sign is pointed at or has the focus; says when a pointer comes and goes. */
export function usePointed(onPointing: (isPointing: boolean) => void) {
  const [hovered, setHovered] = useState<Pointed | null>(null)
  const [focused, setFocused] = useState<Pointed | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const latest = useRef(onPointing)
  useEffect(() => {
    latest.current = onPointing
  })
  const isHovering = hovered !== null
  useEffect(() => latest.current(isHovering), [isHovering])
  const point = useCallback((key: string, { marks }: Cluster) => {
    clearTimeout(timer.current)
    setHovered({ key, seq: marks[0]?.event.seq ?? 0 })
  }, [])
  const leave = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setHovered(null), LEAVE_MS)
  }, [])
  const close = useCallback(() => {
    setHovered(null)
    setFocused(null)
  }, [])
  return { pointed: hovered ?? focused, point, leave, focus: setFocused, close }
}
