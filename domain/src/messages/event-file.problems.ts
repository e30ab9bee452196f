import { PAPER_PROBLEMS, type PaperProblem } from "../papers/paper.problems.js";
import { PAPER_UPLOAD } from "../uploads/upload.rules.js";
import { MAX_ATTACHED_BYTES } from "./message.rules.js";

const NOT_A_FILE = `This file is neither a picture nor a PDF that can be read. Please choose: ${PAPER_UPLOAD.words}.`;

/** Why a file for messages was refused: the codes of papers, which are checked alike, in an operator's words. */
export const EVENT_FILE_PROBLEMS: Readonly<Record<PaperProblem, string>> = {
  ...PAPER_PROBLEMS,
  too_large: `This file is too large for a mail. A PDF can have up to ${MAX_ATTACHED_BYTES / 1024 / 1024} MB.`,
  too_small: "This picture is too small to read.",
  not_a_picture: NOT_A_FILE,
  type_refused: NOT_A_FILE,
  vector_drawing: NOT_A_FILE,
  broken: "This file is incomplete or damaged. Please choose it again.",
  pdf_too_long: "This PDF has too many pages. Please choose those that holders need.",
};
