import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isolated } from "@sakhi/domain/fields/isolation";
import { LANGUAGES } from "@sakhi/domain/generated/messages/languages";
import { FIRST_LANGUAGE, type LanguageCode } from "@sakhi/domain/languages/language-paths";
import { BACKEND } from "../platform/folders.js";
import type { MailBlock, MailDraft } from "./mail.layout.js";

const FOLDER = fileURLToPath(new URL("assets/mails", BACKEND));

/** Values of a text's {fields} by name; undefined if this mail has none. */
export type MailFields = Readonly<Record<string, string | boolean | undefined>>;

/** Shared footers: that of a stall booking, the default, and that of an application. */
export type CommonFooter = "booking" | "application";

/** `{if sold}`, `{unless sold}` or `{if why=operator}`. */
interface Condition {
  readonly field: string;
  readonly value: string | undefined;
  readonly holds: boolean;
}

/** A text with unfilled fields, and the conditions under which it is included. */
interface Line {
  readonly conditions: readonly Condition[];
  readonly text: string;
}

type Block =
  | { readonly kind: "title" | "paragraph" | "heading" | "quote"; readonly line: Line }
  | { readonly kind: "button"; readonly line: Line; readonly url: string }
  | { readonly kind: "qr"; readonly line: Line; readonly alt: string; readonly content: string }
  | { readonly kind: "steps"; readonly lines: readonly Line[] }
  | { readonly kind: "facts"; readonly line: Line; readonly rows: readonly (readonly [Line, string])[] };

/** One file of assets/mails, in one language. */
interface MailText {
  readonly subject: readonly Line[];
  readonly preheader: readonly Line[];
  readonly blocks: readonly Block[];
  /** Its own lines, or the name of a shared footer. */
  readonly footer: readonly string[] | CommonFooter;
  /** Every field it uses. */
  readonly fields: readonly string[];
}

const CONDITION = /^\{(if|unless) (\w+)(?:=(\w+))?\} */;
const FIELD = /\{(\w+)\}/g;
const BUTTON = /^\[([^\]]+)\]\((\{\w+\})\)$/;
/** A QR code: alternative text, the field with its content, and the text next to it. */
const QR = /^!\[([^\]]+)\]\((\{\w+\})\) (.+)$/;

/** The texts of a language's mails by file name. */
function textsIn(language: LanguageCode): ReadonlyMap<string, MailText> {
  const folder = `${FOLDER}/${language}`;
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(
    files.map((file) => {
      const name = file.replace(/\.md$/, "");
      return [name, parse(`${language}/${name}`, readFileSync(`${folder}/${file}`, "utf8"))];
    }),
  );
}

/** The texts of all mails, read once at startup. */
const TEXTS = new Map<string, ReadonlyMap<string, MailText>>(LANGUAGES.map(({ code }) => [code, textsIn(code)]));

/** The language in which a mail can be written: the asked one, or English if that has no text for it. */
export function mailLanguage(name: string, language: LanguageCode): LanguageCode {
  return TEXTS.get(language)?.has(name) === true ? language : FIRST_LANGUAGE;
}

/**
 * Fills in the fields of a mail's text. Omits parts whose condition does not hold and rows, buttons and quotes whose field is undefined.
 * Braces and Markdown in a field's value stay literal: the text is parsed before.
 *
 * @param footers the shared footers by name
 * @param language one in which there is a text ({@link mailLanguage})
 * @throws Error if there is no such text, or it uses a field that the mail does not have
 */
export function mailDraft(
  name: string,
  fields: MailFields,
  footers: Readonly<Record<CommonFooter, readonly string[]>>,
  language: LanguageCode = FIRST_LANGUAGE,
): MailDraft {
  const text = TEXTS.get(language)?.get(name);
  if (text === undefined) throw new Error(`assets/mails/${language} has no ${name}.md`);
  const unknown = text.fields.filter((field) => !(field in fields));
  if (unknown.length > 0)
    throw new Error(`${language}/${name}.md uses fields that its mail does not have: ${unknown.join(", ")}`);
  const isIncluded = ({ conditions }: Line): boolean =>
    conditions.every(({ field, value, holds }) => {
      const found = fields[field];
      return holds === (value === undefined ? found !== undefined && found !== false : found === value);
    });
  // Names and other texts of people are in any script.
  const filled = (line: string): string =>
    line.replace(FIELD, (_, field: string) => isolated(String(fields[field] ?? "")));
  const first = (lines: readonly Line[]): string => filled(lines.find(isIncluded)?.text ?? "");
  const blockOf = (block: Block): readonly MailBlock[] => {
    if (block.kind === "steps") {
      const items = block.lines.filter(isIncluded).map((line) => filled(line.text));
      return items.length === 0 ? [] : [{ kind: "steps", items }];
    }
    if (block.kind === "title" || !isIncluded(block.line)) return [];
    const content = filled(block.line.text);
    switch (block.kind) {
      case "button": {
        const url = filled(block.url);
        return url === "" ? [] : [{ kind: "button", label: content, url }];
      }
      case "qr": {
        const code = filled(block.content);
        return code === "" ? [] : [{ kind: "qr", text: content, alt: filled(block.alt), content: code }];
      }
      case "quote":
        return content === "" ? [] : [{ kind: "quote", text: content }];
      case "facts": {
        const rows = block.rows
          .filter(([label, value]) => isIncluded(label) && fieldsIn(value).every((each) => fields[each] !== undefined))
          .map(([label, value]) => [filled(label.text), filled(value)] as const);
        return [{ kind: "facts", title: content, rows }];
      }
      case "paragraph":
      case "heading":
        return [{ kind: block.kind, text: content }];
    }
  };
  return {
    subject: first(text.subject),
    preheader: first(text.preheader),
    heading: first(text.blocks.flatMap((block) => (block.kind === "title" ? [block.line] : []))),
    blocks: text.blocks.flatMap(blockOf),
    footer: typeof text.footer === "string" ? footers[text.footer] : text.footer.map(filled),
  };
}

/** Parses a file: lines "Subject: …", "Preheader: …" and "Footer: …", then Markdown, then an optional footer. */
function parse(name: string, file: string): MailText {
  const [body = "", ownFooter] = file.split("\n---\n");
  const [head = "", ...blocks] = body.trim().split(/\n{2,}/);
  const header = (key: string): Line[] =>
    head.split("\n").flatMap((line) => (line.startsWith(`${key}: `) ? [lineOf(line.slice(key.length + 2))] : []));
  const footer: CommonFooter = header("Footer").length > 0 ? "application" : "booking";
  const text = {
    subject: header("Subject"),
    preheader: header("Preheader"),
    blocks: blocks.map(blockFrom),
    footer: ownFooter?.trim().split("\n") ?? footer,
  };
  if (text.subject.length === 0 || text.preheader.length === 0 || !text.blocks.some(({ kind }) => kind === "title")) {
    throw new Error(`${name}.md needs a subject, a preheader and a title`);
  }
  const conditions = [...file.matchAll(/\{(?:if|unless) (\w+)(?:=\w+)?\}/g)].map(([, field]) => field ?? "");
  return { ...text, fields: [...new Set([...conditions, ...fieldsIn(file)])] };
}

function blockFrom(block: string): Block {
  if (block.startsWith("## ")) return { kind: "heading", line: lineOf(block.slice(3)) };
  if (block.startsWith("# ")) return { kind: "title", line: lineOf(block.slice(2)) };
  if (block.startsWith("> ")) return { kind: "quote", line: lineOf(block.slice(2)) };
  if (block.startsWith("1. ")) {
    return { kind: "steps", lines: block.split("\n").map((item) => lineOf(item.replace(/^\d+\. /, ""))) };
  }
  if (block.startsWith("|")) {
    const [title, , ...rows] = block.split("\n").map((row) => row.split("|").map((cell) => cell.trim()));
    return {
      kind: "facts",
      line: lineOf(title?.[1] ?? ""),
      rows: rows.map(([, label = "", value = ""]) => [lineOf(label), value]),
    };
  }
  const line = lineOf(block.replaceAll("\n", " "));
  const [, alt, content, caption = ""] = QR.exec(line.text) ?? [];
  if (alt !== undefined && content !== undefined) {
    return { kind: "qr", line: { ...line, text: caption }, alt, content };
  }
  const [, label, url] = BUTTON.exec(line.text) ?? [];
  return label === undefined || url === undefined
    ? { kind: "paragraph", line }
    : { kind: "button", line: { ...line, text: label }, url };
}

function lineOf(text: string): Line {
  const conditions: Condition[] = [];
  let rest = text;
  for (let found = CONDITION.exec(rest); found !== null; found = CONDITION.exec(rest)) {
    const [whole, word, field = "", value] = found;
    conditions.push({ field, value, holds: word === "if" });
    rest = rest.slice(whole.length);
  }
  return { conditions, text: rest };
}

function fieldsIn(text: string): string[] {
  return [...text.matchAll(FIELD)].map(([, field]) => field ?? "");
}
