import { Transform } from "class-transformer";
import { oneLine } from "../invoices/printed-text.js";

/** Nothing that anybody sees: spaces, and signs that only join or mark others, such as U+200D. */
const UNSEEN = /^[\s\p{Default_Ignorable_Code_Point}]+$/u;

/**
 * Changes text before it is judged, composed first: a keyboard's one sign for ढ़ and another's two are the same letter,
 * and the catalogue's filters compare in that form. What nobody sees is empty. Anything that is no string stays, for the
 * validators to refuse.
 */
export const text = (change: (value: string) => string | undefined) =>
  Transform(({ value }: { value: unknown }) => {
    if (typeof value !== "string") return value;
    return change(UNSEEN.test(value) ? "" : value.normalize("NFC"));
  });

/** Without spaces around it. */
export const trimmed = text((value) => value.trim());
/** One line of text: line breaks and control characters become spaces, so nothing typed can end a mail's header. */
export const singleLine = text(oneLine);
/** An optional line: blank means not given. */
export const optionalLine = text((value) => oneLine(value) || undefined);
/** Text of several lines: breaks stay, other control characters go. */
export const manyLines = text((value) =>
  value
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim(),
);
/** An Indian phone number: a leading +91 is accepted and dropped, so that one form is stored. */
export const phoneDigits = text((value) => value.trim().replace(/^\+91[\s-]?/, ""));
