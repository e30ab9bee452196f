import { Transform } from "class-transformer";
import { oneLine } from "./characters.js";

/** Only invisible characters: whitespace and ignorable code points such as U+200D (zero-width joiner). */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/**
 * Transforms text before validation, after normalising it to NFC: keyboards differ in whether ढ़ is one code point or
 * two, and the catalogue's filters compare NFC. Invisible text becomes empty. Other types are left for the validators to
 * reject.
 */
export const text = (change: (value: string) => string | undefined) =>
  Transform(({ value }: { value: unknown }) => {
    if (typeof value !== "string") return value;
    return change(INVISIBLE.test(value) ? "" : value.normalize("NFC"));
  });

/** Trims text. */
export const trimmed = text((value) => value.trim());
/** Single-line text: line breaks and control characters become spaces, which prevents mail header injection. */
export const singleLine = text(oneLine);
/** Optional single-line text: blank is treated as absent. */
export const optionalLine = text((value) => oneLine(value) || undefined);
/** Multi-line text: keeps line breaks, removes other control characters and marks of another direction. */
export const manyLines = text((value) =>
  value
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, "")
    .trim(),
);
