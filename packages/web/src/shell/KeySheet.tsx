import { Dialog } from '../ui/Dialog'
import { KEY_WORDS } from './key-words'
import { ANY_OTHER, KEYMAP, type KeyId } from './keymap'

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform)
const NAMES: Readonly<Record<string, string>> = {
  mod: IS_MAC ? '⌘' : 'Ctrl',
  alt: IS_MAC ? '⌥' : 'Alt',
  shift: IS_MAC ? '⇧' : 'Shift',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ' ': 'Space',
  Escape: 'Esc',
}

/** Every key of the page. Opened by `?`. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const all = (Object.keys(KEY_WORDS) as KeyId[]).map((id) => {
    const keys: readonly string[] = KEYMAP[id]
    return { id, keys, ...KEY_WORDS[id] }
  })
  const sections = [...new Set(all.map(({ section }) => section))]
  return (
    <Dialog title="Keyboard" onClose={onClose} width="wide">
      {/* On a small screen it scrolls, and there is nothing in it to go to. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="dialog-body keysheet" tabIndex={0}>
        {sections.map((section) => (
          <section key={section} aria-label={section}>
            <h3>{section}</h3>
            <dl>
              {all
                .filter((own) => own.section === section)
                .map(({ id, label, keys }) => (
                  <div key={id}>
                    <dt>{label}</dt>
                    <dd>
                      {(keys.length > 2 ? [`${keys[0]} – ${keys.at(-1)}`] : keys).map((own) => (
                        <Keys key={own} text={own} />
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
        <p className="hint">
          In a text field every key types; Esc leaves the message box. Elsewhere, the keys below act
          on the focused message, or else on the newest in view, and any other letter or symbol
          starts a message. You can turn off single-letter keys in the settings: then all letters
          type.
        </p>
      </div>
    </Dialog>
  )
}

function Keys({ text }: { readonly text: string }) {
  if (text === ANY_OTHER) return <span className="combo">Any other letter or symbol</span>
  const parts = text.split(/[ +](?=.)/)
  return (
    <span className="combo">
      {parts.map((part, index) => (
        // A key may come twice.
        <kbd key={index}>{NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part)}</kbd>
      ))}
    </span>
  )
}
