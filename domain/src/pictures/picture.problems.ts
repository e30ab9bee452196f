/** Why a picture was refused: a stable code and the sentence shown to its owner. */
export const PICTURE_PROBLEMS = {
  empty: "This file is empty. Please choose the picture again.",
  too_large: "This file is larger than 20 MB. Please choose a smaller picture.",
  too_many_pixels: "This picture has more than 50 megapixels. Please choose a smaller one.",
  too_small: "This picture is too small to show: each side needs at least 32 pixels.",
  not_a_picture: "This file is not a picture. Please choose a JPEG, PNG, WebP or HEIC file.",
  type_refused: "Pictures of this kind cannot be used. Please choose a JPEG, PNG, WebP or HEIC file.",
  vector_drawing: "SVG drawings cannot be used. Please save the drawing as PNG and choose that file.",
  animated: "Moving pictures cannot be used. Please choose a still one.",
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
