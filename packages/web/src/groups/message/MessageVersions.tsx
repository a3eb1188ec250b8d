import type { Message } from '@crewroom/shared/model/message'
import { useQuery } from '@tanstack/react-query'
import { messageChanges } from '../../sync/api/message-changes'
import { Dialog } from '../../ui/Dialog'
import { Problem } from '../../ui/Problem'
import { clockTime, fullTime } from '../../ui/times'
import './change.css'

interface MessageVersionsProps {
  readonly message: Message
  readonly onClose: () => void
}

/** What a message has said, the newest first. */
export function MessageVersions({ message, onClose }: MessageVersionsProps) {
  const { leadId, group, id, editedAt } = message
  const { data, error } = useQuery({
    queryKey: ['lead', leadId, 'group', group, 'versions', id, editedAt],
    queryFn: ({ signal }) => messageChanges.versions(message, signal),
    staleTime: Infinity,
    retry: 1,
  })
  return (
    <Dialog title="What it said" onClose={onClose}>
      <div className="dialog-body">
        <Problem text={error?.message} />
        <ol className="versions" aria-busy={!data && !error}>
          {data?.versions.toReversed().map(({ at, content }, index) => (
            <li key={at}>
              <h3>
                {index === 0 ? 'Now, since ' : ''}
                <time dateTime={at} title={fullTime(at)}>
                  {clockTime(at)}
                </time>
              </h3>
              <p dir="auto">{content}</p>
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  )
}
