import type { EventFacts } from "@sakhi/domain/events/event-facts";
import { oneLine } from "@sakhi/domain/invoices/printed-text";

/** Part of a mail; each is written both as HTML and as plain text. */
export type MailBlock =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "facts"; readonly title: string; readonly rows: readonly (readonly [string, string])[] }
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "steps"; readonly items: readonly string[] }
  /** What a person wrote, with its own line breaks. */
  | { readonly kind: "quote"; readonly text: string }
  | { readonly kind: "button"; readonly label: string; readonly url: string };

/** A mail before it is written out. Texts are plain: they are escaped here and nowhere else. */
export interface MailDraft {
  readonly subject: string;
  /** What an inbox shows beside the subject. */
  readonly preheader: string;
  readonly heading: string;
  readonly blocks: readonly MailBlock[];
  /** Lines at the foot, where it is not a mail about a stall booking. */
  readonly footer?: readonly string[];
}

/** A mail as it is sent. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** What is the same in every mail. */
export interface MailSite {
  readonly publicUrl: string;
  /** When and where the Mela is, and who runs it: as they are when the mail is written. */
  readonly facts: EventFacts;
}

const SERIF = "Eczar, Georgia, 'Times New Roman', serif";
const SANS = "Mukta, 'Nirmala UI', 'Noto Sans Devanagari', Arial, sans-serif";
/** The brand's colours; the dark ones only where the reader's system asks for dark. */
const LIGHT = { ground: "#FFF9EF", card: "#FFFFFF", ink: "#241A17", quiet: "#5B4D47", rule: "#D9CBB6" };
const RANI = "#B3134F";
const INDIGO = "#2B2A6B";
const MARIGOLD = "#E39A0B";
const WIDTH = 600;

/** Writes a draft as HTML (tables and inline styles, for mail programs) and as plain text that says the same. */
export function renderMail(draft: MailDraft, site: MailSite): RenderedMail {
  return { subject: oneLine(draft.subject), html: htmlOf(draft, site), text: textOf(draft, site) };
}

/** Escapes text for HTML content and quoted attributes. */
function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

function htmlOf(draft: MailDraft, site: MailSite): string {
  const e = escapeHtml;
  const blocks = draft.blocks.map(blockHtml).join("\n");
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${e(draft.subject)}</title>
<style>
  @media (prefers-color-scheme: dark) {
    .ground { background-color: #1B1413 !important; }
    .card { background-color: #2A201D !important; border-color: #4A3B35 !important; }
    .ticket { background-color: #221917 !important; border-color: #7A6558 !important; }
    .ink { color: #F7EDE2 !important; }
    .quiet { color: #CDBDB0 !important; }
    .head { color: #C9C7FF !important; }
    .link { color: #C9C7FF !important; }
  }
  @media (max-width: 480px) {
    .pad { padding-left: 20px !important; padding-right: 20px !important; }
    .label, .value { display: block !important; width: auto !important; }
    .label { padding-bottom: 0 !important; }
    .value { padding-top: 0 !important; }
  }
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:${LIGHT.ground};">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${e(draft.preheader)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background-color:${LIGHT.ground};">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:${WIDTH}px;background-color:${LIGHT.card};border:1px solid ${LIGHT.rule};border-radius:10px;overflow:hidden;">
<tr><td>${blockPrintHtml()}</td></tr>
<tr><td class="pad" style="padding:24px 32px 0;">
<p class="head" style="margin:0;font:700 18px/24px ${SERIF};color:${INDIGO};">${e(site.facts.organisation.name)}</p>
<h1 class="ink" style="margin:16px 0 0;font:700 28px/34px ${SERIF};color:${LIGHT.ink};">${e(draft.heading)}</h1>
</td></tr>
${blocks}
<tr><td class="pad" style="padding:24px 32px 28px;">
<p class="quiet" style="margin:0;padding-top:16px;border-top:1px solid ${LIGHT.rule};font:400 14px/21px ${SANS};color:${LIGHT.quiet};">${draft.footer === undefined ? bookingFooterHtml(site) : draft.footer.map(e).join("<br>")}</p>
</td></tr>
<tr><td>${blockPrintHtml()}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function bookingFooterHtml(site: MailSite): string {
  const e = escapeHtml;
  return `Questions? Reply to this mail or write to <a class="link" href="mailto:${e(site.facts.organisation.supportEmail)}" style="color:${INDIGO};">${e(site.facts.organisation.supportEmail)}</a>.<br>You get this mail because this address was given for a stall booking at <a class="link" href="${e(site.publicUrl)}" style="color:${INDIGO};">${e(site.facts.organisation.name)}</a>.`;
}

function blockHtml(block: MailBlock): string {
  const e = escapeHtml;
  const row = (inner: string): string =>
    `<tr><td class="pad" style="padding:16px 32px 0;">${inner}</td></tr>`;
  switch (block.kind) {
    case "paragraph":
      return row(
        `<p class="ink" style="margin:0;font:400 17px/26px ${SANS};color:${LIGHT.ink};">${e(block.text)}</p>`,
      );
    case "heading":
      return row(
        `<h2 class="head" style="margin:8px 0 0;font:700 20px/26px ${SERIF};color:${INDIGO};">${e(block.text)}</h2>`,
      );
    case "facts":
      return row(ticketHtml(block.title, block.rows));
    case "steps":
      return row(
        `<ol class="ink" style="margin:0;padding-left:22px;font:400 17px/26px ${SANS};color:${LIGHT.ink};">${block.items
          .map((item) => `<li style="margin:0 0 6px;">${e(item)}</li>`)
          .join("")}</ol>`,
      );
    case "quote":
      return row(
        `<blockquote class="ink ticket" style="margin:0;padding:12px 20px;border-left:4px solid ${MARIGOLD};background-color:${LIGHT.ground};font:400 17px/26px ${SANS};color:${LIGHT.ink};white-space:pre-wrap;word-break:break-word;overflow-wrap:anywhere;">${e(block.text)}</blockquote>`,
      );
    case "button":
      return row(
        `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td bgcolor="${RANI}" style="background-color:${RANI};border-radius:10px;"><a href="${e(block.url)}" style="display:inline-block;padding:12px 24px;font:700 17px/24px ${SANS};color:#FFFFFF;text-decoration:none;">${e(block.label)}</a></td></tr></table>`,
      );
  }
}

/** A ticket: what was booked or paid, label beside value, under each other on a phone. */
function ticketHtml(title: string, rows: readonly (readonly [string, string])[]): string {
  const e = escapeHtml;
  const lines = rows
    .map(
      ([label, value]) =>
        `<tr><th scope="row" class="label quiet" align="left" width="150" valign="top" style="padding:5px 12px 5px 20px;font:400 15px/24px ${SANS};color:${LIGHT.quiet};text-align:left;">${e(label)}</th><td class="value ink" valign="top" style="padding:5px 20px;font:700 17px/24px ${SANS};color:${LIGHT.ink};word-break:break-word;overflow-wrap:anywhere;">${e(value)}</td></tr>`,
    )
    .join("\n");
  return `<table class="ticket" width="100%" cellpadding="0" cellspacing="0" style="background-color:${LIGHT.ground};border:2px dashed ${LIGHT.rule};border-radius:10px;border-collapse:separate;">
<caption style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0);">${e(title)}</caption>
<tr><td colspan="2" style="height:10px;line-height:10px;font-size:0;">&nbsp;</td></tr>
${lines}
<tr><td colspan="2" style="height:10px;line-height:10px;font-size:0;">&nbsp;</td></tr>
</table>`;
}

/** The block-print border as mail programs can draw it: a row of coloured cells. */
function blockPrintHtml(): string {
  const colours = [RANI, MARIGOLD, INDIGO, MARIGOLD];
  const cells = Array.from(
    { length: 36 },
    (_, index) =>
      `<td bgcolor="${colours[index % 4] ?? RANI}" height="${index % 2 === 0 ? 6 : 3}" style="height:6px;line-height:6px;font-size:0;">&nbsp;</td>`,
  ).join("");
  return `<table role="presentation" aria-hidden="true" width="100%" cellpadding="0" cellspacing="0"><tr>${cells}</tr></table>`;
}

function textOf(draft: MailDraft, site: MailSite): string {
  const parts = draft.blocks.map(blockText);
  const footer = (draft.footer ?? bookingFooterLines(site)).join("\n");
  const heading = `${draft.heading}\n${"=".repeat(draft.heading.length)}`;
  return [site.facts.organisation.name, heading, ...parts, `-- \n${footer}`].join("\n\n") + "\n";
}

function bookingFooterLines(site: MailSite): readonly string[] {
  return [
    `Questions? Reply to this mail or write to ${site.facts.organisation.supportEmail}.`,
    `You get this mail because this address was given for a stall booking at ${site.facts.organisation.name} (${site.publicUrl}).`,
  ];
}

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case "paragraph":
      return block.text;
    case "heading":
      return `${block.text}\n${"-".repeat(block.text.length)}`;
    case "facts":
      return [`${block.title}:`, ...block.rows.map(([label, value]) => `  ${label}: ${value}`)].join("\n");
    case "steps":
      return block.items.map((item, index) => `${index + 1}. ${item}`).join("\n");
    case "quote":
      return block.text
        .split("\n")
        .map((line) => `> ${line}`.trimEnd())
        .join("\n");
    case "button":
      return `${block.label}: ${block.url}`;
  }
}
