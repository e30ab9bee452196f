import { megabytes, PHOTO } from "../uploads/upload.rules.js";
import { MAX_WIDE_RATIO, MIN_PICTURE_SIDE, smallestShown } from "./picture.rules.js";

/** Why a picture was refused: a stable code and the sentence shown to its owner. */
export const PICTURE_PROBLEMS = {
  empty: "This file is empty. Please choose the picture again.",
  too_large: `This file is larger than ${megabytes(PHOTO.maxBytes)}. Please choose a smaller picture.`,
  too_many_pixels: `This picture has more than ${PHOTO.maxPixels / 1_000_000} megapixels. Please choose a smaller one.`,
  too_small: `This picture is too small to show: each side needs at least ${MIN_PICTURE_SIDE} pixels.`,
  too_wide: `This picture is too wide: a phone would show it as a thin line. Please crop it to what should be seen: at most ${MAX_WIDE_RATIO} times as wide as it is high.`,
  too_tall: "This picture is too high: it would be shown as a thin line. Please crop it to what should be seen.",
  not_a_picture: `This file is not a picture. Please choose a ${PHOTO.words} file.`,
  type_refused: `Pictures of this kind can't be used. Please choose a ${PHOTO.words} file.`,
  vector_drawing: "SVG drawings can't be used. Please save the drawing as PNG and choose that file.",
  animated: "Moving pictures can't be used. Please choose a still one.",
  other_content:
    "This picture has another file or a program inside. Please save it again in a photo app and choose the new file.",
  broken: "This picture is incomplete or damaged. Please choose it again, or another one.",
  too_complex: "This picture takes too much memory or time to open. Please save it again in a smaller size.",
} as const;

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
