import type { EventFacts } from "@sakhi/domain/events/event-facts";
import { isolatedLine } from "@sakhi/domain/fields/isolated-line";
import { isolated, isolatesAsBdi } from "@sakhi/domain/fields/isolation";
import { escapeHtml } from "@sakhi/domain/site/html";
import type { MailAttachment } from "./mail-attachments.service.js";
import { type QrPicture, qrPicture } from "./qr-code.js";

/** A block of a mail, rendered both as HTML and as plain text. */
export type MailBlock =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "facts"; readonly title: string; readonly rows: readonly (readonly [string, string])[] }
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "steps"; readonly items: readonly string[] }
  /** A person's own text, with its line breaks. */
  | { readonly kind: "quote"; readonly text: string }
  /** Lines that each lead somewhere. */
  | { readonly kind: "links"; readonly title: string; readonly items: readonly { text: string; url: string }[] }
  | { readonly kind: "button"; readonly label: string; readonly url: string }
  /** A QR code of `content`; the text next to it suffices where pictures are blocked. */
  | { readonly kind: "qr"; readonly text: string; readonly alt: string; readonly content: string };

/** A mail before rendering. Texts are plain: only the renderer escapes them. */
export interface MailDraft {
  readonly subject: string;
  /** Preview that an inbox shows next to the subject. */
  readonly preheader: string;
  readonly heading: string;
  readonly blocks: readonly MailBlock[];
  /** Lines of the footer. */
  readonly footer: readonly string[];
}

/** A rendered mail. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Pictures embedded in the HTML. */
  readonly pictures: readonly MailAttachment[];
}

/** Context shared by all mails. */
export interface MailSite {
  readonly publicUrl: string;
  /** The event's facts when the mail is rendered. */
  readonly facts: EventFacts;
  /** Of its language; "en-IN" if it is not said. */
  readonly locale?: string;
}

const SERIF = "Eczar, Georgia, 'Times New Roman', serif";
const SANS = "Mukta, 'Nirmala UI', 'Noto Sans Devanagari', Arial, sans-serif";

/** The brand's colours; the dark ones for prefers-color-scheme: dark. */
export const MAIL_COLOURS = {
  light: {
    ground: "#FFF9EF",
    card: "#FFFFFF",
    ticket: "#FFF9EF",
    ink: "#241A17",
    quiet: "#5B4D47",
    head: "#2B2A6B",
    rule: "#D9CBB6",
    fill: "#B3134F",
    onFill: "#FFFFFF",
    outline: "#B3134F",
  },
  dark: {
    ground: "#1B1413",
    card: "#2A201D",
    ticket: "#221917",
    ink: "#F7EDE2",
    quiet: "#CDBDB0",
    head: "#C9C7FF",
    rule: "#7A6558",
    fill: "#D81B60",
    onFill: "#FFFFFF",
    outline: "#FFB3CC",
  },
} as const;
const { light: LIGHT, dark: DARK } = MAIL_COLOURS;
const BAND = [LIGHT.fill, "#E39A0B", LIGHT.head, "#E39A0B"] as const;
/** Maximum width in px. */
export const MAIL_WIDTH = 600;
/** On everything that has words: a long one breaks rather than widening the mail. */
const WRAP = "word-break:break-word;overflow-wrap:anywhere;";
/** Keeps the mail's text out of the inbox's preview. */
const PREHEADER_PADDING = "&#847;&zwnj;&nbsp;".repeat(40);

/** Renders a draft as HTML (tables and inline styles, for mail clients) and as equivalent plain text. */
export function renderMail(draft: MailDraft, site: MailSite): RenderedMail {
  const codes = new Map(
    draft.blocks.flatMap((block) => (block.kind === "qr" ? [[block, qrPicture(block.content)] as const] : [])),
  );
  return {
    subject: isolatedLine(draft.subject),
    html: htmlOf(draft, site, codes),
    text: textOf(draft, site),
    pictures: [...codes.values()].map(({ file }) => file),
  };
}

/** A layout table, ignored by screen readers. */
function layoutTable(attributes: string, content: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" ${attributes}>${content}</table>`;
}

/** Text within an element; in attributes and the title, names are isolated by characters. */
const inHtml = (text: string): string => isolatesAsBdi(escapeHtml(text));

function htmlOf(draft: MailDraft, site: MailSite, codes: ReadonlyMap<MailBlock, QrPicture>): string {
  const e = escapeHtml;
  const firstButton = draft.blocks.find(({ kind }) => kind === "button");
  const blocks = draft.blocks.map(
    (block) =>
      `<tr><td class="pad" style="padding:16px 32px 0;">${blockHtml(block, codes.get(block), block === firstButton)}</td></tr>`,
  );
  const card = layoutTable(
    `class="card" width="100%" style="max-width:${MAIL_WIDTH}px;background-color:${LIGHT.card};border:1px solid ${LIGHT.rule};border-radius:10px;overflow:hidden;"`,
    `
<tr><td>${blockPrintHtml()}</td></tr>
<tr><td class="pad" style="padding:24px 32px 0;">
<p class="head" style="margin:0;font:700 18px/24px ${SERIF};color:${LIGHT.head};${WRAP}">${inHtml(isolated(site.facts.organisation.name))}</p>
<h1 class="ink" style="margin:16px 0 0;font:700 28px/34px ${SERIF};color:${LIGHT.ink};${WRAP}">${inHtml(draft.heading)}</h1>
</td></tr>
${blocks.join("\n")}
<tr><td class="pad" style="padding:24px 32px 28px;">
<p class="quiet" style="margin:0;padding-top:16px;border-top:1px solid ${LIGHT.rule};font:400 15px/23px ${SANS};color:${LIGHT.quiet};${WRAP}">${footerHtml(draft.footer, site)}</p>
</td></tr>
<tr><td>${blockPrintHtml()}</td></tr>
`,
  );
  // Outlook ignores max-width: wrap the card in a table of that width.
  return `<!doctype html>
<html lang="${site.locale ?? "en-IN"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${e(draft.subject)}</title>
<style>
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .ground { background-color: ${DARK.ground} !important; }
    .card { background-color: ${DARK.card} !important; border-color: ${DARK.rule} !important; }
    .ticket { background-color: ${DARK.ticket} !important; border-color: ${DARK.rule} !important; }
    .ink { color: ${DARK.ink} !important; }
    .quiet { color: ${DARK.quiet} !important; border-color: ${DARK.rule} !important; }
    .head, .link { color: ${DARK.head} !important; }
    .fill { background-color: ${DARK.fill} !important; border-color: ${DARK.fill} !important; }
    .outline { color: ${DARK.outline} !important; border-color: ${DARK.outline} !important; }
  }
  @media (max-width: 480px) {
    .pad { padding-left: 20px !important; padding-right: 20px !important; }
    .stack { display: block !important; width: auto !important; }
    .label { padding: 6px 0 0 !important; }
    .value { padding: 0 !important; }
    .beside { padding-top: 0 !important; }
  }
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:${LIGHT.ground};">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${inHtml(draft.preheader)}${PREHEADER_PADDING}</div>
${layoutTable(
  `class="ground" width="100%" style="background-color:${LIGHT.ground};"`,
  `
<tr><td align="center" style="padding:24px 12px;">
<!--[if mso]><table role="presentation" width="${MAIL_WIDTH}" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
${card}
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
`,
)}
</body>
</html>
`;
}

/** The footer's lines, with our own addresses as links. */
function footerHtml(lines: readonly string[], { publicUrl, facts }: MailSite): string {
  const { supportEmail, phone } = facts.organisation;
  const links: readonly (readonly [string, string])[] = [
    [supportEmail, `mailto:${supportEmail}`],
    [publicUrl, publicUrl],
    ...(phone === null ? [] : [[phone, `tel:${phone.replace(/[^+\d]/g, "")}`] as const]),
  ];
  const linked = (line: string): string =>
    links.reduce(
      (text, [label, url]) =>
        text.replaceAll(
          escapeHtml(label),
          `<a class="link" href="${escapeHtml(url)}" style="color:${LIGHT.head};">${escapeHtml(label)}</a>`,
        ),
      inHtml(line),
    );
  return lines.map(linked).join("<br>");
}

/** @param isFirst true for the first button; the others are outlined, so that one action stands out */
function blockHtml(block: MailBlock, code: QrPicture | undefined, isFirst: boolean): string {
  const e = escapeHtml;
  switch (block.kind) {
    case "paragraph":
      return `<p class="ink" style="margin:0;font:400 17px/26px ${SANS};color:${LIGHT.ink};${WRAP}">${inHtml(block.text).replaceAll("\n", "<br>")}</p>`;
    case "heading":
      return `<h2 class="head" style="margin:8px 0 0;font:700 20px/26px ${SERIF};color:${LIGHT.head};${WRAP}">${inHtml(block.text)}</h2>`;
    case "facts":
      return factsHtml(block.title, block.rows);
    case "steps":
      return `<ol class="ink" style="margin:0;padding-left:22px;font:400 17px/26px ${SANS};color:${LIGHT.ink};${WRAP}">${block.items
        .map((item) => `<li style="margin:0 0 6px;">${inHtml(item)}</li>`)
        .join("")}</ol>`;
    case "quote":
      return `<blockquote class="ink ticket" style="margin:0;padding:12px 20px;border-left:4px solid ${BAND[1]};background-color:${LIGHT.ticket};font:400 17px/26px ${SANS};color:${LIGHT.ink};white-space:pre-wrap;${WRAP}">${inHtml(block.text)}</blockquote>`;
    case "links": {
      const items = block.items.map(
        ({ text, url }) =>
          `<li style="margin:0 0 6px;"><a class="link" href="${e(url)}" style="color:${LIGHT.head};${WRAP}">${inHtml(text)}</a></li>`,
      );
      const heading = `<p class="head" style="margin:0 0 4px;font:700 17px/24px ${SERIF};color:${LIGHT.head};${WRAP}">${inHtml(block.title)}</p>`;
      return `${heading}<ul class="ink" style="margin:0;padding-left:22px;font:400 17px/26px ${SANS};color:${LIGHT.ink};${WRAP}">${items.join("")}</ul>`;
    }
    case "button": {
      const [className, background, colour] = isFirst
        ? ["fill", LIGHT.fill, LIGHT.onFill]
        : ["outline", "transparent", LIGHT.outline];
      const label = `<a${isFirst ? "" : ' class="outline"'} href="${e(block.url)}" style="display:inline-block;padding:12px 24px;font:700 17px/24px ${SANS};color:${colour};text-decoration:none;${WRAP}">${inHtml(block.label)}</a>`;
      return layoutTable(
        "",
        `<tr><td class="${className}" style="background-color:${background};border:2px solid ${LIGHT.fill};border-radius:10px;">${label}</td></tr>`,
      );
    }
    case "qr":
      return code === undefined ? "" : qrHtml(block.text, block.alt, code);
  }
}

const TICKET = `class="ticket" width="100%" style="background-color:${LIGHT.ticket};border:2px dashed ${LIGHT.rule};border-radius:10px;border-collapse:separate;"`;

/** A table of labels and values; stacked on a phone. */
function factsHtml(title: string, rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(
    ([label, value]) =>
      `<tr><td class="stack label quiet" width="130" valign="top" style="padding:5px 12px 5px 0;font:400 15px/24px ${SANS};color:${LIGHT.quiet};${WRAP}">${inHtml(label)}</td><td class="stack value ink" valign="top" style="padding:5px 0;font:700 17px/24px ${SANS};color:${LIGHT.ink};${WRAP}">${inHtml(value).replaceAll("\n", "<br>")}</td></tr>`,
  );
  const heading = `<p class="head" style="margin:0 0 4px;font:700 17px/24px ${SERIF};color:${LIGHT.head};${WRAP}">${inHtml(title)}</p>`;
  const table = layoutTable('width="100%"', lines.join("\n"));
  return layoutTable(TICKET, `<tr><td style="padding:14px 20px;">${heading}${table}</td></tr>`);
}

/** A QR code on white in every colour scheme, with its text next to it; below it on a phone. */
function qrHtml(text: string, alt: string, { file, displaySize }: QrPicture): string {
  const e = escapeHtml;
  const picture = `<img src="cid:${file.cid}" width="${displaySize}" height="${displaySize}" alt="${e(alt)}" style="display:block;width:${displaySize}px;height:${displaySize}px;border:0;border-radius:6px;background-color:#FFFFFF;font:400 15px/22px ${SANS};color:#241A17;">`;
  return layoutTable(
    TICKET,
    `<tr><td class="stack" width="${displaySize}" valign="middle" style="padding:16px 0 16px 20px;">${picture}</td><td class="stack ink beside" valign="middle" style="padding:16px 20px;font:400 17px/26px ${SANS};color:${LIGHT.ink};${WRAP}">${inHtml(text)}</td></tr>`,
  );
}

/** The block-print border as a row of coloured cells, for mail clients. */
function blockPrintHtml(): string {
  const cells = Array.from(
    { length: 36 },
    (_, index) =>
      `<td bgcolor="${BAND[index % 4] ?? LIGHT.fill}" height="6" style="height:6px;line-height:6px;font-size:0;">&nbsp;</td>`,
  );
  return layoutTable('aria-hidden="true" width="100%"', `<tr>${cells.join("")}</tr>`);
}

function textOf(draft: MailDraft, site: MailSite): string {
  const heading = `${draft.heading}\n${"=".repeat(draft.heading.length)}`;
  const parts = [isolated(site.facts.organisation.name), heading, ...draft.blocks.map(blockText)];
  return `${[...parts, `-- \n${draft.footer.join("\n")}`].join("\n\n")}\n`;
}

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case "paragraph":
      return block.text;
    case "heading":
      return `${block.text}\n${"-".repeat(block.text.length)}`;
    case "facts":
      return [
        `${block.title}:`,
        ...block.rows.map(([label, value]) => `  ${label}: ${value.replaceAll("\n", "\n    ")}`),
      ].join("\n");
    case "steps":
      return block.items.map((item, index) => `${index + 1}. ${item}`).join("\n");
    case "quote":
      return block.text
        .split("\n")
        .map((line) => `> ${line}`.trimEnd())
        .join("\n");
    case "links":
      return [`${block.title}:`, ...block.items.map(({ text, url }) => `- ${text}\n  ${url}`)].join("\n");
    case "button":
      return `${block.label}: ${block.url}`;
    case "qr":
      return `${block.text}\n${block.alt}: ${block.content}`;
  }
}
