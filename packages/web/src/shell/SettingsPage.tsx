import { ArrowLeft } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { prefs, type Prefs, setPrefs } from '../ui/prefs'
import { openKeys } from './palette'
import { usePageTitle } from './page-title'
import { Overlays } from './Shell'

/** How this browser likes the page. Nothing of it reaches the server. */
export function SettingsPage() {
  const navigate = useNavigate()
  usePageTitle(0, 'Settings')
  return (
    <div className="page">
      <main className="settings">
        <button type="button" className="btn" onClick={() => void navigate(-1)}>
          <ArrowLeft size={16} />
          Back
        </button>
        <h1>Settings</h1>
        <p>Settings apply to this browser.</p>
        <Choice
          name="theme"
          title="Theme"
          options={[
            ['system', 'System'],
            ['light', 'Light'],
            ['dark', 'Dark'],
          ]}
        />
        <Choice
          name="density"
          title="Density"
          about="Compact shows each group on one line."
          options={[
            ['comfortable', 'Comfortable'],
            ['compact', 'Compact'],
          ]}
        />
        <Choice
          name="clock"
          title="Time"
          options={[
            ['24h', '14:05'],
            ['12h', '2:05 PM'],
          ]}
        />
        <Choice
          name="sendKey"
          title="Send messages with"
          options={[
            ['enter', 'Enter'],
            ['mod-enter', 'Ctrl or ⌘ + Enter'],
          ]}
        />
        <Switch
          name="letterKeys"
          title="Single-letter keys"
          about="Turn them off if you dictate or a letter does something by accident."
        />
        <Notify />
        <p>
          <button type="button" className="btn" onClick={openKeys}>
            Show all keys
          </button>
        </p>
      </main>
      <Overlays leadId={null} />
    </div>
  )
}

interface ChoiceProps<K extends keyof Prefs> {
  readonly name: K
  readonly title: string
  readonly about?: string
  readonly options: readonly (readonly [Prefs[K] & string, string])[]
}

function Choice<K extends keyof Prefs>({ name, title, about, options }: ChoiceProps<K>) {
  const value = useStore(prefs, (all) => all[name])
  return (
    <fieldset className="setting">
      <legend>{title}</legend>
      {about !== undefined && <p className="hint">{about}</p>}
      <div className="seg">
        {options.map(([option, label]) => (
          <button
            key={option}
            type="button"
            aria-pressed={value === option}
            onClick={() => setPrefs({ [name]: option })}
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

interface SwitchProps {
  readonly name: 'letterKeys' | 'notify'
  readonly title: string
  readonly about: string
  readonly onChange?: (isOn: boolean) => void
}

function Switch({ name, title, about, onChange }: SwitchProps) {
  const isOn = useStore(prefs, (all) => all[name])
  return (
    <label className="setting switch">
      <span>
        <b>{title}</b>
        <span className="hint">{about}</span>
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        onChange={({ target }) =>
          onChange ? onChange(target.checked) : setPrefs({ [name]: target.checked })
        }
      />
    </label>
  )
}

/** The browser has to be asked, and only after a click. */
function Notify() {
  const ask = async (isOn: boolean) => {
    if (isOn && (await Notification.requestPermission()) !== 'granted') return
    setPrefs({ notify: isOn })
  }
  if (!('Notification' in globalThis)) return null
  return (
    <Switch
      name="notify"
      title="Notifications"
      about="Notify me on this device when an agent needs me and this page is hidden."
      onChange={(isOn) => void ask(isOn)}
    />
  )
}
