import "reflect-metadata";
import { describe, expect, it } from "@jest/globals";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import { ValidateCouponDto } from "./validate-coupon.dto.js";

const read = (code: unknown): ValidateCouponDto => plainToInstance(ValidateCouponDto, { code });
const rejections = (code: unknown): string[] =>
  validateSync(read(code)).flatMap((error) => Object.values(error.constraints ?? {}));

describe("the coupon to validate", () => {
  it("is trimmed and upper-cased", () => {
    expect(read(" sakhi25 ").code).toBe("SAKHI25");
    expect(rejections(" sakhi25 ")).toEqual([]);
  });

  it.each([[""], ["   "], ["X".repeat(41)]])("%p is refused", (code) => {
    expect(rejections(code)).toEqual(["Please enter a coupon code of at most 40 characters"]);
  });

  it.each([[undefined], [10], [["MELA10"]]])("%p is no text and refused", (code) => {
    expect(rejections(code)).toContain("Please enter a coupon code");
  });
});
