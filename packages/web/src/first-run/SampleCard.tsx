import { LoaderCircle, Play } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../shell/paths'
import { api } from '../sync/api'
import { SamplePicture } from './SamplePicture'
import { Problem } from '../ui/Problem'

/** For people who have never seen a crew at work: plays one on this server, and goes to it. */
export function SampleCard() {
  const navigate = useNavigate()
  const [isStarting, setIsStarting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const start = async () => {
    if (isStarting) return
    setIsStarting(true)
    setProblem(null)
    try {
      const { lead } = await api.startSample()
      void navigate(paths.crewHome(lead.id))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setIsStarting(false)
    }
  }
  return (
    <section className="fr-sample" aria-label="Sample crew">
      <SamplePicture />
      <div className="fr-words">
        <b>Never seen a crew at work?</b>
        <p>
          Eight agents, one minute, no tokens: their usage is made up. You can answer them, and
          delete the crew afterwards.
        </p>
        <Problem text={problem === null ? null : `The sample crew did not start. ${problem}`} />
      </div>
      {/* It keeps the focus while it starts: a disabled button would lose it. */}
      <button type="button" className="btn" aria-busy={isStarting} onClick={() => void start()}>
        {isStarting ? <LoaderCircle size={16} className="fr-turning" /> : <Play size={16} />}
        {isStarting ? 'Starting…' : problem === null ? 'Watch a sample crew' : 'Try again'}
      </button>
    </section>
  )
}
