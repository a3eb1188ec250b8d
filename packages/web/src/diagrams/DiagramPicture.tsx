import { useEffect, useState } from 'react'
import { shownHidden } from '../groups/message/text-pieces'
import { drawDiagram, drawnBefore } from './draw-diagram'
import SvgPicture from './SvgPicture'
import { useIsDark } from './use-is-dark'

/** A diagram that an agent wrote in the language of mermaid. */
export default function DiagramPicture({ text }: { readonly text: string }) {
  const isDark = useIsDark()
  // Drawn again in the colours of the other theme.
  return <Drawn key={isDark ? 'dark' : 'light'} text={text} isDark={isDark} />
}

function Drawn({ text, isDark }: { readonly text: string; readonly isDark: boolean }) {
  const [svg, setSvg] = useState(() => drawnBefore({ text, isDark }))
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (drawnBefore({ text, isDark }) !== undefined) return
    const abort = new AbortController()
    drawDiagram({ text, isDark }, abort.signal).then(
      (drawn) => !abort.signal.aborted && setSvg(drawn),
      (error: Error) => !abort.signal.aborted && setProblem(error.message),
    )
    return () => abort.abort()
  }, [text, isDark])
  if (svg !== undefined) return <SvgPicture text={svg} of="diagram" />
  return (
    <p className="drawn-not" role="status">
      {problem === null ? 'Drawing…' : shownHidden(problem)}
    </p>
  )
}
