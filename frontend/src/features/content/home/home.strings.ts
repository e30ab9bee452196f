import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { isolated } from "@sakhi/domain/fields/isolation";
import type { SalesState } from "../../../api/sales-state";

/** Texts of the home page. */
export const strings = {
  kicker: "Made by women, sold by women",
  heading: "A bazaar of a thousand hands.",
  lead: "Meet the women who weave, stitch, fire, cook, teach and build, all over India, and buy from them at their own shops.",
  shop: "Browse products",
  services: "Find services",
  featured: "Featured Products",
  offers: "Offers & Events",
  seeBrand: (brand: string) => `Visit ${isolated(brand)}`,
  statistics: "The bazaar in numbers",
  figures: [
    { target: 1_001_397, suffix: "+", label: "Community" },
    { target: 100, suffix: "+", label: "Shops live" },
    { target: 100, suffix: "+", label: "Locations" },
    { target: 100, suffix: "%", label: "Women-owned" },
  ],
  spotlight: "Diwali Spotlight",
  spotlightLead: "Lamps, sweets, silk: brands that dress the season.",
  bestsellers: "Our Bestsellers",
  bestsellersLead: "What people come back for.",
  pastEvents: "Past Events Highlights",
  pastEventsLead: "Where we have met before.",
  india: "India",
  by: (brand: string) => `by ${isolated(brand)}`,
  melaKicker: ({ city, dates }: PublicFacts, state: SalesState) =>
    `${state === "over" ? "In" : state === "cancelled" ? "Cancelled: in" : "Coming up in"} ${isolated(city)}, ${dates}`,
  melaNow: ({ name, dates, city }: PublicFacts) =>
    `${isolated(name)}, ${dates}, ${isolated(city)}: stalls can be booked now.`,
  melaNowAction: "Choose your stall",
  melaHeading: ({ name }: PublicFacts) => `${isolated(name)}: a hall of stalls, every one run by a woman.`,
  melaText: "Have something to sell? Choose your stall on the floor plan and pay online.",
  melaAction: "Choose your stall",
  melaLook: "See the floor plan",
  melaAbout: "About the event",
  failed: "Failed to fetch listings",
} as const;
