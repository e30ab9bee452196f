import "reflect-metadata";
import { expect, it } from "@jest/globals";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import { PictureFocusDto } from "./picture-focus.dto.js";
import { CENTRE, chosenFocus, cutOf, focusAt, isCentre, objectPosition, sameFocus } from "./picture-focus.js";

it.each([
  [0.3, 0.2, { x: 30, y: 20 }],
  [0, 1, { x: 0, y: 100 }],
  [-4, 7, { x: 0, y: 100 }],
  [0.504, 0.496, { x: 50, y: 50 }],
  // A picture without a size.
  [Number.NaN, Number.POSITIVE_INFINITY, { x: 50, y: 50 }],
])("the point %p, %p of a picture is the focus %p", (x, y, focus) => {
  expect(focusAt(x, y)).toEqual(focus);
});

it("is the middle unless chosen, and stored only if it is another point", () => {
  expect(objectPosition(undefined)).toBe("50% 50%");
  expect(objectPosition({ x: 0, y: 100 })).toBe("0% 100%");
  expect([isCentre(null), isCentre(CENTRE), isCentre({ x: 50, y: 49 })]).toEqual([true, true, false]);
  expect(sameFocus(undefined, { x: 50, y: 50 })).toBe(true);
  expect([chosenFocus(null), chosenFocus(CENTRE), chosenFocus({ x: 1, y: 50 })]).toEqual([
    {},
    {},
    { focus: { x: 1, y: 50 } },
  ]);
});

it.each([
  [
    "a wide picture in a square",
    { width: 800, height: 400 },
    { width: 1, height: 1 },
    { x: 100, y: 0 },
    400,
    0,
    400,
    400,
  ],
  ["from its middle", { width: 800, height: 400 }, { width: 1, height: 1 }, undefined, 200, 0, 400, 400],
  [
    "a high one in a wide frame",
    { width: 300, height: 900 },
    { width: 3, height: 1 },
    { x: 50, y: 25 },
    0,
    200,
    300,
    100,
  ],
  ["one of the frame's shape", { width: 300, height: 200 }, { width: 3, height: 2 }, { x: 9, y: 9 }, 0, 0, 300, 200],
])("cuts %s", (_, picture, frame, focus, left, top, width, height) => {
  const cut = cutOf(picture, frame, focus);
  expect(cut.left).toBeCloseTo(left);
  expect(cut.top).toBeCloseTo(top);
  expect(cut.width).toBeCloseTo(width);
  expect(cut.height).toBeCloseTo(height);
});

it.each([
  [{ x: 0, y: 100 }, true],
  [{ x: 101, y: 0 }, false],
  [{ x: -1, y: 0 }, false],
  [{ x: 1.5, y: 0 }, false],
  [{ x: "5", y: 0 }, false],
  [{ x: 5 }, false],
])("%j as a request is %p", (focus, isValid) => {
  expect(validateSync(plainToInstance(PictureFocusDto, focus)).length === 0).toBe(isValid);
});
