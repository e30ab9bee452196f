import type { PaperProblem } from "@sakhi/domain/papers/paper.problems";
import type { PaperType } from "@sakhi/domain/papers/question.rules";
import { MIN_PICTURE_SIDE } from "@sakhi/domain/pictures/picture.rules";
import { type Box, decode, picture, problemOf } from "../pictures/picture-rendering.js";
import { paperContent } from "./paper-content.js";
import { copiedPdf } from "./pdf-copy.js";

/** What the decoder made of a paper. */
export type PaperRendering = { readonly type: PaperType; readonly bytes: Buffer } | { readonly problem: PaperProblem };

/** Small print of an A4 page stays readable: some 340 dots an inch. */
const PAGE: Box = { width: 4000, height: 4000 };
const QUALITY = 82;

/**
 * Opens a paper and writes a new one of what it shows: a photo as JPEG, upright, in sRGB, without the place, time and device that
 * its camera wrote beside it; a PDF page by page.
 *
 * Runs in the decoder's own process only.
 */
export async function renderPaper(bytes: Buffer): Promise<PaperRendering> {
  const content = paperContent(bytes);
  if ("problem" in content) return content;
  if (content.type === "pdf") {
    const copy = await copiedPdf(bytes);
    return "problem" in copy ? copy : { type: "application/pdf", bytes: copy };
  }
  try {
    const pixels = await decode(bytes, content.type, PAGE, tooSmall);
    if ("problem" in pixels) return pixels;
    const jpeg = await picture(pixels).flatten({ background: "#fff" }).jpeg({ quality: QUALITY }).toBuffer();
    return { type: "image/jpeg", bytes: jpeg };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** A narrow receipt is a paper, too. */
const tooSmall = (width: number, height: number): PaperProblem | undefined =>
  Math.min(width, height) < MIN_PICTURE_SIDE ? "too_small" : undefined;
