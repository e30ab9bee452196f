import { oneLine } from "@sakhi/domain/fields/characters";
import { MAX_PAPER_BYTES, type PaperType } from "@sakhi/domain/papers/question.rules";
import { PAPER_TYPES } from "@sakhi/domain/papers/question.rules";
import { pictureContent } from "../pictures/picture-content.js";

/** How far from its end a PDF says that it ends, in bytes. */
const PDF_TAIL = 2048;

/** What a file is by its bytes, or why it is refused. */
export type PaperContent = { readonly type: PaperType } | { readonly problem: "empty" | "too_large" | "type" };

/** Judges a file by its bytes alone; neither its name nor the browser's word counts. */
export function paperContent(bytes: Buffer): PaperContent {
  if (bytes.length === 0) return { problem: "empty" };
  if (bytes.length > MAX_PAPER_BYTES) return { problem: "too_large" };
  if (/^%PDF-[12]\.\d/.test(bytes.toString("latin1", 0, 8))) {
    const tail = bytes.toString("latin1", Math.max(0, bytes.length - PDF_TAIL));
    return tail.includes("%%EOF") ? { type: "application/pdf" } : { problem: "type" };
  }
  const picture = pictureContent(bytes);
  if (!("type" in picture)) return { problem: "type" };
  switch (picture.type) {
    case "jpeg":
      return { type: "image/jpeg" };
    case "png":
      return { type: "image/png" };
    case "webp":
    case "heic":
      return { problem: "type" };
  }
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
