import { describe, expect, it } from "@jest/globals";
import type { ReleaseReason } from "./booking.states.js";
import {
  FIRST_PROOF_TRIES,
  hoardedStalls,
  isHoardingOver,
  looksLikeHoarding,
  MAX_PROOF_TRIES,
  PROOF_BLOCK_SIZE,
  PROOF_COST,
  proofSuffices,
  proofTries,
  SITE_PROOF_TRIES,
  siteProofTries,
  STALL_PAUSE_SECONDS,
  stallPauseSeconds,
  unsoldShare,
} from "./live-holds.rules.js";

/** Time of a try on a low-end phone with four threads, and natively on a server's core, in ms (docs/decisions/0045). */
const PHONE_MS = 57;
const NATIVE_MS = 20;

/** Expected tries to hold `stalls` from one address that each asked for the easiest challenge that still sufficed. */
function cheapestTries(stalls: number): number {
  let tries = 0;
  for (let held = 0; held < stalls; held += 1) {
    const needed = proofTries({ held, paying: 0, ended: 0 }, 10);
    const sufficient = [...Array(15).keys()].map((step) => 2 ** step).find((each) => proofSuffices(each, needed));
    if (needed > 0) tries += (sufficient ?? needed) / 2;
  }
  return tries;
}

describe("proof of work for a network's next hold", () => {
  it.each([
    // held, paying, ended, factor, tries
    [0, 0, 0, 1, 0],
    [9, 0, 0, 1, 0],
    [10, 0, 0, 1, 4],
    [11, 0, 0, 1, 8],
    [14, 0, 0, 1, 8],
    [15, 0, 0, 1, 16],
    [18, 0, 0, 1, 16],
    [39, 0, 0, 1, 1024],
    [50, 0, 0, 1, 4096],
    [51, 0, 0, 1, 8192],
    [70, 0, 0, 1, 8192],
    // Payments weigh as much as holds, from the second on.
    [0, 10, 0, 1, 0],
    [0, 11, 0, 1, 4],
    [9, 1, 0, 1, 0],
    [9, 2, 0, 1, 4],
    [0, 70, 0, 1, 8192],
    // Ended holds require a proof like live ones, and weigh half in its difficulty.
    [0, 0, 9.9, 1, 0],
    [0, 0, 10, 1, 4],
    [5, 0, 5, 1, 4],
    [0, 0, 20, 1, 4],
    [10, 0, 10, 1, 16],
    [10, 0, 60, 1, 1024],
    // Ranges need a proof from the same number on; it gets harder later.
    [9, 0, 0, 4, 0],
    [10, 0, 0, 4, 4],
    [20, 0, 0, 2, 4],
    [24, 0, 0, 2, 8],
    [40, 0, 0, 4, 4],
    [41, 0, 0, 4, 8],
    [69, 0, 0, 4, 1024],
  ])("with %d held, %d paying, %d ended, factor %d takes at most %i tries", (held, paying, ended, factor, tries) => {
    expect(proofTries({ held, paying, ended }, 10, factor)).toBe(tries);
  });

  it("costs a native solver more than ten minutes of processor time for 60 stalls of one address", () => {
    expect((cheapestTries(60) * NATIVE_MS) / 60_000).toBeGreaterThan(10);
    // Renewed, when their first holds have ended, they cost more.
    expect(proofTries({ held: 0, paying: 0, ended: 60 }, 10)).toBeGreaterThan(100);
  });

  it("takes a low-end phone a fifth of a second at first, two on average for the whole site, and a minute for the 40th", () => {
    expect((FIRST_PROOF_TRIES * PHONE_MS) / 1000).toBeLessThan(0.25);
    expect((SITE_PROOF_TRIES * PHONE_MS) / 2 / 1000).toBeLessThan(2);
    // Every round of a rush of forty, each with the most tries that it can take; half of them on average.
    const rounds = [...Array(40).keys()].map((held) => proofTries({ held, paying: 0, ended: 0 }, 10) / 2);
    const tries = [...new Set(rounds)].reduce((sum, each) => sum + each, 0);
    expect((tries * PHONE_MS) / 1000).toBeLessThan(60);
  });

  it("needs 8 MiB a try", () => {
    expect((128 * PROOF_BLOCK_SIZE * PROOF_COST) / 2 ** 20).toBe(8);
  });

  it("depends on the limit; an infinite limit never requires proof", () => {
    expect(proofTries({ held: 0, paying: 0, ended: 0 }, 0)).toBe(FIRST_PROOF_TRIES);
    expect(proofTries({ held: 10, paying: 0, ended: 0 }, 11)).toBe(0);
    expect(proofTries({ held: 70, paying: 0, ended: 70 }, Infinity)).toBe(0);
  });

  it.each([
    [4, 4, true],
    [4, 8, true],
    [4, 16, false],
    [2048, 4096, true],
    [4096, MAX_PROOF_TRIES, false],
    [8192, MAX_PROOF_TRIES, true],
    [0, 4, false],
  ])("of %i tries is accepted when %i are required now: %p", (tries, needed, enough) => {
    expect(proofSuffices(tries, needed)).toBe(enough);
  });
});

describe("siteProofTries", () => {
  it.each([
    [70, 0, 33, 0],
    [70, 23, 33, 0],
    [70, 24, 33, SITE_PROOF_TRIES],
    [70, 70, 33, SITE_PROOF_TRIES],
    // Sold stalls are nobody's to hold.
    [10, 3, 33, 0],
    [10, 4, 33, SITE_PROOF_TRIES],
    [70, 70, 100, 0],
    [0, 0, 33, 0],
    [70, 1, 0, SITE_PROOF_TRIES],
  ])("with %i unsold stalls, %i of them held, and %i percent allowed are %i", (unsold, held, percent, tries) => {
    expect(siteProofTries({ unsold, held }, percent)).toBe(tries);
  });
});

describe("unsoldShare", () => {
  it.each<[ReleaseReason, number, number]>([
    ["hold_expired", 1, 1],
    ["payment_expired", 1080, 1],
    ["payment_failed", 1080, 1],
    ["left", 6, 0.01],
    ["left", 590, 590 / 600],
    ["left", 2400, 1],
    ["replaced", 300, 0.5],
    ["left", -1, 0],
    ["operator", 600, 0],
    ["cancelled", 86_400, 0],
  ])("of a hold that ended as %s after %i s is %d", (reason, seconds, share) => {
    expect(unsoldShare(reason, seconds, 600)).toBeCloseTo(share, 6);
  });
});

describe("looksLikeHoarding and isHoardingOver", () => {
  it.each([
    [{ held: 15, paying: 0, ended: 0 }, 1, 0, true],
    [{ held: 0, paying: 15, ended: 0 }, 1, 0, true],
    [{ held: 0, paying: 0, ended: 15 }, 1, 0, true],
    [{ held: 5, paying: 5, ended: 5.4 }, 1, 0, true],
    [{ held: 14, paying: 0, ended: 0.9 }, 1, 0, false],
    [{ held: 24, paying: 0, ended: 0 }, 2, 0, false],
    [{ held: 25, paying: 0, ended: 0 }, 2, 0, true],
    [{ held: 45, paying: 0, ended: 0 }, 4, 0, true],
    [{ held: 19, paying: 0, ended: 0 }, 1, 15, false],
    [{ held: 20, paying: 0, ended: 0 }, 1, 15, true],
  ])("raises an issue about %j, factor %i, %i reported before: %p", (holds, factor, reported, raised) => {
    expect(looksLikeHoarding(holds, 10, factor, reported)).toBe(raised);
  });

  it("is over below the limit", () => {
    expect(isHoardingOver({ held: 4, paying: 3, ended: 3 }, 10)).toBe(false);
    expect(isHoardingOver({ held: 4, paying: 3, ended: 2 }, 10)).toBe(true);
    expect(isHoardingOver({ held: 19, paying: 0, ended: 0 }, 10, 2)).toBe(true);
    expect(hoardedStalls({ held: 1, paying: 1, ended: 1.5 })).toBe(3);
  });
});

describe("stallPauseSeconds", () => {
  const end = (secondsAgo: number, share = 1) => ({ secondsAgo, share });
  it.each([
    [[], 0],
    [[end(1)], 0],
    [[end(10), end(900)], STALL_PAUSE_SECONDS - 10],
    [[end(900), end(10), end(1800)], STALL_PAUSE_SECONDS - 10],
    [[end(10.5), end(900)], 290],
    [[end(STALL_PAUSE_SECONDS), end(900)], 0],
    // Looking at a stall for a moment is no hoarding; keeping it until just before its deadline is.
    [[end(10, 0.4), end(900, 0.1)], 0],
    [[end(10, 0.98), end(900, 0.5)], STALL_PAUSE_SECONDS - 10],
  ])("after %j is %i", (ends, seconds) => {
    expect(stallPauseSeconds(ends)).toBe(seconds);
  });
});
