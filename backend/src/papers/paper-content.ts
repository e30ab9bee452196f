import { oneLine } from "@sakhi/domain/fields/characters";
import { PAPER_TYPES, type PaperType } from "@sakhi/domain/papers/question.rules";
import { pictureContent } from "../pictures/picture-content.js";

/** How far from its end a PDF says that it ends, in bytes. */
const PDF_TAIL = 2048;

/** What a file is, by its bytes alone; neither its name nor the browser's word counts. Undefined for what is not accepted. */
export function paperType(bytes: Buffer): PaperType | undefined {
  if (/^%PDF-[12]\.\d/.test(bytes.toString("latin1", 0, 8))) {
    const tail = bytes.toString("latin1", Math.max(0, bytes.length - PDF_TAIL));
    return tail.includes("%%EOF") ? "application/pdf" : undefined;
  }
  const picture = pictureContent(bytes);
  if (!("type" in picture)) return undefined;
  switch (picture.type) {
    case "jpeg":
      return "image/jpeg";
    case "png":
      return "image/png";
    case "webp":
    case "heic":
      return undefined;
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
