import { QUICK_EMOJI, spoken } from './toggle-reaction'

/** The six that are at hand. */
export function QuickEmoji({ onPick }: { readonly onPick: (emoji: string) => void }) {
  return QUICK_EMOJI.map((emoji) => (
    <button
      key={emoji}
      type="button"
      className="emo"
      aria-label={`React ${spoken(emoji)}`}
      onClick={() => onPick(emoji)}
    >
      {emoji}
    </button>
  ))
}
