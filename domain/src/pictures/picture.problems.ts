import messages from "../generated/messages/en/upload-problems.js";
import { megabytes, PHOTO } from "../uploads/upload.rules.js";
import { MAX_WIDE_RATIO, MIN_PICTURE_SIDE, smallestShown } from "./picture.rules.js";

/** Why a picture was refused, in a language: a stable code and the sentence shown to its owner. */
export function pictureProblems({ pictures }: typeof messages) {
  return {
    ...pictures,
    too_large: pictures.too_large({ size: megabytes(PHOTO.maxBytes) }),
    too_many_pixels: pictures.too_many_pixels({ megapixels: PHOTO.maxPixels / 1_000_000 }),
    too_small: pictures.too_small({ least: MIN_PICTURE_SIDE }),
    too_wide: pictures.too_wide({ most: MAX_WIDE_RATIO }),
    not_a_picture: pictures.not_a_picture({ formats: PHOTO.words }),
    type_refused: pictures.type_refused({ formats: PHOTO.words }),
  };
}

/** The same in the build's language. */
export const PICTURE_PROBLEMS = pictureProblems(messages);

/** Code of a reason. */
export type PictureProblem = keyof typeof PICTURE_PROBLEMS;

/** True for a code of {@link PICTURE_PROBLEMS}. */
export function isPictureProblem(text: unknown): text is PictureProblem {
  return typeof text === "string" && Object.hasOwn(PICTURE_PROBLEMS, text);
}

/**
 * Why a picture of this size, in pixels, cannot be shown; undefined if it can. Each side of each of its files needs as much as the
 * upload: a whole panorama of a phone has it, a strip has not.
 */
export function sizeProblem(width: number, height: number): PictureProblem | undefined {
  if (Math.min(width, height) < MIN_PICTURE_SIDE) return "too_small";
  const shown = smallestShown(width, height);
  if (Math.min(shown.width, shown.height) >= MIN_PICTURE_SIDE) return undefined;
  return width > height ? "too_wide" : "too_tall";
}
