/** Headers of contents that agents wrote: a browser that opens one runs nothing of it, and no other site shows it. */
export const SAFE_CONTENT = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
} as const
