import type { StopReason } from './run'

/** Why a discussion ended, as people read it behind a colon. */
export const STOP_WORDS: Readonly<Record<StopReason, string>> = {
  done: 'an agent said that it is done',
  terminated: 'whoever chooses the speakers ended it',
  max_rounds: 'it had all the rounds that it may have',
  max_messages: 'it had all the answers that it may have',
  stalled: 'nothing new was said',
  budget: 'it used up what it may use',
  human_timeout: 'the person did not answer in time',
  no_speakers: 'nobody was left who could speak',
  alone: 'only one was left who could speak, and had nothing new to answer',
  until: 'what it was to end with has come',
  stopped: 'it was stopped',
  archived: 'its session is no longer in use',
  parent_ended: 'the discussion around it ended',
  policy_failed: 'nobody could be chosen to speak',
}
