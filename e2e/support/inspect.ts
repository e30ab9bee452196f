import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { NARROW, WIDE } from "./sizes.js";

/** Half as long as what the package exports, and read by every document that is looked at. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Lets what moves come to its end, so that no half-faded text is judged.
 *
 * @returns by how many pixels the page is wider than the window
 */
function settled(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const finite = document.getAnimations().filter((animation) => {
      const { iterations } = animation.effect?.getTiming() ?? {};
      return iterations !== Infinity;
    });
    await Promise.allSettled(finite.map((animation) => animation.finished));
    // Painted, and painted again where the new size asked for it.
    for (let frames = 0; frames < 2; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return document.documentElement.scrollWidth - window.innerWidth;
  });
}

/** WCAG 2.2 AA, whose own rules axe leaves out unless asked, and what is good practice. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const DIALOGS = ":is([role=dialog], [role=alertdialog])";

/** What frames a page: the site's header and footer, and the dashboard's menu. */
const FRAME = "#root header:has(~ main), #root main ~ footer, main nav:has([data-view])";

/** What stands in them, but for their landmarks: these are counted with the page's others. */
const LANDMARK = ":is(nav, form, search, [role])";
const CONTENT = `:is(${FRAME}, :is(${FRAME}) :is(${LANDMARK}, :has(${LANDMARK}))) > :not(${LANDMARK}, :has(${LANDMARK}))`;

/** Headers, footers and menus that axe has read in this process, letter by letter, by the window's width. */
const readParts = new Set<string>();

/**
 * What axe finds, in words; where a dialog is open, in it alone: what it stands on is read without it. What frames the page
 * is half of most pages. It is left out where it is to a letter what was read before at this width, which a current link,
 * an open menu or a search are not; rules about the page as a whole (landmarks, headings, title) count it all the same. Axe
 * is put into the page itself, once in each document: `@axe-core/playwright` opens a second page for every answer and reads
 * axe's half a megabyte there and here again, which takes three times as long as looking does.
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
        // What passes is not written out.
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
    [RULES, contrast, DIALOGS, FRAME, CONTENT, keys.map((key) => readParts.has(key))] as const,
  );
  // Nothing that was looked at is nothing that was found.
  expect(passed, "rules that axe found kept").toBeGreaterThan(0);
  if (!asDialog) for (const key of keys) readParts.add(key);
  return violations;
}

/** Pages that axe has read wide in this process: header, footer and layout change with the width, states do not. */
const read = new Set<string>();

/** Whether axe reads the wide page: once each page and view of the dashboard, without a dialog on it. */
async function isNew(page: Page): Promise<boolean> {
  const { pathname, searchParams } = new URL(page.url());
  const screen = `${pathname} ${searchParams.get("view") ?? ""}`;
  if (read.has(screen) || (await page.locator(`${DIALOGS}:visible`).count()) > 0) return false;
  read.add(screen);
  return true;
}

/** Nobody looks at pictures in CI, and they cost minutes. */
const PICTURES = process.env["PICTURES"] === "on";

/**
 * Checks the page as it stands, wide and narrow: nothing is wider than the window, and axe finds nothing. Axe reads
 * contrasts narrow, which is half its work, and the wide page in its first state only. With PICTURES=on a picture of each is
 * kept in test-results/screens.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  // Beginning as it stands: it has to be laid out again for every size.
  for (const size of [WIDE, NARROW]) {
    if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size);
    const overflow = await settled(page);
    if (PICTURES) {
      const path = `${test.info().project.outputDir}/screens/${name}-${size.width}.png`;
      await page.screenshot({ path, fullPage: true, animations: "disabled" });
    }
    expect.soft(overflow, `${name} at ${size.width} px is too wide`).toBeLessThanOrEqual(0);
    if (size === WIDE && !(await isNew(page))) continue;
    expect.soft(await violationsOn(page, size === NARROW), `${name} at ${size.width} px`).toEqual([]);
  }
  if (before !== null) await page.setViewportSize(before);
}
