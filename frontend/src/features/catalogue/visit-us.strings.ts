import messages from "@sakhi/domain/generated/messages/en/visit-us";

/** Texts of where a brand is met. */
export const visitStrings = { ...messages, at: (stall: string) => messages.at({ stall }) } as const;
