import "reflect-metadata";
import { describe, expect, it } from "@jest/globals";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import { StallIdDto } from "./reserve-stall.dto.js";

const rejections = (stallId: unknown): string[] => {
  const errors = validateSync(plainToInstance(StallIdDto, { stallId }));
  return [...new Set(errors.flatMap((error) => Object.values(error.constraints ?? {})))];
};

describe("StallIdDto", () => {
  it.each([["A1"], ["B50"], ["Z9"]])("accepts %s", (stallId) => {
    expect(rejections(stallId)).toEqual([]);
  });

  it.each([[""], ["b12"], ["B123456"], ["12"], ["B12; DROP TABLE stalls"], [" B12"]])("rejects %p", (stallId) => {
    expect(rejections(stallId)).toEqual(["Please choose a stall by its number, e.g. B12"]);
  });

  it.each([[undefined], [12], [["B12"]], [{}]])("rejects %p, which is not a string", (stallId) => {
    expect(rejections(stallId)).toContain("Please choose a stall");
  });
});
