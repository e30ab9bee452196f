import { expect } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";

/** More frames than any page needs until it stops moving. */
const MAX_FRAMES = 1200;

/** Waits until fonts are loaded and the button has not moved for ten frames, so that later movement is due to the press. */
async function atRest(button: Locator): Promise<void> {
  await button.evaluate(async (element, most) => {
    await document.fonts.ready;
    const place = () => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].join(" ");
    };
    let [still, before] = [0, place()];
    for (let frames = 0; still < 10; frames += 1) {
      if (frames === most) throw new Error(`the button keeps moving, last at ${before}`);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = place();
      still = now === before ? still + 1 : 0;
      before = now;
    }
  }, MAX_FRAMES);
}

/**
 * Clicks as a person does, with time between press and release in which the page reacts and repaints. A button that moves
 * away meanwhile would lose the click.
 */
export async function pressSlowly(page: Page, button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  await atRest(button);
  const before = await button.boundingBox();
  if (before === null) throw new Error(`${button.toString()} is not visible`);
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
  await page.mouse.down();
  await page.evaluate(async () => {
    for (let frames = 0; frames < 10; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
  const pressed = await button.boundingBox();
  // The style of a pressed button may move it by a pixel.
  const moved = Math.hypot((pressed?.x ?? Infinity) - before.x, (pressed?.y ?? Infinity) - before.y);
  expect(moved, "px that the button moved while pressed").toBeLessThan(2);
  await page.mouse.up();
}
