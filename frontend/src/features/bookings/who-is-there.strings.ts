import { isolated } from "@sakhi/domain/fields/isolation";

/** Texts of the brands that show their stall. */
export const whoStrings = { title: (event: string) => `Who you meet at ${isolated(event)}` } as const;
