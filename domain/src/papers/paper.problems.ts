import { PICTURE_PROBLEMS, type PictureProblem } from "../pictures/picture.problems.js";
import { megabytes, PAPER_UPLOAD, PDF, PHOTO } from "../uploads/upload.rules.js";

const OTHERWISE = "Please save or print it as a new PDF, or take a photo of the paper.";
const NOT_A_PAPER = `This file is neither a photo nor a PDF that can be read. Please choose: ${PAPER_UPLOAD.words}.`;

/** Why a paper was refused: a stable code and the sentence shown to who sent it. A photo has the reasons of pictures. */
export const PAPER_PROBLEMS = {
  ...PICTURE_PROBLEMS,
  empty: "This file is empty. Please choose it again.",
  too_large: `This file is too large. Photos can have up to ${megabytes(PHOTO.maxBytes)}, PDFs up to ${megabytes(PDF.maxBytes)}.`,
  too_small: "This picture is too small to read. Please take a photo of the whole paper.",
  not_a_picture: NOT_A_PAPER,
  type_refused: NOT_A_PAPER,
  vector_drawing: NOT_A_PAPER,
  animated: "Moving pictures can't be used. Please choose a still one.",
  other_content: `This file has another file or a program inside. ${OTHERWISE}`,
  broken: "This file is incomplete or damaged. Please choose it again, or take a photo of the paper.",
  too_complex: `This file takes too much memory or time to open. ${OTHERWISE}`,
  pdf_active: `This PDF has a program, a form or a file inside, which we do not take. ${OTHERWISE}`,
  pdf_protected: `This PDF is protected with a password. ${OTHERWISE}`,
  pdf_too_long: `This PDF has more than ${PDF.maxPages} pages. Please send only those that are asked for.`,
} as const satisfies Readonly<Record<PictureProblem, string>> & Readonly<Record<string, string>>;

/** Code of a reason. */
export type PaperProblem = keyof typeof PAPER_PROBLEMS;

/** True for a code of {@link PAPER_PROBLEMS}. */
export function isPaperProblem(text: unknown): text is PaperProblem {
  return typeof text === "string" && Object.hasOwn(PAPER_PROBLEMS, text);
}
