import "reflect-metadata";
import { describe, expect, it } from "@jest/globals";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import { ValidateCouponDto } from "./validate-coupon.dto.js";

const parse = (code: unknown): ValidateCouponDto => plainToInstance(ValidateCouponDto, { code });
const rejections = (code: unknown): string[] =>
  validateSync(parse(code)).flatMap((error) => Object.values(error.constraints ?? {}));

describe("ValidateCouponDto", () => {
  it("trims and upper-cases the code", () => {
    expect(parse(" sakhi25 ").code).toBe("SAKHI25");
    expect(rejections(" sakhi25 ")).toEqual([]);
  });

  it.each([[""], ["   "], ["X".repeat(41)]])("rejects %p", (code) => {
    expect(rejections(code)).toEqual(["Please enter a coupon code of at most 40 characters"]);
  });

  it.each([[undefined], [10], [["MELA10"]]])("rejects %p, which is not a string", (code) => {
    expect(rejections(code)).toContain("Please enter a coupon code");
  });
});
