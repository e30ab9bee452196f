import { PAPER_PROBLEMS } from "@sakhi/domain/papers/paper.problems";
import { PICTURE_PROBLEMS } from "@sakhi/domain/pictures/picture.problems";
import { PAPER_UPLOAD, PICTURE_UPLOAD } from "@sakhi/domain/uploads/upload.rules";
import type { UploadLimits } from "./upload";

/** Limits of pictures. */
export const PICTURE_LIMITS: UploadLimits = {
  maxBytes: PICTURE_UPLOAD.maxBytes,
  tooLarge: PICTURE_PROBLEMS.too_large,
  problems: PICTURE_PROBLEMS,
};

/** Limits of papers. */
export const PAPER_LIMITS: UploadLimits = {
  maxBytes: PAPER_UPLOAD.maxBytes,
  tooLarge: PAPER_PROBLEMS.too_large,
  problems: PAPER_PROBLEMS,
};
