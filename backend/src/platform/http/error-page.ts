import en from "@sakhi/domain/generated/messages/en/error-page";
import hi from "@sakhi/domain/generated/messages/hi/error-page";
import kn from "@sakhi/domain/generated/messages/kn/error-page";
import { LANGUAGES } from "@sakhi/domain/generated/messages/languages";
import { acceptedLanguage } from "@sakhi/domain/languages/accepted-language";
import { FIRST_LANGUAGE, type LanguageCode, languageOfPath, pathIn } from "@sakhi/domain/languages/language-paths";
import { escapeHtml } from "@sakhi/domain/site/html";
import type { ErrorResponse } from "./error.response.js";

const TEXTS: Readonly<Record<LanguageCode, typeof en>> = { en, hi, kn };

/** What an answer that is not stored depends on, for its header Vary: whether it is a page, and its language. */
export const VARIES_BY = "accept, sec-fetch-dest, accept-language";

/** The language of an error: the one that a page's address names, else the browser's among the site's. */
export function languageOfError(url: string, acceptLanguage: string | undefined): LanguageCode {
  const { language } = languageOfPath(url);
  return language === FIRST_LANGUAGE ? acceptedLanguage(acceptLanguage) : language;
}

/** True if a person waits for the response: a browser navigates to it, so that JSON would be shown as it is. */
export function isForPerson(method: string, headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const destination = headers["sec-fetch-dest"];
  if (destination !== undefined) return destination === "document";
  return String(headers["accept"] ?? "").includes("text/html");
}

/** An error as a page: without scripts, files or the site's build, which may be what is missing. */
export function errorPage(
  { statusCode, message }: Pick<ErrorResponse, "statusCode" | "message">,
  language: LanguageCode = FIRST_LANGUAGE,
): string {
  const { headings, otherError, homePage, writeToUs } = TEXTS[language];
  const byStatus: Readonly<Record<string, string>> = headings;
  return page(
    language,
    byStatus[statusCode] ?? otherError,
    `<p>${escapeHtml(message)}</p>
      <p><a href="${pathIn(language, "/")}">${homePage}</a></p>
      <p><a href="${pathIn(language, "/support")}">${writeToUs}</a></p>`,
  );
}

/**
 * What a browser shows while the machine has more to do than it can: it opens its own address again, without a script, which
 * the site's policy would not run.
 */
export function waitingPage(retryAfterSeconds: number, language: LanguageCode = FIRST_LANGUAGE): string {
  const { crowdedHeading, opensItself, nothingLost, tryNow } = TEXTS[language];
  return page(
    language,
    crowdedHeading,
    `<p role="status">${opensItself({ seconds: retryAfterSeconds })}</p>
      <p>${nothingLost}</p>
      <p><a class="button" href="">${tryNow}</a></p>`,
    `<meta http-equiv="refresh" content="${retryAfterSeconds}" />`,
  );
}

const localeOf = (language: LanguageCode): string =>
  LANGUAGES.find(({ code }) => code === language)?.locale ?? language;

function page(language: LanguageCode, heading: string, body: string, head = ""): string {
  return `<!doctype html>
<html lang="${localeOf(language)}">
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
