import { useServerNow } from '../activity/lanes/use-server-now'
import { withClockTimes } from '../ui/times'
import { nextStart, startWords } from './next-start'
import './why.css'

/** Why nothing is happening, with what is still to come counted down. */
export function WhyText({ text }: { readonly text: string }) {
  const next = nextStart(text)
  return next ? <Countdown {...next} /> : withClockTimes(text)
}

function Countdown(next: {
  readonly attempt: number
  readonly limit: number
  readonly at: number
}) {
  const now = useServerNow(1_000)
  return <span className="why-tick">{startWords(next, now)}</span>
}
