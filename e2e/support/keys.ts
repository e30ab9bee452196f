import { expect } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";

/** More than the tab stops of any page. */
const MAX_TABS = 120;

/** Returns a check whether `target` has the focus. Resolves the locator once, and again if its element was replaced. */
async function focusOn(target: Locator): Promise<() => Promise<boolean>> {
  let element = await target.elementHandle();
  return async () => {
    if (!(await element.evaluate(({ isConnected }) => isConnected))) element = await target.elementHandle();
    return element.evaluate((each) => each === document.activeElement);
  };
}

/** Waits until a dialog has the focus: it is visible a frame earlier, while keys still go to the page below. */
export async function settledDialog(dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

/** Waits until `target` is visible, and the dialog around it, if any, has the focus. */
async function untilReachable(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await expect
    .poll(() =>
      target.evaluate(
        (element) => element.closest("[role=dialog], [role=alertdialog]")?.contains(document.activeElement) ?? true,
      ),
    )
    .toBe(true);
}

/** Presses Tab until `target` has the focus; the focus must be visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await untilReachable(target);
  const isFocused = await focusOn(target);
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    if (await isFocused()) {
      const outline = await target.evaluate((element) => {
        const style = getComputedStyle(element);
        return `${style.outlineStyle} ${style.outlineWidth} ${style.boxShadow}`;
      });
      expect(outline, "the focus is visible").not.toMatch(/^none \S+ none$/);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${target.toString()}`);
}

/** Focuses `target` by Tab and presses Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

/** Focuses `target` by Tab and types. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}
