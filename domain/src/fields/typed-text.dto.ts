import { Transform } from "class-transformer";
import { oneLine } from "../invoices/printed-text.js";

/**
 * Changes text before it is judged, composed first: a keyboard's one sign for ढ़ and another's two are the same letter,
 * and the catalogue's filters compare in that form. Anything that is no string stays, for the validators to refuse.
 */
export const text = (change: (value: string) => string | undefined) =>
  Transform(({ value }: { value: unknown }) => (typeof value === "string" ? change(value.normalize("NFC")) : value));

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
