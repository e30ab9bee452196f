import messages from "../generated/messages/en/upload-problems.js";
import { PICTURE_PROBLEMS, type PictureProblem } from "../pictures/picture.problems.js";
import { megabytes, PAPER_UPLOAD, PDF, PHOTO } from "../uploads/upload.rules.js";

const { notAPaper, ...papers } = messages.papers;
const NOT_A_PAPER = notAPaper({ formats: PAPER_UPLOAD.words });

/** Why a paper was refused: a stable code and the sentence shown to who sent it. A photo has the reasons of pictures. */
export const PAPER_PROBLEMS = {
  ...PICTURE_PROBLEMS,
  ...papers,
  too_large: papers.too_large({ photo: megabytes(PHOTO.maxBytes), pdf: megabytes(PDF.maxBytes) }),
  not_a_picture: NOT_A_PAPER,
  type_refused: NOT_A_PAPER,
  vector_drawing: NOT_A_PAPER,
  pdf_too_long: papers.pdf_too_long({ pages: PDF.maxPages }),
} as const satisfies Readonly<Record<PictureProblem, string>> & Readonly<Record<string, string>>;

/** Code of a reason. */
export type PaperProblem = keyof typeof PAPER_PROBLEMS;

/** True for a code of {@link PAPER_PROBLEMS}. */
export function isPaperProblem(text: unknown): text is PaperProblem {
  return typeof text === "string" && Object.hasOwn(PAPER_PROBLEMS, text);
}
