/** The inbox: the list on the left, the opened message on the right; plain links, a script only refreshes the list. */
import { escaped } from "../html.js";
import { INBOX_STYLE } from "./inbox.style.js";
import type { MessageDetail, MessageSummary } from "./messages.js";

/** How many messages the page lists; the API lists all. */
const LISTED = 200;

function when(iso: string): string {
  return new Date(iso).toLocaleString("en-IN", {
    timeZone: "Asia/Kolkata",
    dateStyle: "medium",
    timeStyle: "medium",
  });
}

function sizeOf(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} kB`;
}

/** The list alone: what the page fetches again. */
export function listHtml(messages: readonly MessageSummary[], openId: string | null): string {
  if (messages.length === 0)
    return `<p class="empty">No mail yet. This page looks again every 3 seconds.</p>`;
  const items = messages.slice(0, LISTED).map(
    (message) => `<li><a href="/?id=${message.id}"${message.id === openId ? ' aria-current="page"' : ""}>
<strong>${escaped(message.subject || "(no subject)")}</strong>
<span>To ${escaped(message.to.join(", "))}</span>
<span>${when(message.date)}${message.attachments.length > 0 ? ` · ${message.attachments.length} attached` : ""}</span>
</a></li>`,
  );
  return `<ul class="list">${items.join("\n")}</ul>`;
}

function messageOf(message: MessageDetail): string {
  const base = `/api/messages/${message.id}`;
  const attachments = message.attachments.map(
    ({ filename, contentType, size }, index) =>
      `<li><a href="${base}/attachments/${index}">${escaped(filename)}</a> (${escaped(contentType)}, ${sizeOf(size)})</li>`,
  );
  const headers = message.headers.map(({ name, value }) => `${name}: ${value}`).join("\n");
  const text = message.text === null ? "" : `<pre>${escaped(message.text)}</pre>`;
  const frame = `<iframe title="Message as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/messages/${message.id}/html"></iframe>`;
  return `<article class="message">
<h2>${escaped(message.subject || "(no subject)")}</h2>
<dl><dt>From</dt><dd>${escaped(message.from)}</dd><dt>To</dt><dd>${escaped(message.to.join(", "))}</dd>
<dt>Received</dt><dd>${when(message.date)}</dd></dl>
${attachments.length > 0 ? `<h3>Attachments</h3><ul>${attachments.join("\n")}</ul>` : ""}
${message.html === null ? text : frame}
${message.html === null || text === "" ? "" : `<details><summary>Text</summary>${text}</details>`}
<details><summary>Headers</summary><pre>${escaped(headers)}</pre></details>
<p><a href="${base}/raw">Raw message</a></p>
</article>`;
}

const REFRESH = `
let shown = "";
setInterval(async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch("/list" + location.search);
    if (!answer.ok) return;
    const fresh = await answer.text();
    const list = document.getElementById("list");
    if (fresh === shown || list.contains(document.activeElement)) return;
    list.innerHTML = shown = fresh;
  } catch {}
}, 3000);`;

/** @param open the opened message; null = none */
export function inboxPage(
  messages: readonly MessageSummary[],
  open: MessageDetail | null,
  nonce: string,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mail catcher</title>
<style nonce="${nonce}">${INBOX_STYLE}</style>
</head>
<body>
<header><h1>Mail catcher</h1><p>Every mail of this machine's shop ends here; nothing is delivered.</p></header>
<main class="panes">
<nav class="pane" id="list" aria-label="Messages">${listHtml(messages, open?.id ?? null)}</nav>
<section class="pane" aria-label="Message">${
    open === null ? `<p class="empty">Choose a message to read it.</p>` : messageOf(open)
  }</section>
</main>
<script nonce="${nonce}">${REFRESH}</script>
</body>
</html>
`;
}
