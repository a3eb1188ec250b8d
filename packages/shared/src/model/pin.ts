/** A message that anybody has given this reaction is pinned in its group or session. */
export const PIN = '📌'
