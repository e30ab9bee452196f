import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/home";
import type { SalesState } from "../../../api/sales-state";

const { figures } = messages;

/** Texts of the home page. */
export const strings = {
  ...messages,
  seeBrand: (brand: string) => messages.seeBrand({ brand: isolated(brand) }),
  figures: [
    { target: 1_001_397, suffix: "+", label: figures.community },
    { target: 100, suffix: "+", label: figures.shops },
    { target: 100, suffix: "+", label: figures.locations },
    { target: 100, suffix: "%", label: figures.women },
  ],
  by: (brand: string) => messages.by({ brand: isolated(brand) }),
  melaKicker: ({ city, dates }: PublicFacts, state: SalesState) =>
    messages.melaKicker({ state, city: isolated(city), dates }),
  melaNow: ({ name, dates, city }: PublicFacts) =>
    messages.melaNow({ event: isolated(name), dates, city: isolated(city) }),
  melaHeading: ({ name }: PublicFacts) => messages.melaHeading({ event: isolated(name) }),
} as const;
