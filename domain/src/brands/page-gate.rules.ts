import messages from "../generated/messages/en/page-parts.js";
import type { BrandChangeState } from "./brand-change.states.js";
import { BRAND_LINKS } from "./brand-page.fields.js";
import { type BrandPage, picturesOf, STORY_LENGTH } from "./brand-page.rules.js";

/**
 * What stands between an application and the site: the state of its newest page. `none`: nothing is written yet;
 * `accepted`: a page was accepted, which goes live with the approval.
 */
export const APPLICATION_PAGE_STATES = ["none", "draft", "sent", "returned", "accepted"] as const satisfies readonly (
  | BrandChangeState
  | "none"
)[];
export type ApplicationPageState = (typeof APPLICATION_PAGE_STATES)[number];

/** What {@link approvalProblem} is decided from. */
interface PageDetails {
  /** A page of the application was accepted: with a picture, or with the owner's word that she has none. */
  readonly isAccepted: boolean;
  /** A page waits for review. */
  readonly isSent: boolean;
  /** It joins a brand whose page shows a picture. */
  readonly brandHasPictures: boolean;
  /** She has started a page. */
  readonly isStarted: boolean;
  /** Whether the owner has said that she has no logo and no pictures; undefined for a call that says nothing about them. */
  readonly ownerHasNone: boolean | undefined;
}

/**
 * Why an application cannot be approved yet: a listing goes live with a logo or a picture, or the owner's word (decision 66).
 * A call that says nothing about pictures, as those from before pages existed, lists an application without a page.
 */
export function approvalProblem({
  isAccepted,
  isSent,
  brandHasPictures,
  isStarted,
  ownerHasNone,
}: PageDetails): "brand_page_unreviewed" | "brand_page_missing" | undefined {
  if (isAccepted) return undefined;
  if (isSent) return "brand_page_unreviewed";
  if (brandHasPictures || ownerHasNone === true) return undefined;
  return ownerHasNone === undefined && !isStarted ? undefined : "brand_page_missing";
}

/** Parts of a good page, in the words of our mails and of the dashboard. The first is needed, the others are advice. */
export const PAGE_PARTS = partTexts(messages);
export type PagePart = Exclude<keyof typeof messages, "listed">;

function partTexts({ listed: _listed, ...texts }: typeof messages): Readonly<Record<PagePart, string>> {
  return { ...texts, story: texts.story({ min: STORY_LENGTH.min }) };
}

/** What a page lacks, in the order of the page. A page whose owner has no pictures lacks none. */
export function pageLacks(page: BrandPage): PagePart[] {
  const { logoId, coverId, place, products, noPictures } = page;
  const pictured = !noPictures;
  const isMissing: Readonly<Record<PagePart, boolean>> = {
    picture: pictured && picturesOf(page).length === 0,
    logo: pictured && logoId === null && picturesOf(page).length > 0,
    cover: pictured && coverId === null,
    story: page.story.trim().length < STORY_LENGTH.min,
    place: place.trim() === "",
    products: products.length === 0,
    photographs: pictured && products.some(({ pictures }) => pictures.length === 0),
    links: BRAND_LINKS.every((link) => page[link].trim() === ""),
  };
  return (Object.keys(PAGE_PARTS) as PagePart[]).filter((part) => isMissing[part]);
}

/** "a logo, products and a link where people can buy" */
export function partsInWords(parts: readonly PagePart[], words: typeof messages = messages): string {
  const texts = partTexts(words);
  const said = parts.map((part) => texts[part]);
  const last = said.at(-1) ?? "";
  return said.length < 2 ? last : words.listed({ parts: said.slice(0, -1).join(", "), last });
}
