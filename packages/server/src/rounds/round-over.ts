import { CrewError } from '@crewroom/shared/protocol/errors'

export function roundOver(): CrewError {
  return new CrewError(
    'round_over',
    'This round is over for you: it was answered, took too long, or was taken back. Nothing was posted.',
  )
}
