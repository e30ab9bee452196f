import messages from "../generated/messages/en/upload-problems.js";
import { pictureProblems } from "../pictures/picture.problems.js";
import { megabytes, PAPER_UPLOAD, PDF, PHOTO } from "../uploads/upload.rules.js";

/** Why a paper was refused, in a language: a stable code and the sentence shown to who sent it. A photo has the reasons of pictures. */
export function paperProblems(texts: typeof messages) {
  const { notAPaper, ...papers } = texts.papers;
  const refused = notAPaper({ formats: PAPER_UPLOAD.words });
  return {
    ...pictureProblems(texts),
    ...papers,
    too_large: papers.too_large({ photo: megabytes(PHOTO.maxBytes), pdf: megabytes(PDF.maxBytes) }),
    not_a_picture: refused,
    type_refused: refused,
    vector_drawing: refused,
    pdf_too_long: papers.pdf_too_long({ pages: PDF.maxPages }),
  };
}

/** The same in the build's language. */
export const PAPER_PROBLEMS = paperProblems(messages);

/** Code of a reason. */
export type PaperProblem = keyof typeof PAPER_PROBLEMS;

/** True for a code of {@link PAPER_PROBLEMS}. */
export function isPaperProblem(text: unknown): text is PaperProblem {
  return typeof text === "string" && Object.hasOwn(PAPER_PROBLEMS, text);
}
