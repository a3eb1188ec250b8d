/** `npm run test:long` runs what takes too long for every change: more looks, widths and quantities. */
export const isLong = Boolean(process.env['CREWROOM_LONG'])
