import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";

/** Texts of each page's toasts, oldest first, without those that a test has found. */
const recorded = new WeakMap<Page, string[]>();

declare global {
  interface Window {
    recordToast?: (text: string) => void;
  }
}

/** Records every visible toast of a page, including those that disappear before a test checks them. */
export async function recordToasts(page: Page): Promise<void> {
  const texts: string[] = [];
  recorded.set(page, texts);
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
 * Waits until a toast with these texts has been recorded. A toast is visible for 5 s only, and a query on the page would
 * miss it on a busy machine. Each toast is found once, in order of appearance.
 */
export async function sawToast(page: Page, ...parts: readonly (string | RegExp)[]): Promise<void> {
  const texts = recorded.get(page);
  if (texts === undefined) throw new Error("this page's toasts are not recorded");
  const has = (text: string) =>
    parts.every((part) => (typeof part === "string" ? text.includes(part) : part.test(text)));
  await expect(() => {
    const place = texts.findIndex(has);
    expect(place, `a toast with ${parts.join(", ")} among ${JSON.stringify(texts)}`).toBeGreaterThan(-1);
    texts.splice(0, place + 1);
  }).toPass({ timeout: 120_000 });
}
