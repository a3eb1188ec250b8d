import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { readDropped } from './dropped-files'
import { sortFiles } from './sort-files'
import type { OpenTab } from '../tabs/open-tabs'
import { showTab } from '../tabs/tab-store'

/** Files that are dropped on the section, or chosen: each session becomes a tab. */
export function useDrop(show: (tab: OpenTab) => void) {
  const [isOver, setOver] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  const chooser = useRef<HTMLInputElement>(null)
  /** Entering a child leaves its parent: only what is left of the count says that it is gone. */
  const depth = useRef(0)
  const open = async (files: readonly File[]) => {
    setProblems([])
    const { sessions, refused } = await sortFiles(files)
    if (refused.length > 0) setProblems(refused)
    let isFirst = true
    for (const session of sessions) {
      try {
        const { id, title } = await readDropped(session)
        showTab(id, 1, title)
        if (isFirst) show({ key: id, transcriptId: id, title })
        isFirst = false
      } catch (error) {
        setProblems((before) => [...before, (error as Error).message])
      }
    }
  }
  const over = (event: DragEvent, by: number) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    depth.current = Math.max(0, depth.current + by)
    setOver(depth.current > 0)
  }
  return {
    isOver,
    problems,
    forget: () => setProblems([]),
    choose: () => chooser.current?.click(),
    zone: {
      onDragEnter: (event: DragEvent) => over(event, 1),
      onDragOver: (event: DragEvent) => over(event, 0),
      onDragLeave: (event: DragEvent) => over(event, -1),
      onDrop: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        depth.current = 0
        setOver(false)
        void open([...event.dataTransfer.files])
      },
    },
    input: {
      ref: chooser,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        void open([...(event.target.files ?? [])])
        // The same file may be chosen again.
        event.target.value = ''
      },
    },
  }
}
