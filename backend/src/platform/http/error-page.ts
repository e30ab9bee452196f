import { escapeHtml } from "@sakhi/domain/site/html";
import type { ErrorResponse } from "./error.response.js";

/** Heading while the machine has more to do than it can; the address opens by itself when it has not. */
const CROWDED = "Many people are here at this moment";

/** Headings by status; other errors get the last one. */
const HEADINGS: Readonly<Record<number, string>> = {
  400: "This address can't be read",
  401: "Please log in first",
  403: "This page is not for you",
  404: "We can't find this page",
  413: "This request is too large",
  429: "Too many requests",
  503: "We are back in a moment",
};
const OTHER = "Something went wrong";

/** True if a person waits for the response: a browser navigates to it, so that JSON would be shown as it is. */
export function isForPerson(method: string, headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const destination = headers["sec-fetch-dest"];
  if (destination !== undefined) return destination === "document";
  return String(headers["accept"] ?? "").includes("text/html");
}

const HOME = `<p><a href="/">Sakhi Bazaar, home page</a></p>
      <p><a href="/support">Write to us</a></p>`;

/** An error as a page: without scripts, files or the site's build, which may be what is missing. */
export function errorPage({ statusCode, message }: Pick<ErrorResponse, "statusCode" | "message">): string {
  return page(HEADINGS[statusCode] ?? OTHER, `<p>${escapeHtml(message)}</p>\n      ${HOME}`);
}

/**
 * What a browser shows while the machine has more to do than it can: it opens its own address again, without a script, which
 * the site's policy would not run.
 */
export function waitingPage(retryAfterSeconds: number): string {
  return page(
    CROWDED,
    `<p role="status">This page opens by itself: it tries again in ${retryAfterSeconds} seconds, as often as needed. Please leave it open.</p>
      <p>Who holds a stall keeps it until its time is over, and who is paying continues. Nothing that you booked is lost.</p>
      <p><a class="button" href="">Try now</a></p>`,
    `<meta http-equiv="refresh" content="${retryAfterSeconds}" />`,
  );
}

function page(heading: string, body: string, head = ""): string {
  return `<!doctype html>
<html lang="en-IN">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />${head === "" ? "" : `\n    ${head}`}
    <title>${heading} · Sakhi Bazaar</title>
    <style>
      body { margin: 0; padding: 3rem 1.5rem; background: #fff9ef; color: #241a17; font: 1.0625rem/1.5 system-ui, sans-serif; }
      main { max-width: 36rem; margin: 0 auto; overflow-wrap: anywhere; }
      h1 { line-height: 1.2; }
      a { display: inline-block; padding: 0.75rem 0; color: #a3175e; font-weight: 600; }
      .button { padding: 0.6rem 1.25rem; border-radius: 0.5rem; background: #2b2a6b; color: #fff; text-decoration: none; }
      a:focus-visible { outline: 3px solid #e39a0b; outline-offset: 3px; }
      @media (prefers-color-scheme: dark) {
        body { background: #17110f; color: #f7ecdf; } a { color: #f591b2; } .button { background: #cbcaff; color: #17110f; }
      }
    </style>
  </head>
  <body>
    <main>
      <h1>${heading}</h1>
      ${body}
    </main>
  </body>
</html>
`;
}
