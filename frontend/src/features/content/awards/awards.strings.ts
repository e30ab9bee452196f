/** An award on its card. */
export interface Award {
  readonly id: "marketplace" | "finalist" | "achievers";
  readonly title: string;
  readonly badges: readonly string[];
  readonly awardedBy: string;
  readonly date: string;
  readonly location: string;
  readonly text: string;
  readonly highlights: readonly string[];
  /** Link to a press report. */
  readonly media?: { readonly label: string; readonly href: string };
}

/**
 * The awards of specification 2. Awarding bodies, locations and the press link are placeholders, identical to those in the
 * demonstration catalogue (backend/assets/demonstration/showcase.json), so that search results match this page.
 */
const awards: readonly Award[] = [
  {
    id: "marketplace",
    title: "Gender-Responsive Marketplace of the Year",
    badges: ["International", "Three years running"],
    awardedBy: "Global Forum for Inclusive Trade",
    date: "2022, 2023 and 2024",
    location: "Geneva",
    text: "An international award for marketplaces that women own, run and earn from. We have received it three years running.",
    highlights: [
      "Chosen in 2022, 2023 and 2024, by a new jury each year",
      "Praised for listings that lead to the maker's own shop, so that she keeps the sale and the customer",
      "Praised for a community that is free to join, with a stall or without one",
    ],
    media: { label: "Read about it in the press", href: "https://press.example/gender-responsive-marketplace-2024" },
  },
  {
    id: "finalist",
    title: "Social Entrepreneur of the Year",
    badges: ["Top 3 finalist", "2024"],
    awardedBy: "India Impact Council",
    date: "August 2024",
    location: "New Delhi",
    text: "Our founders were among the top 3 finalists of 2024, for their work with women who produce at home.",
    highlights: [
      "One of three social entrepreneurs in the final round",
      "Recognised for bringing home-based work to a market of its own",
    ],
  },
  {
    id: "achievers",
    title: "Women Achievers Award 2.0",
    badges: ["Community honour", "45 women entrepreneurs"],
    awardedBy: "Sahakar Women's Bank",
    date: "March 2024",
    location: "Mumbai",
    text: "A bank's award for women who build businesses, in its second edition, given in the week of Women's Day.",
    highlights: [
      "45 women entrepreneurs were honoured on one evening",
      "Makers, cooks, teachers and founders of our community stood on one stage",
    ],
  },
];

/** Texts of /awards. */
export const strings = {
  kicker: "Awards",
  heading: "Honours we share with a thousand hands.",
  lead: "An award has one name on it. The work behind these belongs to the women of the community.",
  awardedBy: "Awarded by",
  date: "Date",
  location: "Location",
  highlights: "Highlights",
  awards,
} as const;
