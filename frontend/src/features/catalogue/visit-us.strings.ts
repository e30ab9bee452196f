/** Texts of where a brand is met. */
export const visitStrings = { at: (stall: string) => `Visit us at ${stall}`, seePlan: "See it on the plan" } as const;
