import { oneLine } from "./characters.js";

/** {@link oneLine} for a text with isolated names, which stay isolated. */
export function isolatedLine(text: string): string {
  return text
    .split(/(\u2068[^\u2068\u2069]*\u2069)/)
    .map((part) => (part.startsWith("\u2068") ? `\u2068${oneLine(part)}\u2069` : oneLineInside(part)))
    .join("")
    .trim();
}

/** One line of a part of a text: its blanks at both ends separate it from the others. */
function oneLineInside(part: string): string {
  const line = oneLine(part);
  if (line === "") return /\s/.test(part) ? " " : "";
  return `${/^\s/.test(part) ? " " : ""}${line}${/\s$/.test(part) ? " " : ""}`;
}
