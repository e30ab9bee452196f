import { expect } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";

/** More than any page of ours has stops. */
const MAX_TABS = 120;

/** Asks whether this has the focus. It is looked up by its role once, and again where the page has put another in its place. */
async function focusOn(target: Locator): Promise<() => Promise<boolean>> {
  let element = await target.elementHandle();
  return async () => {
    if (!(await element.evaluate(({ isConnected }) => isConnected))) element = await target.elementHandle();
    return element.evaluate((each) => each === document.activeElement);
  };
}

/**
 * Waits until a dialog has opened and has the focus: it is seen a frame earlier, in which keys go to what is behind it.
 */
export async function settledDialog(dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

/** Waits until the dialog that this stands in, if it does, has the focus. */
async function untilReached(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await expect
    .poll(() =>
      target.evaluate(
        (element) => element.closest("[role=dialog], [role=alertdialog]")?.contains(document.activeElement) ?? true,
      ),
    )
    .toBe(true);
}

/** Goes on by Tab until this has the focus; the focus must be seen. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await untilReached(target);
  const isFocused = await focusOn(target);
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    if (await isFocused()) {
      const outline = await target.evaluate((element) => {
        const style = getComputedStyle(element);
        return `${style.outlineStyle} ${style.outlineWidth} ${style.boxShadow}`;
      });
      expect(outline, "the focus can be seen").not.toMatch(/^none \S+ none$/);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${target.toString()}`);
}

/** Goes there by Tab and presses Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

/** Goes there by Tab and types. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}
