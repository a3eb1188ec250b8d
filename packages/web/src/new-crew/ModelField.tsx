import { useId } from 'react'
import type { DriverChoice, Endpoint } from './driver-choice'

interface ModelFieldProps {
  /** Whose model it is. */
  readonly label: string
  readonly choice: DriverChoice
  /** It has a key already, which stays if none is entered. */
  readonly hasKey?: boolean
  readonly change: (choice: DriverChoice) => void
}

/** Where a model is asked, by which name and with which key. */
export function ModelField({ label, choice, hasKey = false, change }: ModelFieldProps) {
  const id = useId()
  const { endpoint } = choice
  const set = (part: Partial<Endpoint>) => change({ ...choice, endpoint: { ...endpoint, ...part } })
  const { apiKeyEnv } = endpoint.rest
  const field = (name: 'baseUrl' | 'model' | 'apiKey', says: string, example: string) => (
    <input
      className="input pc-line"
      type={name === 'apiKey' ? 'password' : 'text'}
      value={endpoint[name]}
      placeholder={example}
      aria-label={`${says}: ${label.toLowerCase()}`}
      aria-describedby={`${id}-rule`}
      autoComplete={name === 'apiKey' ? 'new-password' : 'off'}
      spellCheck={false}
      onChange={({ target }) => set({ [name]: target.value })}
    />
  )
  return (
    <>
      {field('baseUrl', 'Address of the endpoint', 'http://127.0.0.1:11434/v1')}
      {field('model', 'Name of the model', 'llama3.2')}
      {field('apiKey', 'Key', hasKey ? 'Set, unchanged' : 'Key, if the endpoint asks for one')}
      <p className="hint" id={`${id}-rule`}>
        Any endpoint with the API of OpenAI’s chat completions. The key is write-only: nobody can
        read it.{apiKeyEnv !== undefined && ` Without one, the server’s ${apiKeyEnv} is used.`}
      </p>
      <label className="pc-check">
        <input
          type="checkbox"
          checked={endpoint.tools}
          onChange={({ target }) => set({ tools: target.checked })}
        />
        It can call tools: give it the commands as tools
      </label>
    </>
  )
}
