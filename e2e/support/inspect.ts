import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { NARROW, WIDE } from "./sizes.js";

/** The minified build: half as long as the package's export, and evaluated in every inspected document. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Waits for finite animations to finish, so that no half-faded text is checked.
 *
 * @returns by how many pixels the page overflows the window's width
 */
function settled(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const finite = document.getAnimations().filter((animation) => {
      const { iterations } = animation.effect?.getTiming() ?? {};
      return iterations !== Infinity;
    });
    await Promise.allSettled(finite.map((animation) => animation.finished));
    // Two frames: one for the new size, one for what it triggered.
    for (let frames = 0; frames < 2; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
    // What follows the window's width by script needs more of them on a busy machine.
    for (let frames = 0; frames < 60 && overflow() > 0; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return overflow();
  });
}

/**
 * What lies beyond the right edge of the window, except in boxes with a scroll bar of their own. An absolutely placed element
 * is in the box that it is placed in, not in each one around it. The body hides its overflow while a dialog is open.
 */
function beyondEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const around = (element: Element): Element | null => {
      const { position } = getComputedStyle(element);
      if (position === "fixed") return null;
      return position === "absolute" ? (element as HTMLElement).offsetParent : element.parentElement;
    };
    const scrolls = (element: Element): boolean => {
      for (let box = around(element); box !== null && box !== document.body; box = around(box))
        if (getComputedStyle(box).overflowX !== "visible") return true;
      return false;
    };
    return [...document.querySelectorAll("body *")]
      .filter((each) => each.getBoundingClientRect().right > innerWidth + 0.5 && !scrolls(each))
      .map((each) => `<${each.tagName.toLowerCase()}> ${each.textContent.slice(0, 60)}`)
      .slice(0, 8);
  });
}

/** Pictures that do not fill the box that they are cut to. */
function misfits(page: Page): Promise<string[]> {
  return page.locator("picture > img").evaluateAll((images) =>
    images.flatMap((image) => {
      const { offsetWidth, offsetHeight, offsetParent: box, src } = image as HTMLImageElement;
      const fits =
        box === null ||
        (Math.abs(offsetWidth - box.clientWidth) <= 1 && Math.abs(offsetHeight - box.clientHeight) <= 1);
      return fits ? [] : [`${src}: ${offsetWidth} x ${offsetHeight} in ${box.clientWidth} x ${box.clientHeight}`];
    }),
  );
}

/** WCAG 2.2 AA, whose new rules are off by default in axe, and best practices. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const DIALOGS = ":is([role=dialog], [role=alertdialog])";

/** The frame of a page: the site's header and footer, and the dashboard's menu. */
const FRAME = "header:has(~ main), main ~ footer, main nav:has([data-view])";

/** Content of the frame without its landmarks, which are checked together with the page's. */
const LANDMARK = ":is(nav, form, search, [role])";
const CONTENT = `:is(${FRAME}, :is(${FRAME}) :is(${LANDMARK}, :has(${LANDMARK}))) > :not(${LANDMARK}, :has(${LANDMARK}))`;

/** HTML of frame parts that axe has checked in this process, by the window's width. */
const checkedParts = new Set<string>();

/**
 * Runs axe and describes its violations; with an open dialog only those of the dialog, because the page below is checked
 * without it. The frame is half of most pages: a part whose HTML was checked before at this width is excluded, except from
 * rules about the whole page (landmarks, headings, title). Axe is evaluated in the page, once per document:
 * `@axe-core/playwright` opens a second page for every result and loads axe again, which takes three times as long as the
 * check.
 */
async function violationsOn(page: Page, contrast: boolean): Promise<object[]> {
  const [isThere, parts] = await page.evaluate(
    (frame) => ["axe" in window, [...document.querySelectorAll(frame)].map(({ outerHTML }) => outerHTML)] as const,
    FRAME,
  );
  if (!isThere) await page.evaluate(AXE);
  const keys = parts.map((part) => `${page.viewportSize()?.width} ${part}`);
  const { violations, passed, asDialog } = await page.evaluate(
    async ([values, enabled, dialogs, frame, content, isKnown]) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      const dialog = [...document.querySelectorAll(dialogs)].filter((each) => each.checkVisibility()).at(-1);
      const known = [...document.querySelectorAll(frame)].filter((_, place) => isKnown[place]);
      const exclude = [...document.querySelectorAll(content)].filter((each) =>
        known.some((part) => part.contains(each)),
      );
      const found = await inPage.run(dialog ?? { include: [document.documentElement], exclude }, {
        runOnly: { type: "tag", values },
        rules: { "color-contrast": { enabled } },
        // Passed rules are counted only.
        resultTypes: ["violations"],
      });
      return {
        violations: found.violations.map(({ id, help, nodes }) => ({
          id,
          help,
          where: nodes.map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary ?? ""}`),
        })),
        passed: found.passes.length,
        asDialog: dialog !== undefined,
      };
    },
    [RULES, contrast, DIALOGS, FRAME, CONTENT, keys.map((key) => checkedParts.has(key))] as const,
  );
  // Without a passed rule, axe has checked nothing.
  expect(passed, "rules that axe passed").toBeGreaterThan(0);
  if (!asDialog) for (const key of keys) checkedParts.add(key);
  return violations;
}

/** Screens that axe has checked wide in this process: layouts depend on the width, states don't. */
const checkedWide = new Set<string>();

/** True the first time a page, or a view of the dashboard, is inspected without an open dialog. */
async function isNew(page: Page): Promise<boolean> {
  const { pathname, searchParams } = new URL(page.url());
  const screen = `${pathname} ${searchParams.get("view") ?? ""}`;
  if (checkedWide.has(screen) || (await page.locator(`${DIALOGS}:visible`).count()) > 0) return false;
  checkedWide.add(screen);
  return true;
}

/** Off by default: screenshots take minutes. */
const PICTURES = process.env["PICTURES"] === "on";

/**
 * Checks the page in its current state, wide and narrow: nothing overflows the window, pictures fill their boxes, and axe finds
 * no violation. Axe
 * checks contrast, half of its work, narrow only, and the wide page in its first state only. PICTURES=on saves screenshots
 * to test-results/screens.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  // Skip resizing to the current size: every resize costs a layout.
  for (const size of [WIDE, NARROW]) {
    if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size);
    const overflow = await settled(page);
    if (PICTURES) {
      const path = `${test.info().project.outputDir}/screens/${name}-${size.width}.png`;
      await page.screenshot({ path, fullPage: true, animations: "disabled" });
    }
    if (overflow > 0)
      expect.soft(await beyondEdge(page), `${name} at ${size.width} px overflows by ${overflow}`).toEqual([]);
    expect.soft(overflow, `${name} at ${size.width} px overflows`).toBeLessThanOrEqual(0);
    expect.soft(await misfits(page), `${name} at ${size.width} px: pictures`).toEqual([]);
    if (size === WIDE && !(await isNew(page))) continue;
    expect.soft(await violationsOn(page, size === NARROW), `${name} at ${size.width} px`).toEqual([]);
  }
  if (before !== null) await page.setViewportSize(before);
}
