/** Why something did not work or cannot be done yet, read out at once. Nothing while there is nothing to say. */
export function Problem({ text }: { readonly text: string | null | undefined }) {
  if (text === null || text === undefined) return null
  return (
    <p className="hint bad" role="alert">
      {text}
    </p>
  )
}
