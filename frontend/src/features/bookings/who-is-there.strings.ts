import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/who-is-there";

/** Texts of the brands that show their stall. */
export const whoStrings = {
  ...messages,
  title: (event: string) => messages.title({ event: isolated(event) }),
  found: (found: number, all: number) =>
    all === found ? messages.all({ count: found }) : messages.found({ found, all }),
  none: (typed: string) => messages.none({ typed: isolated(typed) }),
  show: (stallId: string, brand: string) => messages.show({ stallId, brand: isolated(brand) }),
} as const;
