import messages from "@sakhi/domain/generated/messages/en/awards";

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

const { marketplace, finalist, achievers } = messages.awards;
/**
 * The awards of specification 2. Awarding bodies, locations and the press link are placeholders, identical to those in the
 * demonstration catalogue (backend/assets/demonstration/showcase.json), so that search results match this page.
 */
const awards: readonly Award[] = [
  {
    id: "marketplace",
    ...marketplace,
    media: { label: marketplace.media, href: "https://press.example/gender-responsive-marketplace-2024" },
  },
  { id: "finalist", ...finalist },
  { id: "achievers", ...achievers },
];

/** Texts of /awards. */
export const strings = { ...messages, awards } as const;
