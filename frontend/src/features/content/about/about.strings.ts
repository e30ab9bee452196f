import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/about";
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

const { members } = messages.team;
// Placeholder people and URLs, until the organisation provides its own.
const team: readonly Profile[] = [
  {
    name: "Meenal Sabnis",
    ...members.meenal,
    portrait: meenal,
    social: {
      LinkedIn: "https://linkedin.example/in/meenal-sabnis",
      Instagram: "https://instagram.example/meenal.weaves",
    },
  },
  {
    name: "Farzana Merchant",
    ...members.farzana,
    portrait: farzana,
    social: { LinkedIn: "https://linkedin.example/in/farzana-merchant" },
  },
  {
    name: "Kavitha Raghavan",
    ...members.kavitha,
    portrait: kavitha,
    social: {
      LinkedIn: "https://linkedin.example/in/kavitha-raghavan",
      Facebook: "https://facebook.example/kavitha.teaches",
    },
  },
  {
    name: "Lalita Hembrom",
    ...members.lalita,
    portrait: lalita,
    social: { Facebook: "https://facebook.example/lalita.hembrom" },
  },
  {
    name: "Jasleen Gill",
    ...members.jasleen,
    portrait: jasleen,
    social: {
      Instagram: "https://instagram.example/jasleen.at.the.mela",
      LinkedIn: "https://linkedin.example/in/jasleen-gill-events",
    },
  },
  {
    name: "Roshni Fernandes",
    ...members.roshni,
    portrait: roshni,
    social: { LinkedIn: "https://linkedin.example/in/roshni-fernandes" },
  },
];

/** Texts of /about (specification 2, "About"). */
export const strings = {
  ...messages,
  formula: {
    ...messages.formula,
    parts: Object.values(messages.formula.parts),
    results: Object.values(messages.formula.results),
  },
  team: {
    ...messages.team,
    portraitOf: (name: string) => messages.team.portraitOf({ name: isolated(name) }),
    members: team,
  },
} as const;
