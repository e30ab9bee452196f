/**
 * How long what closes by itself stays open, in ms (specification 2, section 9). Specs keep it open in real time, in which a
 * busy machine would close it before it is checked (src/test/setup.ts).
 */
export const closingTimes = { toast: 5000, outcomeOverlay: 8000 };
