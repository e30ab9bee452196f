import { oneLine } from "@sakhi/domain/fields/characters";
import type { PaperProblem } from "@sakhi/domain/papers/paper.problems";
import { PAPER_TYPES, type PaperType } from "@sakhi/domain/papers/question.rules";
import { PDF } from "@sakhi/domain/uploads/upload.rules";
import { isProgramOrArchive, pictureContent, type PictureType } from "../pictures/picture-content.js";

/** How far from its start readers look for a PDF, in bytes: scanners and mail programs write something before it. */
const PDF_HEAD = 1024;
const PDF_START = /%PDF-[12]\.\d/;

/** What a paper is by its bytes: a photo or a PDF to open, or why it is refused. */
export type PaperContent = { readonly type: PictureType | "pdf" } | { readonly problem: PaperProblem };

/**
 * Judges a file by its bytes alone, before anything opens it; neither its name nor the browser's word counts. The decoder has the
 * last word: what passes here can still be broken.
 */
export function paperContent(bytes: Buffer): PaperContent {
  const start = bytes.toString("latin1", 0, PDF_HEAD + 8).search(PDF_START);
  const picture = pictureContent(bytes);
  // A picture with a PDF's start in it is both, and neither is taken.
  if (start < 0 || "type" in picture || picture.problem === "other_content") return picture;
  if (bytes.length > PDF.maxBytes) return { problem: "too_large" };
  if (isProgramOrArchive(bytes, start, bytes.lastIndexOf("%%EOF"))) return { problem: "other_content" };
  return { type: "pdf" };
}

/** The name that a file is stored and shown under: of plain letters, with the ending of its type. */
export function paperName(given: string, type: PaperType): string {
  const base = oneLine(given)
    .replace(/\.[A-Za-z0-9]{1,5}$/, "")
    .replace(/[^\p{L}\p{M}\p{N} ()_-]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim()
    .slice(0, 80)
    .trim();
  return `${base || "file"}.${PAPER_TYPES[type]}`;
}
