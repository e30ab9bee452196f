import { expect, test } from "@jest/globals";
import { areaOf, bestSpot, type Obstacle, type ToastSpot } from "./toast-place";

const PHONE = { width: 360, height: 780, top: 0 };
const DESK = { width: 1280, height: 900, top: 0 };
const SMALL = { width: 336, height: 90 };
const BIG = { width: 416, height: 90 };
const at = (left: number, top: number, width: number, height: number, weight = 1): Obstacle => ({
  left,
  top,
  width,
  height,
  weight,
});

const CASES: [what: string, screen: typeof PHONE, obstacles: Obstacle[], spot: ToastSpot][] = [
  ["a phone with nothing in the way", PHONE, [], "top"],
  ["a countdown that sticks to the top", PHONE, [at(0, 0, 360, 70, 50)], "bottom"],
  [
    "a countdown above and what was pressed below",
    PHONE,
    [at(0, 0, 360, 70, 50), at(0, 700, 360, 48, 100)],
    "top",
  ],
  ["what has no size", PHONE, [at(20, 20, 0, 0, 100)], "top"],
  ["a desktop with nothing in the way", DESK, [], "bottom"],
  ["a dialog's button at the end", DESK, [at(1000, 830, 100, 44)], "bottom-start"],
  ["buttons along the whole lower edge", DESK, [at(100, 830, 100, 44), at(1000, 830, 100, 44)], "top"],
  ["the lesser of two evils", DESK, [at(0, 820, 1280, 60, 3), at(0, 20, 1280, 60, 2)], "top"],
];

test.each(CASES)("%s", (_what, screen, obstacles, spot) => {
  expect(bestSpot(screen === PHONE ? SMALL : BIG, screen, obstacles)).toBe(spot);
});

test("it stays where it is as long as no other place is better", () => {
  expect(bestSpot(BIG, DESK, [], "top")).toBe("top");
  expect(bestSpot(BIG, DESK, [at(900, 20, 300, 60)], "top")).toBe("bottom");
});

test("on top it stands below what sticks there", () => {
  expect(areaOf("top", SMALL, { ...PHONE, top: 71 }).top).toBe(77);
  expect(areaOf("top", SMALL, PHONE).top).toBe(12);
  expect(areaOf("bottom-start", BIG, DESK)).toMatchObject({ left: 24, top: 786 });
});
