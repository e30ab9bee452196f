import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";

/** What does not fit a screen. */
interface Overflow {
  /** How far the page scrolls sideways, in CSS pixels. */
  readonly sideways: number;
  /** Elements that reach out of the screen and can't be scrolled to, as tag and text. */
  readonly outside: readonly string[];
  /** Elements whose own box cuts off their words, as tag and text. */
  readonly cut: readonly string[];
}

/** Runs in the page. */
function overflowOf(): Overflow {
  const name = (element: Element) => `${element.tagName.toLowerCase()} ${element.textContent.trim().slice(0, 40)}`;
  const lineage = (element: Element): Element[] =>
    element.parentElement === null ? [element] : [element, ...lineage(element.parentElement)];
  const shown = [...document.body.querySelectorAll("*")].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !lineage(element).some((each) => each.matches('[aria-hidden="true"], [inert], svg')) &&
      // Words for screen readers only are in a box of one pixel.
      lineage(element).every((each) => each.getBoundingClientRect().width > 1),
  );
  const scrolls = (element: Element) =>
    lineage(element).some((each) => ["auto", "scroll"].includes(getComputedStyle(each).overflowX));
  const outside = shown.filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    return (right > window.innerWidth + 1 || left < -1) && !scrolls(element);
  });
  const cut = shown.filter((element) => {
    const { overflowX, textOverflow } = getComputedStyle(element);
    if (!["hidden", "clip"].includes(overflowX) || textOverflow === "ellipsis") return false;
    const edge = element.getBoundingClientRect().right + 1;
    const words = shown.filter(
      (each) => element.contains(each) && each.children.length === 0 && each.textContent !== "",
    );
    return words.some((each) => each.getBoundingClientRect().right > edge);
  });
  return {
    sideways: document.documentElement.scrollWidth - window.innerWidth,
    outside: outside.slice(0, 5).map(name),
    cut: cut.slice(0, 5).map(name),
  };
}

/** Expects the page to fit its window with text of 200 %, as people set it in their browser (WCAG 2.2, 1.4.4 and 1.4.10). */
export async function fitsWithLargeText(page: Page, what: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const style = await page.addStyleTag({ content: "html { font-size: 200% !important }" });
  const fitting: Overflow = { sideways: 0, outside: [], cut: [] };
  // Some parts follow the size by script, a moment later.
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(overflowOf), { message: what, timeout: 3_000 })
    .toEqual(fitting);
  if (process.env["PICTURES"] === "on") {
    const path = `${test.info().project.outputDir}/screens/large-text-${what.replaceAll(/\W+/g, "-")}.png`;
    await page.screenshot({ path, fullPage: true, animations: "disabled" });
  }
  await style.evaluate((element) => (element as HTMLElement).remove());
}
