/** Pages of the mail catcher: the inbox, which refreshes automatically, and a message. */
import type { Email } from "postal-mime";
import { escaped } from "../html.js";

/** An entry of the inbox. */
export interface Summary {
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  /** Time of arrival, ISO 8601 UTC. */
  readonly date: string;
  readonly messageId: string;
  readonly attachments: readonly { readonly filename: string; readonly contentType: string; readonly size: number }[];
}

/** Maximum number of messages in the inbox; the API lists all. */
const MAX_LISTED = 200;

const STYLE = `:root { color-scheme: light dark } body { margin: 0 auto; max-width: 60rem; padding: 1rem;
font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere } li { margin: 0 0 .75rem } span { display: block }
iframe { width: 100%; height: 65vh; border: 1px solid; background: #fff } pre { white-space: pre-wrap }`;

const page = (head: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mail catcher</title>${head}<style>${STYLE}</style></head><body>${body}</body></html>
`;

const when = (iso: string): string =>
  new Date(iso).toLocaleString("en-IN", { timeZone: "Asia/Kolkata", dateStyle: "medium", timeStyle: "medium" });

const title = ({ subject }: Summary): string => escaped(subject || "(no subject)");

/** @param messages newest first */
export function inboxPage(messages: readonly Summary[]): string {
  const items = messages.slice(0, MAX_LISTED).map(
    (each) => `<li><a href="/messages/${each.id}">${title(each)}</a>
<span>To ${escaped(each.to.join(", "))} · ${when(each.date)} · ${each.attachments.length} attached</span></li>`,
  );
  const list = items.length === 0 ? "<p>No mail yet.</p>" : `<ul>${items.join("")}</ul>`;
  return page(
    `<meta http-equiv="refresh" content="3">`,
    `<h1>Mail catcher</h1><p>Every mail of this machine's site ends here; nothing is delivered.</p>${list}`,
  );
}

export function messagePage(email: Email, summary: Summary): string {
  const { id, from, to, date, attachments } = summary;
  const files = attachments.map(
    ({ filename, contentType, size }, index) =>
      `<li><a href="/api/messages/${id}/attachments/${index}">${escaped(filename)}</a> (${escaped(contentType)}, ${size} bytes)</li>`,
  );
  const headers = email.headers.map(({ originalKey, value }) => `${originalKey}: ${value}`).join("\n");
  return page(
    "",
    `<p><a href="/">Inbox</a></p><h1>${title(summary)}</h1>
<p>From ${escaped(from)} to ${escaped(to.join(", "))}, ${when(date)}</p><ul>${files.join("")}</ul>
<iframe title="Message as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/messages/${id}/html"></iframe>
<details><summary>Text</summary><pre>${escaped(email.text ?? "")}</pre></details>
<details><summary>Headers</summary><pre>${escaped(headers)}</pre></details>`,
  );
}
