import {
  EncryptedPDFError,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  PDFStream,
} from "@cantoo/pdf-lib";
import type { PaperProblem } from "@sakhi/domain/papers/paper.problems";
import { PDF } from "@sakhi/domain/uploads/upload.rules";

/** Keys that only what runs, opens or carries something has (ISO 32000-2: 7.11.4, 12.6, 12.7.8, 13.6, 13.7). */
const ACTIVE_KEYS = new Set([
  ...["JS", "JavaScript", "AA", "EF", "EmbeddedFile", "EmbeddedFiles", "XFA", "Launch"],
  ...["RichMediaContent", "RichMediaSettings", "Rendition", "Movie", "Sound", "3DD"],
]);
/** Actions and annotations that do more than show another place of the document or name an address. */
const ACTIVE_KINDS = new Set([
  ...["JavaScript", "Launch", "SubmitForm", "ImportData", "ResetForm", "GoToE", "GoToR", "Rendition", "Movie", "Sound"],
  ...["GoTo3DView", "RichMediaExecute", "RichMedia", "Screen", "3D", "FileAttachment", "EmbeddedFile"],
]);
/** Where a dictionary says what it is. */
const KIND_KEYS = ["S", "Subtype", "Type"] as const;

/**
 * A copy of a PDF that this product wrote: its pages, with everything that they show, and nothing else. What stood before, behind
 * or between the objects is gone, and so are actions, forms, names, metadata, earlier versions and signatures, whose looks stay.
 * A PDF with active parts is refused, wherever they are: in compressed objects, under names with escapes, in objects that nothing
 * leads to.
 *
 * Runs in the decoder's own process only: whatever the bytes do to it, no other process suffers.
 */
export async function copiedPdf(bytes: Buffer): Promise<Buffer | { readonly problem: PaperProblem }> {
  try {
    const source = await PDFDocument.load(bytes, { updateMetadata: false, preserveXFA: true });
    const objects = source.context.enumerateIndirectObjects();
    if (objects.some(([, object]) => isActive(object, source))) return { problem: "pdf_active" };
    const pages = source.getPageCount();
    if (pages === 0) return { problem: "broken" };
    if (pages > PDF.maxPages) return { problem: "pdf_too_long" };
    const copy = await PDFDocument.create({ updateMetadata: false });
    for (const page of await copy.copyPages(source, source.getPageIndices())) copy.addPage(page);
    for (const [, object] of copy.context.enumerateIndirectObjects()) {
      // It would be copied byte for byte.
      if (object instanceof PDFInvalidObject) return { problem: "broken" };
      if (object instanceof PDFDict) withoutActions(object);
    }
    const written = Buffer.from(await copy.save({ useObjectStreams: false, addDefaultPage: false }));
    return written.length > 2 * PDF.maxBytes ? { problem: "too_large" } : written;
  } catch (error) {
    if (error instanceof EncryptedPDFError) return { problem: "pdf_protected" };
    return { problem: error instanceof RangeError ? "too_complex" : "broken" };
  }
}

/** Whether an object, or one that it holds directly, runs, opens or carries something. */
function isActive(object: PDFObject, source: PDFDocument): boolean {
  const waiting: PDFObject[] = [object];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next instanceof PDFArray) waiting.push(...next.asArray());
    const dict = next instanceof PDFStream ? next.dict : next;
    if (!(dict instanceof PDFDict)) continue;
    for (const [key, value] of dict.entries()) {
      const name = key.decodeText();
      if (ACTIVE_KEYS.has(name)) return true;
      if (name === "OpenAction" && opensMore(source.context.lookup(value))) return true;
      waiting.push(value);
    }
    for (const key of KIND_KEYS) {
      const kind = source.context.lookup(dict.get(PDFName.of(key)));
      if (kind instanceof PDFName && ACTIVE_KINDS.has(kind.decodeText())) return true;
    }
  }
  return false;
}

/** Most programs write which page a document opens at; the copy does without. */
function opensMore(action: PDFObject | undefined): boolean {
  if (!(action instanceof PDFDict)) return false;
  const kind = action.lookup(PDFName.of("S"));
  return !(kind instanceof PDFName && kind.decodeText() === "GoTo") || action.has(PDFName.of("Next"));
}

/** Links and the like lead nowhere any more: an address in a stranger's paper is not one to press. */
function withoutActions(dict: PDFDict): void {
  for (const key of dict.keys()) {
    const isAction = key.decodeText() === "A" || key.decodeText() === "PA";
    if (isAction && dict.lookup(key) instanceof PDFDict) dict.delete(key);
  }
}
