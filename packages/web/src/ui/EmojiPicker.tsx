import { EmojiPicker as Picker } from 'frimousse'

/** Every emoji, by category and by name. Its data comes from this server, where the build has put it. */
export function EmojiPicker({ onPick }: { readonly onPick: (emoji: string) => void }) {
  return (
    <Picker.Root
      className="picker"
      locale="en"
      columns={8}
      emojibaseUrl="/emoji"
      onEmojiSelect={({ emoji }) => onPick(emoji)}
    >
      <Picker.Search
        className="picker-find"
        placeholder="Search emoji"
        aria-label="Search emoji"
        autoFocus
      />
      <Picker.Viewport className="picker-view">
        <Picker.Loading className="picker-note">Loading…</Picker.Loading>
        <Picker.Empty className="picker-note">No emoji has that name.</Picker.Empty>
        <Picker.List
          className="picker-list"
          components={{
            CategoryHeader: ({ category, ...props }) => (
              <div className="picker-head" {...props}>
                {category.label}
              </div>
            ),
            Row: ({ children, ...props }) => (
              <div className="picker-row" {...props}>
                {children}
              </div>
            ),
            Emoji: ({ emoji, ...props }) => (
              <button className="emo" {...props}>
                {emoji.emoji}
              </button>
            ),
          }}
        />
      </Picker.Viewport>
    </Picker.Root>
  )
}
