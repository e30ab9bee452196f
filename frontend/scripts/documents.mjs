/**
 * Parses a document of src/assets/documents (a strict subset of Markdown) into data at build time, as a Vite plugin and
 * a Jest transformer. The result is a TextDocument (src/assets/assets.d.ts).
 *
 *   # Title                   first line
 *   Effective 15 October 2025 optional: effective date
 *   One paragraph             optional: the lead
 *   > - A point               optional: the summary
 *   ## Heading {#anchor}      a section: paragraphs, then points ("- ", one line each), then <{supportEmail}>
 */
const LINE = {
  title: /^# (?<text>.+)$/,
  effective: /^Effective (?<text>.+)$/,
  gist: /^> - (?<text>.+)$/,
  section: /^## (?<text>.+) \{#(?<id>[a-z0-9-]+)\}$/,
  point: /^- (?<text>.+)$/,
  email: /^<(?<text>\{supportEmail\})>$/,
  paragraph: /^(?<text>[\p{L}\p{N}"“(].*)$/u,
};

/** @throws Error with file and line for anything that is not as above */
function parseDocument(markdown, file) {
  const parsed = { gist: [], sections: [] };
  for (const [index, line] of markdown.split("\n").entries()) {
    if (line.trim() === "") continue;
    const fail = (problem) => {
      throw new Error(`${file}:${index + 1}: ${problem}: ${line}`);
    };
    const [kind, match] =
      Object.entries(LINE)
        .map(([name, pattern]) => [name, pattern.exec(line)])
        .find(([, found]) => found !== null) ?? fail("unknown syntax");
    const { text, id } = match.groups;
    if ((kind === "title") === (parsed.title !== undefined)) fail("a document has one title, in its first line");
    const section = parsed.sections.at(-1);
    if (kind === "title") parsed.title = text;
    else if (kind === "section") {
      if (parsed.sections.some((other) => other.id === id)) fail("duplicate anchor");
      parsed.sections.push({ id, heading: text });
    } else if (section === undefined) {
      if (kind === "gist") parsed.gist.push(text);
      else if (kind === "effective") parsed.effective = { date: isoDate(text) ?? fail("invalid date"), text };
      else if (kind === "paragraph" && parsed.lead === undefined) parsed.lead = text;
      else fail("only one paragraph and the summary may precede the first section");
    } else if (section.email !== undefined) fail("nothing may follow a section's e-mail address");
    else if (kind === "paragraph" && section.points === undefined) (section.text ??= []).push(text);
    else if (kind === "point") (section.points ??= []).push(text);
    else if (kind === "email") section.email = text;
    else fail("out of order in a section");
  }
  for (const { heading, text, points } of parsed.sections)
    if (text === undefined && points === undefined) throw new Error(`${file}: "${heading}" is empty`);
  return { ...parsed, numbered: parsed.sections.every(({ heading }, at) => heading.startsWith(`${at + 1}. `)) };
}

function isoDate(text) {
  const at = Date.parse(`${text} UTC`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, 10);
}

const moduleOf = (markdown, file) => `export default ${JSON.stringify(parseDocument(markdown, file))};`;

/** The Vite plugin. */
export const documents = {
  name: "documents",
  transform: (text, id) => (id.endsWith(".md") ? { code: moduleOf(text, id), map: null } : undefined),
};

/** The Jest transformer. */
export default { process: (text, file) => ({ code: moduleOf(text, file) }) };
