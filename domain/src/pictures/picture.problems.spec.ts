import { expect, it } from "@jest/globals";
import { sizeProblem } from "./picture.problems.js";
import { MIN_PICTURE_SIDE, smallestShown } from "./picture.rules.js";

it.each<[number, number, string | undefined]>([
  // Phones and cameras, upright and not, and their panoramas.
  [4000, 3000, undefined],
  [3000, 4000, undefined],
  [16_000, 3000, undefined],
  [1200, 12_000, undefined],
  // Small ones are not enlarged.
  [32, 32, undefined],
  [31, 400, "too_small"],
  [400, 31, "too_small"],
  // A strip: 320 by 8 on a phone.
  [12_000, 300, "too_wide"],
  [10_000, 1000, undefined],
  [10_100, 1000, undefined],
  [10_500, 1000, "too_wide"],
  [400, 32, "too_wide"],
  [320, 32, undefined],
  // Scaled to 4800 high.
  [100, 5000, undefined],
  [300, 48_000, "too_tall"],
])("%i by %i pixels: %s", (width, height, problem) => {
  expect(sizeProblem(width, height)).toBe(problem);
  const shown = smallestShown(width, height);
  if (problem === undefined) expect(Math.min(shown.width, shown.height)).toBeGreaterThanOrEqual(MIN_PICTURE_SIDE);
});
