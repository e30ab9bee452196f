import messages from "../generated/messages/en/admin-message-problems.js";
import { PAPER_PROBLEMS, type PaperProblem } from "../papers/paper.problems.js";
import { PAPER_UPLOAD } from "../uploads/upload.rules.js";
import { MAX_ATTACHED_BYTES } from "./message.rules.js";

const { files } = messages;
const NOT_A_FILE = files.notAFile({ formats: PAPER_UPLOAD.words });

/** Why a file for messages was refused: the codes of papers, which are checked alike, in an operator's words. */
export const EVENT_FILE_PROBLEMS: Readonly<Record<PaperProblem, string>> = {
  ...PAPER_PROBLEMS,
  too_large: files.tooLarge({ most: MAX_ATTACHED_BYTES / 1024 / 1024 }),
  too_small: files.tooSmall,
  not_a_picture: NOT_A_FILE,
  type_refused: NOT_A_FILE,
  vector_drawing: NOT_A_FILE,
  broken: files.broken,
  pdf_too_long: files.tooLong,
};
