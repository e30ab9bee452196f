import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";

/** What each page's toasts said, oldest first, as far as no test has asked for it. */
const reported = new WeakMap<Page, string[]>();

declare global {
  interface Window {
    recordToast?: (text: string) => void;
  }
}

/** Remembers every toast that is seen on a page, also one that goes, or is left behind, before a test looks. */
export async function recordToasts(page: Page): Promise<void> {
  const texts: string[] = [];
  reported.set(page, texts);
  await page.exposeFunction("recordToast", (text: string) => void texts.push(text));
  await page.addInitScript(() => {
    let last: Element | null = null;
    new MutationObserver(() => {
      const toast = document.querySelector("[data-toasts] > *");
      if (toast === last) return;
      last = toast;
      if (toast?.checkVisibility() === true) window.recordToast?.((toast as HTMLElement).innerText);
    }).observe(document, { childList: true, subtree: true });
  });
}

/**
 * Waits until a toast with these words was seen. A toast stands for 5 s only: looked for on the page, it is missed
 * where the machine was busy elsewhere for so long. Each toast is found once, in the order in which they came.
 */
export async function sawToast(page: Page, ...words: readonly (string | RegExp)[]): Promise<void> {
  const texts = reported.get(page);
  if (texts === undefined) throw new Error("this page's toasts are not recorded");
  const has = (text: string) =>
    words.every((word) => (typeof word === "string" ? text.includes(word) : word.test(text)));
  await expect(() => {
    const place = texts.findIndex(has);
    expect(place, `a toast that says ${words.join(", ")} among ${JSON.stringify(texts)}`).toBeGreaterThan(-1);
    texts.splice(0, place + 1);
  }).toPass({ timeout: 120_000 });
}
