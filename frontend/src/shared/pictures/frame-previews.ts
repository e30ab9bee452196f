import { CARD_RATIO, COVER_RATIO, LOGO, type PictureFrame, PRODUCT_CARD_RATIO } from "./frames";
import { strings } from "./pictures.strings";

/** What the editors preview of each kind of picture. */
export const FRAMES = {
  logo: [{ ...LOGO, width: 8 }],
  cover: [
    { ratio: COVER_RATIO.base, fit: "cover", width: 10, label: strings.frames.phone },
    { ratio: COVER_RATIO.sm, fit: "cover", width: 15, label: strings.frames.computer },
    { ratio: CARD_RATIO.sm, fit: "cover", width: 8, label: strings.frames.card },
  ],
  product: [
    { ratio: PRODUCT_CARD_RATIO, fit: "cover", width: 8, label: strings.frames.card },
    { ratio: CARD_RATIO.base, fit: "cover", width: 9, label: strings.frames.phone },
    { ratio: "large", fit: "cover", width: 9, label: strings.frames.page },
  ],
} as const satisfies Readonly<Record<string, readonly PictureFrame[]>>;
