/** A code with which agents register themselves in a crew. The code itself is shown once, and kept nowhere. */
export interface InviteRecord {
  readonly id: string
  readonly leadId: string
  /** SHA-256 of the code, hex. */
  readonly hash: string
  /** The role that they get; null: they say what they are. */
  readonly roleId: string | null
  /** How many agents may register with it, and how many have. */
  readonly uses: number
  readonly used: number
  readonly createdBy: string
  readonly createdAt: string
  readonly expiresAt: string
  /** When somebody withdrew it; null: nobody has. */
  readonly revokedAt: string | null
  /** How they are to work; only in the fact that creates it, which may be a long one. */
  readonly instructions?: string
}

/** An invitation as people and the lead are shown it. */
export type InviteView = Omit<InviteRecord, 'hash' | 'instructions'>

export function inviteView({ hash: _, instructions: _told, ...shown }: InviteRecord): InviteView {
  return shown
}
