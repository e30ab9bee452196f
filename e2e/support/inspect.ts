import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";

/** The widths at which every state is looked at: a small phone and a desktop. */
const WIDTHS = [
  { width: 360, height: 780 },
  { width: 1440, height: 900 },
] as const;

/** Lets what moves come to its end, so that no half-faded text is judged. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
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
  });
}

/** Pages that axe has read at every width in this process: header, footer and layout change with it, states do not. */
const read = new Set<string>();

/** Nobody looks at pictures in CI, and they cost minutes. */
const PICTURES = process.env["PICTURES"] === "on";

/**
 * Checks the page as it stands, narrow and wide: nothing is wider than the window, and axe finds nothing; axe reads the
 * wide page in its first state only. With PICTURES=on a picture of each is kept in test-results/screens.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  // A slide that is half there while axe reads it has no contrast to judge.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const size of WIDTHS) {
    await page.setViewportSize(size);
    await settled(page);
    if (PICTURES) {
      const path = `${test.info().project.outputDir}/screens/${name}-${size.width}.png`;
      await page.screenshot({ path, fullPage: true, animations: "disabled" });
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(overflow, `${name} at ${size.width} px is too wide`).toBeLessThanOrEqual(0);
    const layout = `${new URL(page.url()).pathname} at ${size.width}`;
    if (size !== WIDTHS[0] && read.has(layout)) continue;
    read.add(layout);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary ?? ""}`),
    }));
    expect.soft(found, `${name} at ${size.width} px`).toEqual([]);
  }
  if (before !== null) await page.setViewportSize(before);
  await page.emulateMedia({ reducedMotion: null });
}
