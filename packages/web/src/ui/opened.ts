/**
 * Whether what was opened over the page has the focus: a dialog, or a menu or list, which takes letters to find its
 * items by.
 */
export function isInOpened(): boolean {
  return (
    document.querySelector('dialog[open], [role="menu"]') !== null ||
    Boolean(document.activeElement?.closest('[role="dialog"]'))
  )
}
