import { dayCountInWords } from "@sakhi/domain/events/event-facts";
import type { EventPhase } from "@sakhi/domain/events/event-phase";

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Texts of the paid events page. */
export const strings = {
  title: "Paid Events",
  lead: "Fairs where you meet your buyers face to face. Take a stall, bring your work, and sell.",
  carousel: "Pictures of the Mela",
  pictures: [
    "A row of market stalls with striped awnings, pots, cloth and lamps",
    "Things made by hand: a painted pot, folded cloth, a lamp and bangles",
    "An evening dance in a ring around a lamp, in the manner of Warli painting",
  ],
  premiumEvent: "Premium Event",
  registrations: {
    open: "Registrations Open",
    sales_paused: "Registrations paused for a short while",
    sales_not_open: "Registrations not open yet",
    sales_closed: "Registrations closed",
  },
  /** Of the other events. */
  phases: {
    on_sale: "Registrations Open",
    opens: "Registrations not open yet",
    announced: "Stalls not on sale yet",
    closed: "Registrations closed",
    cancelled: "Cancelled",
    past: "It has taken place",
  } satisfies Record<EventPhase, string>,
  opensOn: (moment: string) => `Registrations open on ${moment}`,
  more: "More events",
  past: "Past events",
  listFailed: "The other events could not be loaded.",
  event: "See the event",
  dates: "Dates",
  place: "Place",
  map: "Open the map",
  stalls: "Stalls",
  loading: "Loading availability...",
  unavailable: "Availability unavailable",
  available: (free: number, total: number) => `${free} of ${total} Stalls Available`,
  pricing: "Stall pricing",
  from: "from",
  priceNote: "GST included. Every stall is 10' x 10'.",
  /** @param stalls how many, once that is known */
  about: (days: number, stalls: number | undefined) =>
    `${days === 1 ? "A day" : `${capital(dayCountInWords(days))} days`} of buying, tasting and ordering, in one hall${
      stalls === undefined ? "" : ` with ${stalls === 70 ? "seventy" : stalls} stalls`
    }. Choose your own position on the floor plan; it is kept for you while you register.`,
  choose: "Choose your stall",
  look: "See the floor plan",
  policies: "Read the event policies",
} as const;
