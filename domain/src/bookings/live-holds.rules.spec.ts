import { describe, expect, it } from "@jest/globals";
import type { ReleaseReason } from "./booking.states.js";
import {
  callProofTries,
  FIRST_PROOF_TRIES,
  heldPart,
  hoardedStalls,
  holdPoints,
  isCrowdOver,
  isHoardingOver,
  isMostlyHeld,
  looksLikeCrowd,
  looksLikeHoarding,
  MAX_PROOF_TRIES,
  PROOF_BLOCK_SIZE,
  PROOF_COST,
  proofSuffices,
  proofTries,
  SITE_PROOF_TRIES,
  type SiteHolds,
  siteProofTries,
  STALL_PAUSE_SECONDS,
  STALL_REST_SECONDS,
  stallPausedMessage,
  stallPause,
  type UnsoldEnds,
  type UnsoldHolds,
  withOneMore,
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

const site = (held: number, unsold = 70, addresses = held, soldLastHour = 0, small = held): SiteHolds => ({
  ...{ held, unsold, small: { held: small, addresses }, soldLastHour },
});
const holding = (held: number, paying = 0, ended = 0): UnsoldHolds => ({ held, paying, ended });

describe("siteProofTries", () => {
  it.each<[string, SiteHolds, number, UnsoldHolds, number, number]>([
    // The first hold of an address.
    ["nothing held", site(0), 33, holding(0), 1, 0],
    ["a third held", site(23), 33, holding(0), 1, 0],
    ["more than a third held", site(24), 33, holding(0), 1, SITE_PROOF_TRIES],
    ["all held", site(70), 33, holding(0), 1, SITE_PROOF_TRIES],
    ["sold stalls are nobody's to hold: a third of 10", site(3, 10), 33, holding(0), 1, 0],
    ["more than a third of 10", site(4, 10), 33, holding(0), 1, SITE_PROOF_TRIES],
    ["all allowed", site(70), 100, holding(9), 1, 0],
    ["no stall left", site(0, 0), 33, holding(0), 1, 0],
    ["none allowed", site(1), 0, holding(0), 1, SITE_PROOF_TRIES],
    // Three addresses with eight stalls each make nobody else pay much.
    ["more than a third held by three addresses", site(24, 70, 3), 33, holding(0), 1, SITE_PROOF_TRIES],
    ["all held by seven", site(70, 70, 7), 33, holding(0), 1, SITE_PROOF_TRIES],
    // From the address's second on, doubled with each; payments and registrations weigh the same.
    ["one of its own", site(24), 33, holding(1), 1, 128],
    ["one being paid", site(24), 33, holding(0, 1), 1, 128],
    ["two of its own", site(24), 33, holding(1, 1), 1, 256],
    ["three of its own", site(24, 70, 3), 33, holding(3), 1, 512],
    ["what has ended does not count here", site(24), 33, holding(0, 0, 9), 1, SITE_PROOF_TRIES],
    ["above a half once more", site(36), 33, holding(3), 1, 1024],
    ["never above the hardest", site(70), 33, holding(20), 1, MAX_PROOF_TRIES],
    // Ranges by their factor.
    ["three of a /24", site(24), 33, holding(3), 4, SITE_PROOF_TRIES],
    ["four of a /24", site(24), 33, holding(4), 4, 128],
    ["four of a /56", site(24), 33, holding(4), 2, 256],
  ])("with %s", (_what, now, percent, holds, factor, tries) => {
    expect(siteProofTries(now, percent, holds, factor)).toBe(tries);
  });

  /** Expected tries to take all of 70 stalls from `addresses`, in turn or one after the other. */
  function crowdTries(addresses: number, inTurn: boolean): number {
    const held = Array.from({ length: addresses }, () => 0);
    let tries = 0;
    for (let stall = 0; stall < 70; stall += 1) {
      const at = inTurn ? stall % addresses : Math.floor(stall / (70 / addresses));
      const now = site(stall, 70, held.filter((own) => own > 0).length);
      tries += Math.max(siteProofTries(now, 33, holding(held[at]!)), proofTries(holding(held[at]!), 10)) / 2;
      held[at]! += 1;
    }
    return tries;
  }

  it("costs seven or ten addresses more than 20 minutes of a core for all stalls, in whatever order", () => {
    for (const addresses of [7, 10])
      for (const inTurn of [true, false]) expect((crowdTries(addresses, inTurn) * 25) / 60_000).toBeGreaterThan(20);
  });
});

describe("callProofTries", () => {
  it.each([
    [0, 1, 0],
    [599, 1, 0],
    [600, 1, 16],
    [749, 1, 16],
    [750, 1, 32],
    [1500, 1, 1024],
    [100_000, 1, 1024],
    [2399, 4, 0],
    [2400, 4, 16],
  ])("after %i points, factor %i, is %i", (points, factor, tries) => {
    expect(callProofTries({ points }, factor)).toBe(tries);
  });

  it("never keeps a slow phone for longer than a minute", () => {
    expect((callProofTries({ points: 1e9 }) * PHONE_MS) / 1000).toBeLessThan(60);
  });

  it("gives most of its point back for a hold that was left at once, all for none of a hold's time", () => {
    expect([holdPoints(0), holdPoints(0.3), holdPoints(1), holdPoints(0.1, 600)]).toEqual([0.25, 0.3, 1, 150]);
  });
});

describe("looksLikeCrowd and isCrowdOver", () => {
  it.each<[string, SiteHolds, boolean]>([
    ["nothing held", site(0), false],
    ["no stall", site(0, 0), false],
    ["half held", site(35), false],
    ["more than half held, by anyone, with many sales", site(36, 70, 36, 60), true],
    ["less than a fifth held by two", site(13, 70, 2), false],
    ["a fifth held by two addresses", site(14, 70, 2), false],
    ["more than a fifth held by two addresses", site(15, 70, 2), true],
    ["the fifteenth held by ten in turn", site(15, 70, 10), true],
    ["the sixteenth held by eleven in turn", site(16, 70, 11), false],
    ["more than a fifth held by as many addresses", site(15, 70, 15), false],
    ["more than a fifth held by two addresses, with as many sales as half", site(16, 70, 2, 8), false],
    ["a third held by one office, which has an issue of its own", site(23, 70, 0, 0, 0), false],
    ["a third held by people who each hold one", site(23, 70, 20), false],
  ])("with %s: %s", (_what, now, raised) => {
    expect(looksLikeCrowd(now)).toBe(raised);
  });

  it.each<[number, number, SiteHolds]>([
    [0, 5, site(6, 70, 6)],
    [1, 5, site(6, 70, 5)],
    [13, 13, site(14, 70, 13, 0, 14)],
    // Its fifteenth raises an issue of its own: it is no longer small.
    [14, 14, site(15, 70, 13, 0, 0)],
    [15, 15, site(16, 70, 15)],
  ])("counts one more of an address that has %i of %i", (own, held, after) => {
    const before = own < 15 ? site(held) : site(held, 70, 15);
    expect(withOneMore(before, own, 10)).toEqual({ ...after, small: own < 15 ? after.small : before.small });
  });

  it("is over below a tenth", () => {
    expect([isCrowdOver(site(7)), isCrowdOver(site(6)), isCrowdOver(site(0, 0))]).toEqual([false, true, true]);
  });

  it("calls visitors' attention above a half", () => {
    expect([0, 0.5, 0.51, 1].map(heldPart)).toEqual(["some", "some", "most", "all"]);
    expect([isMostlyHeld(site(35)), isMostlyHeld(site(36)), isMostlyHeld(site(0, 0))]).toEqual([false, true, false]);
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

  it("of several is the sum of theirs", () => {
    expect(unsoldShare("left", 900, 600, 3)).toBeCloseTo(1.5, 6);
    expect(unsoldShare("hold_expired", 1800, 600, 3)).toBe(3);
    expect(unsoldShare("operator", 1800, 600, 3)).toBe(0);
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

describe("stallPause", () => {
  const end = (secondsAgo: number, share = 1) => ({ secondsAgo, share, longestSeconds: share * 600 });
  it.each<[string, UnsoldEnds[], UnsoldEnds[], number]>([
    ["nothing", [], [], 0],
    ["one end", [end(40)], [end(40)], 0],
    ["one end just now", [end(1)], [end(1)], STALL_REST_SECONDS - 1],
    ["a mere glance just now", [end(0.1, 0.001)], [], 0],
    ["a look of ten seconds just now", [end(0.1, 10 / 600)], [], 10],
    ["a look of ten seconds of ten seconds ago", [end(10, 10 / 600)], [], 0],
    ["a glance of five seconds just now", [end(0.1, 5 / 600)], [], 0],
    ["a glance just now, and a longer look before", [end(1, 1 / 600), end(20, 20 / 600)], [], 19],
    ["half a minute ago", [end(30, 0.4)], [], 0],
    ["another at the address who let it go just now", [], [end(1, 0.5)], 0],
    ["two ends", [end(40), end(900)], [], STALL_PAUSE_SECONDS - 40],
    ["two ends of the address, by others", [], [end(40), end(900)], STALL_PAUSE_SECONDS - 40],
    ["in any order", [end(900), end(10), end(1800)], [], STALL_PAUSE_SECONDS - 10],
    ["rounded up", [end(10.5), end(900)], [], 290],
    ["the pause is over", [end(STALL_PAUSE_SECONDS), end(900)], [], 0],
    ["one and no more in all", [end(40, 0.5), end(900, 0.5)], [], 0],
    // Leaving it just before half of the hold, again and again (audit 3, finding 4).
    ["0.48 twice", [end(40, 0.48), end(400, 0.48)], [], 0],
    ["0.48 three times", [end(40, 0.48), end(400, 0.48), end(700, 0.48)], [], STALL_PAUSE_SECONDS - 40],
    ["ten looks", Array.from({ length: 10 }, (_, n) => end(40 + n, 0.01)), [], 0],
    ["sums of several", [{ share: 1.2, secondsAgo: 40, longestSeconds: 600 }], [], STALL_PAUSE_SECONDS - 40],
  ])("after %s", (_what, own, ofAddress, seconds) => {
    expect(stallPause(own, ofAddress).seconds).toBe(seconds);
  });

  it.each([
    [1, true, "You have just let this stall go, so it is open to others first. Please try again in a second,"],
    [30, true, "You have just let this stall go, so it is open to others first. Please try again in 30 seconds,"],
    [
      29,
      false,
      "had this stall for long without paying, so it is open to others first. Please try again in 29 seconds,",
    ],
    [
      31,
      false,
      "had this stall for long without paying, so it is open to others first. Please try again in 31 seconds,",
    ],
    [241, false, "Please try again in 5 minutes, or choose another one."],
  ])("says in words: %i s, of a rest: %p", (seconds, isRest, words) => {
    expect(stallPausedMessage({ seconds, isRest })).toContain(words);
  });

  it("distinguishes neighbours in the last seconds of a pause from who has just let it go", () => {
    expect(stallPause([], [end(STALL_PAUSE_SECONDS - 20), end(900)])).toEqual({ seconds: 20, isRest: false });
    expect(stallPause([end(10)], [])).toEqual({ seconds: 20, isRest: true });
  });
});
