import { describe, expect, it } from "@jest/globals";
import { FIRST_LIMIT_PROOF, HARDEST_LIMIT_PROOF, limitProofTries } from "./limit-proof.rules.js";

describe("limitProofTries", () => {
  it.each([
    [60, 60, 0],
    [61, 60, FIRST_LIMIT_PROOF],
    [75, 60, FIRST_LIMIT_PROOF],
    [76, 60, 8],
    [91, 60, 16],
    [120, 60, 32],
    [600, 600, 0],
    [750, 600, 4],
    [751, 600, 8],
    [10_000, 60, HARDEST_LIMIT_PROOF],
    [1_000_000_000, 5, HARDEST_LIMIT_PROOF],
  ])("the %ith use of %i free ones: at most %i tries", (used, points, tries) => {
    expect(limitProofTries(used, points)).toBe(tries);
  });

  it("begins and ends elsewhere where a limit says so", () => {
    expect([11, 14, 50].map((used) => limitProofTries(used, 10, 64, 2048))).toEqual([64, 128, 2048]);
  });

  it("doubles with each use where none is free", () => {
    expect([1, 2, 3].map((used) => limitProofTries(used, 0, 32, 8192))).toEqual([32, 64, 128]);
  });

  it("lets the slowest phone pass within half a minute: 17 tries a second", () => {
    expect(HARDEST_LIMIT_PROOF / 17).toBeLessThan(31);
  });
});
