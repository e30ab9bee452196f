import messages from "../generated/messages/en/admin-csv.js";
import type { FileProblem } from "./csv-reading.js";

/** Of browsers and Node; the domain's types know neither. */
declare const TextDecoder: new (
  label: string,
  options?: { readonly fatal?: boolean },
) => { decode(bytes: Uint8Array): string };

/** A text read from a file's bytes, or why it is none. */
export type FileText =
  | { readonly text: string; readonly problem?: undefined }
  | { readonly text?: undefined; readonly problem: FileProblem };

const startsWith = (bytes: Uint8Array, ...first: readonly number[]) => first.every((byte, at) => bytes[at] === byte);

/** UTF-16 without a byte order mark: every other byte of plain text is 0. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const sample = bytes.subarray(0, 400);
  const zeros = [0, 1].map((odd) => sample.filter((byte, at) => at % 2 === odd && byte === 0).length);
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) * 4 < sample.length || Math.min(even, odd) > 0) return undefined;
  return odd > even ? "utf-16le" : "utf-16be";
}

/** What Windows-1252 has where Latin-1 has control characters: 0x80 to 0x9F. Some versions of Node decode it as Latin-1. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";

const fromWindows1252 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) =>
    byte < 0x80 || byte > 0x9f ? String.fromCharCode(byte) : WINDOWS_1252[byte - 0x80],
  ).join("");

/**
 * Decodes a file of text as spreadsheets save them: UTF-8, UTF-16 (Excel's "Unicode text"), else Windows-1252, which Excel's
 * "CSV" is here.
 */
export function decodeFile(bytes: Uint8Array): FileText {
  // ZIP and OLE: xlsx, ods and xls.
  if (startsWith(bytes, 0x50, 0x4b) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    return { problem: { message: messages.workbook, line: 1, column: 1 } };
  const utf16 = startsWith(bytes, 0xff, 0xfe)
    ? "utf-16le"
    : startsWith(bytes, 0xfe, 0xff)
      ? "utf-16be"
      : utf16Of(bytes);
  if (utf16 !== undefined) return { text: new TextDecoder(utf16).decode(bytes) };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { text: fromWindows1252(bytes) };
  }
}

/** What stands for bytes that another program could not read, and what no text has. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const UNREADABLE = /[\uFFFD\u0000-\u0008\u000B\u000C\u000E-\u001F\u0080-\u009F]/;

/** Characters that are none, the first of each line: reading them as they are would show them to visitors. */
export function unreadableCharacters(text: string): readonly FileProblem[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const at = line.search(UNREADABLE);
    if (at < 0) return [];
    return [{ message: messages.unreadable, line: index + 1, column: at + 1 }];
  });
}
