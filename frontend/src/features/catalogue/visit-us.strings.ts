/** Texts of where a brand is met. */
export const visitStrings = {
  at: (stallId: string) => `Visit us at ${stallId}`,
  seePlan: "See it on the plan",
} as const;
