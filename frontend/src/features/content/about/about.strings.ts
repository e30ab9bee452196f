import { isolated } from "@sakhi/domain/fields/isolation";
import farzana from "../../../assets/art/portrait-farzana.svg";
import jasleen from "../../../assets/art/portrait-jasleen.svg";
import kavitha from "../../../assets/art/portrait-kavitha.svg";
import lalita from "../../../assets/art/portrait-lalita.svg";
import meenal from "../../../assets/art/portrait-meenal.svg";
import roshni from "../../../assets/art/portrait-roshni.svg";

/** A member of the team. */
export interface Profile {
  readonly name: string;
  readonly role: string;
  readonly about: string;
  /** URL of the portrait. */
  readonly portrait: string;
  /** Absolute URLs. */
  readonly social: Readonly<Partial<Record<"LinkedIn" | "Facebook" | "Instagram", string>>>;
}

// Placeholder people and URLs, until the organisation provides its own.
const team: readonly Profile[] = [
  {
    name: "Meenal Sabnis",
    role: "Co-founder, markets and makers",
    about:
      "Taught weaving for eleven years before she sold a single saree. Knows every dye yard on the way to Paithan.",
    portrait: meenal,
    social: {
      LinkedIn: "https://linkedin.example/in/meenal-sabnis",
      Instagram: "https://instagram.example/meenal.weaves",
    },
  },
  {
    name: "Farzana Merchant",
    role: "Co-founder, money and systems",
    about: "Came from banking, where she learned how rarely a loan officer visits a kitchen. Now she visits them.",
    portrait: farzana,
    social: { LinkedIn: "https://linkedin.example/in/farzana-merchant" },
  },
  {
    name: "Kavitha Raghavan",
    role: "Learning sessions and mentors",
    about: "Builds the cohorts, finds the mentors, and sits in the last row to hear what is not understood.",
    portrait: kavitha,
    social: {
      LinkedIn: "https://linkedin.example/in/kavitha-raghavan",
      Facebook: "https://facebook.example/kavitha.teaches",
    },
  },
  {
    name: "Lalita Hembrom",
    role: "NGO initiatives",
    about: "Works with weavers' groups and skilling centres, and brings their orders together so that they pay.",
    portrait: lalita,
    social: { Facebook: "https://facebook.example/lalita.hembrom" },
  },
  {
    name: "Jasleen Gill",
    role: "The Mela and all events",
    about: "Draws the floor plan, walks it, and draws it again. The person to find when the lights go out.",
    portrait: jasleen,
    social: {
      Instagram: "https://instagram.example/jasleen.at.the.mela",
      LinkedIn: "https://linkedin.example/in/jasleen-gill-events",
    },
  },
  {
    name: "Roshni Fernandes",
    role: "Listings and support",
    about: "Reads every application and answers every message. If your brand is listed, you have met her.",
    portrait: roshni,
    social: { LinkedIn: "https://linkedin.example/in/roshni-fernandes" },
  },
];

/** Texts of /about (specification 2, "About"). */
export const strings = {
  kicker: "About Sakhi Bazaar",
  heading: "Her work deserves a market.",
  lead: "We are a marketplace and a community for women-led brands in India: a place to be found, to learn, and to stand beside others who do the same.",
  story: {
    heading: "The founders' story",
    paragraphs: [
      "It began with a table. Meenal had brought twelve sarees, woven by women she had taught, to a fair in Mumbai. By noon they were gone. The weavers had earned in a morning what a trader paid them for a month, and they asked one thing: when is the next fair?",
      "At the table beside hers Farzana was keeping accounts for her aunt's pickles. They compared notes over cutting chai. The work was good. The prices were fair. What was missing was everything around it: a stall one could afford, a photograph, an invoice, somebody to ask.",
      "So they rented ten tables the next time, then twenty. A list of phone numbers became a community; the community wanted a place where buyers could find it all year round. That place is this site.",
      "We still begin where they began, with one maker and the question of what she needs next.",
    ],
    quote: "Nobody asked us for charity. They asked when the next fair was.",
    quoteBy: "Meenal Sabnis and Farzana Merchant, founders",
  },
  vision: {
    heading: "Our vision",
    text: "An India where every woman who makes, teaches, heals, cooks or builds can live by her work under her own name.",
  },
  mission: {
    heading: "Our mission",
    text: "We bring women-led brands in front of people who want to buy from them, and give the women behind them the skills, the mentors and the company they need to grow.",
  },
  formula: {
    heading: "Our formula",
    lead: "Three things that are strong together, and what comes of them.",
    parts: [
      { name: "Employment", about: "Work that pays, close to home" },
      { name: "Entrepreneurship", about: "A business in her own name" },
      { name: "Education", about: "Skills that stay with her" },
    ],
    plus: "plus",
    equals: "equal",
    results: [
      { name: "Mentors", about: "Women who have done it, one call away" },
      { name: "Courses, cohorts and learning sessions", about: "From costing to cataloguing, in groups" },
      { name: "Career previews and resources", about: "A look inside a trade before choosing it" },
      { name: "Community support", about: "Orders shared, questions answered, festivals survived" },
    ],
  },
  team: {
    heading: "The team",
    lead: "The people who answer when you write, call or turn up at a stall.",
    portraitOf: (name: string) => `Drawn portrait of ${isolated(name)}`,
    members: team,
  },
  join: {
    heading: "Is yours the next brand?",
    text: "List what you make, offer or stand for. It takes a few minutes, and the community is free to join.",
    list: "List your brand",
    write: "Talk to us first",
  },
} as const;
