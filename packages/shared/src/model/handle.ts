/**
 * What other programs call an agent, the person or a workspace. It may be part of an address, of a path and of a
 * mention, and never leaves a folder: its first character is a letter or digit.
 */
export const HANDLE = /^[A-Za-z0-9][\w.-]{0,63}$/
