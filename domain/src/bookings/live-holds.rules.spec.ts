import { describe, expect, it } from "@jest/globals";
import {
  FIRST_PROOF_TRIES,
  isHoardingOver,
  looksLikeHoarding,
  MAX_PROOF_TRIES,
  PROOF_COST,
  proofSuffices,
  proofTries,
} from "./live-holds.rules.js";

/** PBKDF2-SHA-256 iterations per second on one core of a low-end phone. */
const CHEAP_PHONE_PER_SECOND = 500_000;

describe("proof of work for a network's next hold", () => {
  it.each([
    // unregistered, registered, tries
    [0, 0, 0],
    [9, 0, 0],
    [4, 5, 0],
    [0, 9, 0],
    [10, 0, 256],
    [5, 5, 256],
    [0, 10, 256],
    [11, 0, 304],
    [12, 0, 362],
    [14, 0, 512],
    [18, 0, 1024],
    [22, 0, 2048],
    [26, 0, 4096],
    [27, 0, 4096],
    [70, 0, 4096],
    // Registered holds count towards the limit, but add only a quarter of the difficulty.
    [10, 16, 512],
    [0, 40, 256],
    [0, 56, 512],
    [14, 1, 535],
  ])("with %i unregistered and %i registered holds takes at most %i tries", (unregistered, registered, tries) => {
    expect(proofTries({ unregistered, registered }, 10)).toBe(tries);
  });

  it("takes a low-end phone less than 1 s at first and less than 10 s at most", () => {
    expect((FIRST_PROOF_TRIES * PROOF_COST) / CHEAP_PHONE_PER_SECOND).toBeLessThan(1);
    expect((MAX_PROOF_TRIES * PROOF_COST) / CHEAP_PHONE_PER_SECOND).toBeLessThan(10);
  });

  it("grows with each further unregistered hold up to the maximum", () => {
    const steps = Array.from({ length: 17 }, (_, more) => proofTries({ unregistered: 10 + more, registered: 0 }, 10));
    expect(steps).toEqual([...new Set(steps)].toSorted((a, b) => a - b));
    expect(steps.at(-1)).toBe(MAX_PROOF_TRIES);
  });

  it("depends on the limit; an infinite limit never requires proof", () => {
    expect(proofTries({ unregistered: 0, registered: 0 }, 0)).toBe(FIRST_PROOF_TRIES);
    expect(proofTries({ unregistered: 10, registered: 0 }, 11)).toBe(0);
    expect(proofTries({ unregistered: 70, registered: 0 }, Infinity)).toBe(0);
  });

  it.each([
    [256, 256, true],
    [256, 512, true],
    [256, 513, false],
    [2048, 4096, true],
    [4096, 4096, true],
    [0, 256, false],
  ])("of %i tries is accepted when %i are required now: %p", (tries, needed, enough) => {
    expect(proofSuffices(tries, needed)).toBe(enough);
  });
});

describe("looksLikeHoarding and isHoardingOver", () => {
  it("raise an issue at 15 unregistered holds and at every five more, and close it below the limit", () => {
    const reported = Array.from({ length: 41 }, (_, holds) => holds).filter((holds) => looksLikeHoarding(holds, 10));
    expect(reported).toEqual([15, 20, 25, 30, 35, 40]);
    expect(isHoardingOver(10, 10)).toBe(false);
    expect(isHoardingOver(9, 10)).toBe(true);
  });
});
