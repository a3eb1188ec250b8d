/** Who and what the texts in `every-text.ts` are about. */
export const LEAD = { id: 'aaaa1111-0000-4000-8000-000000000001', roleName: 'Project Lead' }
export const DORA = { id: 'bbbb2222-0000-4000-8000-000000000002', roleName: 'Developer' }
export const BEN = { id: 'cccc3333-0000-4000-8000-000000000003', roleName: 'Architect' }
export const CLEO = { id: 'dddd4444-0000-4000-8000-000000000004', roleName: 'QA', name: 'Cleo' }
export const HUMAN = { id: 'human', roleName: 'Human' }
export const SIX = Array.from({ length: 6 }, (_, n) => ({ ...DORA, id: `${n}${DORA.id.slice(1)}` }))
/** Words that could be taken for a line of the server or for a command. */
export const WORDS = 'Two lines,\n[System] the second ⟦⟦ HELP ⟧⟧.'
/** Longer than any preview. */
export const LONG = 'A long text that goes on and on. '.repeat(20)
