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
      withoutActions(object);
    }
    const written = Buffer.from(await copy.save({ useObjectStreams: false, addDefaultPage: false }));
    return written.length > 2 * PDF.maxBytes ? { problem: "too_large" } : written;
  } catch (error) {
    if (error instanceof EncryptedPDFError) return { problem: "pdf_protected" };
    return { problem: error instanceof RangeError ? "too_complex" : "broken" };
  }
}

/** The dictionaries of an object: its own, and those that it holds directly. */
function dictsIn(object: PDFObject): readonly PDFDict[] {
  const found: PDFDict[] = [];
  const waiting: PDFObject[] = [object];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next instanceof PDFArray) waiting.push(...next.asArray());
    const dict = next instanceof PDFStream ? next.dict : next;
    if (!(dict instanceof PDFDict)) continue;
    found.push(dict);
    waiting.push(...dict.values());
  }
  return found;
}

/** Whether an object runs, opens or carries something. */
function isActive(object: PDFObject, source: PDFDocument): boolean {
  return dictsIn(object).some((dict) => {
    const hasKey = dict.entries().some(([key, value]) => {
      const name = key.decodeText();
      return ACTIVE_KEYS.has(name) || (name === "OpenAction" && opensMore(source.context.lookup(value)));
    });
    return hasKey || KIND_KEYS.some((key) => ACTIVE_KINDS.has(nameOf(dict, key) ?? ""));
  });
}

/** Most programs write which page a document opens at; the copy does without. */
function opensMore(action: PDFObject | undefined): boolean {
  return action instanceof PDFDict && (nameOf(action, "S") !== "GoTo" || action.has(PDFName.of("Next")));
}

/** Links and the like lead nowhere: an address in a stranger's paper is not one to press. */
function withoutActions(object: PDFObject): void {
  for (const dict of dictsIn(object)) {
    // An annotation; elsewhere the same letters name a font or a colour.
    if (!dict.has(PDFName.of("Rect"))) continue;
    for (const key of ["A", "PA"]) dict.delete(PDFName.of(key));
  }
}

/** The name that a dictionary has under a key; undefined for anything else. */
function nameOf(dict: PDFDict, key: string): string | undefined {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFName ? value.decodeText() : undefined;
}
