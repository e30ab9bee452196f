import type { BrandState } from "@sakhi/domain/brands/curation.rules";
import type { Tone } from "../parts/labels";

/** Colours of a brand's and a product's state. */
export const STATE_TONES: Readonly<Record<BrandState, Tone>> = {
  shown: "good",
  hidden: "bad",
  expired: "waiting",
  off: "plain",
};
