import messages from "../generated/messages/en/admin-message-problems.js";
import { hasKey } from "../mails/mail-keys.rules.js";

/** What stands for what is different for each holder. */
export const PLACEHOLDER_NAMES = [
  "name",
  "stall",
  "brand",
  "event",
  "days",
  "venue",
  "gate",
  "settingUp",
  "map",
  "link",
  "papers",
  "papersUntil",
  "next",
] as const;
export type Placeholder = (typeof PLACEHOLDER_NAMES)[number];

/** Values of the placeholders for one holder. */
export type PlaceholderValues = Readonly<Record<Placeholder, string>>;

const IN_BRACES = /\{([^{}\n]*)\}/g;
const BLANK = /\[[^[\]\n]{1,80}\]/g;

/** Fills in a subject or a text. What stands in braces in a value stays as it is. */
export function filled(text: string, values: PlaceholderValues): string {
  return text.replace(IN_BRACES, (found, name: string) => (isPlaceholder(name) ? values[name] : found));
}

const isPlaceholder = (name: string): name is Placeholder => PLACEHOLDER_NAMES.some((each) => each === name);

/** Whether a text has a placeholder. */
export function uses(text: string, name: Placeholder): boolean {
  return text.includes(`{${name}}`);
}

/** Why a subject or text is refused, in words; undefined if it is not. @param part what it is */
export function messageTextProblem(text: string, part: "subject" | "text"): string | undefined {
  const unknown = [...text.matchAll(IN_BRACES)].map(([found, name = ""]) => ({ found, name }));
  const wrong = unknown.find(({ name }) => !isPlaceholder(name));
  if (wrong !== undefined)
    return messages.unknown({
      found: wrong.found,
      placeholders: PLACEHOLDER_NAMES.map((name) => `{${name}}`).join(" "),
    });
  if (hasKey(text)) return messages.personalLink({ placeholder: "{link}" });
  if (part === "subject" && uses(text, "event")) return messages.eventInSubject;
  if (part === "subject" && ["link", "map", "days", ...MAY_BE_UNSAID].some((name) => uses(text, name as Placeholder)))
    return messages.notInSubject;
  return undefined;
}

/** Parts in square brackets that a template leaves to the organizer, e.g. "[which gate]". */
export function blanksIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(BLANK)].map(([blank]) => blank))];
}

/** Why a message can't go out as it is, though it may be kept as a draft; undefined if it can. */
export function unfinishedProblem(text: string): string | undefined {
  const blanks = blanksIn(text);
  return blanks.length === 0 ? undefined : messages.unfinished({ blanks: blanks.join(", ") });
}

/** What an event may not say: a line that uses one without a value is left out. */
const MAY_BE_UNSAID = ["gate", "settingUp", "next"] as const satisfies readonly Placeholder[];

/** Placeholders of a text that have no value for a holder; their lines are left out. */
export function unsaidIn(text: string, values: PlaceholderValues): readonly Placeholder[] {
  return MAY_BE_UNSAID.filter((name) => uses(text, name) && values[name] === "");
}

/** A text without the lines that say something of which nothing is known. */
export function saidLines(text: string, values: PlaceholderValues): string {
  const unsaid = unsaidIn(text, values);
  if (unsaid.length === 0) return text;
  return text
    .split("\n")
    .filter((line) => !unsaid.some((name) => uses(line, name)))
    .join("\n");
}

/** A part of a message as mails show it. */
export type MessagePart =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "button"; readonly to: "link" | "map" };

/** The parts of a text: paragraphs between empty lines; a link alone on its line becomes a button. */
export function messageParts(text: string): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  let lines: string[] = [];
  const end = (): void => {
    if (lines.length > 0) parts.push({ kind: "paragraph", text: lines.join("\n") });
    lines = [];
  };
  for (const line of text.split("\n").map((each) => each.trimEnd())) {
    const alone = line.trim();
    if (alone === "{link}" || alone === "{map}") {
      end();
      parts.push({ kind: "button", to: alone === "{link}" ? "link" : "map" });
    } else if (alone === "") end();
    else lines.push(line.replace(/^\s*[-*] /, "• "));
  }
  end();
  return parts;
}
