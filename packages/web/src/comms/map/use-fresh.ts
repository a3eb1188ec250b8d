import { useEffect, useRef, useState } from 'react'
import type { Pair } from './talk-totals'

const GLOWS_MS = 700

/** Pairs of which a number has grown while they were on screen. `of`: what is shown; another thing is nothing new. */
export function useFresh(pairs: readonly Pair[], of: string): ReadonlySet<string> {
  const known = useRef<{ of: string; totals: ReadonlyMap<string, number> } | null>(null)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const before = known.current
    known.current = { of, totals: new Map(pairs.map(({ key, total }) => [key, total])) }
    if (before === null || before.of !== of || before.totals.size === 0) return
    const grown = pairs.filter(({ key, total }) => total > (before.totals.get(key) ?? 0))
    if (grown.length > 0) setFresh(new Set(grown.map(({ key }) => key)))
  }, [pairs, of])
  useEffect(() => {
    if (fresh.size === 0) return
    const timer = setTimeout(() => setFresh(new Set()), GLOWS_MS)
    return () => clearTimeout(timer)
  }, [fresh])
  return fresh
}
