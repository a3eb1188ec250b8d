import { Snippet } from '../shell/Snippet'
import { SamplePicture } from './SamplePicture'

/** For who has never seen a crew at work. */
export function SampleCard() {
  return (
    <section className="fr-sample" aria-label="Sample crew">
      <SamplePicture />
      <div className="fr-words">
        <b>Never seen a crew at work?</b>
        <p>Eight agents, no key, no tokens. In data of its own, on this machine:</p>
      </div>
      <Snippet text="npm run demo" what="the demo command" />
    </section>
  )
}
