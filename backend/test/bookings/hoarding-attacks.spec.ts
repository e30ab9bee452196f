import { scryptSync } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { PROOF_BLOCK_SIZE, PROOF_COST } from "@sakhi/domain/bookings/live-holds.rules";
import { FLOOR_PLAN } from "../../src/stalls/stalls.seed.js";
import { ADMIN } from "../admin/administration.js";
import { InboxTest } from "../mail/inbox.js";
import { apiError, codeOf, countByCode, type TestResponse, type TestVisitor } from "./mela.js";
import { challengeOf, reserveWithProof, solve, triesOf } from "./proofs.js";

// The attacks of a security audit (the second audit, 1, 2, 6), over HTTP with a proxy's header, as in compose.
const STALLS = FLOOR_PLAN.map(({ stallId }) => stallId);
const ATTACKER = "203.0.113.66";
const HONEST = "198.51.100.7";

const inbox = await InboxTest.start({
  RATE_LIMITS: "on",
  TRUST_PROXY: "1",
  // Proofs as in production, each with a fraction of the work.
  PROOF_COST: "16",
});
const { paying } = inbox;
const { mela } = paying;
beforeEach(() => mela.empty());
afterAll(() => inbox.close());

const live = (): Promise<string[]> =>
  mela.column(
    `SELECT stall_id FROM bookings JOIN stalls USING (stall_key) WHERE state IN ('held', 'registered', 'paying')
        AND (state = 'paying' OR hold_expires_at > clock_timestamp()) ORDER BY 1`,
  );
const bookingOn = (stallId: string) =>
  mela.value(
    "SELECT id FROM bookings WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1) AND state <> 'released'",
    [stallId],
  );

/** What an attacker does with each stall after reserving it, so that it seems to be bought. */
type Pretence = (visitor: TestVisitor, stallId: string) => Promise<unknown>;
const nothing: Pretence = () => Promise.resolve();
const registering: Pretence = (visitor, stallId) => visitor.register(stallId);
const starting: Pretence = async (visitor, stallId) => {
  const buyer = await paying.registered(stallId, {}, visitor);
  expect((await paying.initiate(buyer)).status).toBe(201);
};

/** Takes stalls, each as a new visitor. @returns the expected tries of all proofs */
async function take(stalls: readonly string[], pretence: Pretence, address: (n: number) => string): Promise<number> {
  let expected = 0;
  for (const [index, stallId] of stalls.entries()) {
    const visitor = mela.visitorByProxy(address(index));
    const reserved = await reserveWithProof(visitor, stallId, (most) => (expected += most / 2));
    expect([stallId, reserved.status]).toEqual([stallId, 201]);
    await pretence(visitor, stallId);
  }
  return expected;
}

describe("one address", () => {
  it.each([
    ["holds", nothing],
    ["registers for", registering],
    ["starts to pay for", starting],
  ] as const)(
    "that %s stalls raises the issue by its 15th; one press frees them all and keeps them free",
    async (_what, pretence) => {
      await take(STALLS.slice(0, 14), pretence, () => ATTACKER);
      expect(await inbox.kinds()).not.toContain("network_hoarding");
      await take(STALLS.slice(14, 20), pretence, () => ATTACKER);
      const entry = await inbox.entry("network_hoarding");
      const visitor = mela.visitorByProxy(ATTACKER);
      await reserveWithProof(visitor, STALLS[20]!);

      expect((await inbox.resolution(entry, "release_network")).status).toBe(200);
      for (const stallId of await live()) {
        // Released once the provider says that nothing more can come.
        const { release } = await paying.expiredPayments.closeExpiredPayment((await bookingOn(stallId))!);
        expect([stallId, release?.released]).toEqual([stallId, true]);
      }
      expect(await live()).toEqual([]);
      expect(await mela.column("SELECT DISTINCT release_reason FROM bookings")).toEqual(["operator"]);

      for (const stallId of STALLS.slice(0, 3))
        expect(apiError(await reserveWithProof(mela.visitorByProxy(ATTACKER), stallId))).toEqual([
          403,
          "network_blocked",
        ]);
      expect(codeOf(await visitor.register(STALLS[20]!))).toBe("network_blocked");
      expect(codeOf(await mela.visitorByProxy(HONEST).reserve(STALLS[0]!))).toBe(201);
    },
  );

  it("that is blocked cannot start a payment, nor can a stall be paid from elsewhere that it reserved", async () => {
    const visitor = mela.visitorByProxy(ATTACKER);
    const buyer = await paying.registered("B1", {}, visitor);
    const [network] = (await mela.value<string[]>("SELECT networks FROM bookings"))!;
    await mela.query("INSERT INTO network_blocks (network, expires_at) VALUES ($1, now() + interval '1 day')", [
      network,
    ]);
    expect(codeOf(await paying.initiate(buyer))).toBe("network_blocked");
    const elsewhere = mela.visitorByProxy(HONEST);
    elsewhere.cookie = visitor.cookie;
    expect(codeOf(await paying.initiate(buyer, {}, elsewhere))).toBe("network_blocked");
    await mela.query("DELETE FROM network_blocks");
    expect((await paying.initiate(buyer)).status).toBe(201);
  });

  it("needs more than ten minutes of a native solver's processor time for 60 unpaid stalls", async () => {
    const tries = await take(STALLS.slice(0, 60), registering, () => ATTACKER);
    // The median of a few real tries: what one costs here, in ms of a core.
    const costs = Array.from({ length: 7 }, (_, n) => {
      const began = process.cpuUsage();
      scryptSync(`try ${n}`, "salt of a challenge", 32, { N: PROOF_COST, r: PROOF_BLOCK_SIZE, p: 1 });
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1000;
    });
    const cost = costs.toSorted((a, b) => a - b)[3]!;
    // A slow or busy core only takes longer, so this cannot fail by chance; 15 ms are those of a fast one.
    expect((tries * Math.max(15, cost)) / 60_000).toBeGreaterThan(10);
    expect(await inbox.kinds()).toContain("network_hoarding");
  });

  it("pays more for its stalls when their holds have ended, and again after each", async () => {
    const first = await take(STALLS.slice(0, 16), nothing, () => ATTACKER);
    await mela.query("UPDATE bookings SET hold_expires_at = clock_timestamp() - interval '1 second'");
    const second = await take(STALLS.slice(20, 36), nothing, () => ATTACKER);
    expect(second).toBeGreaterThan(2 * first);
  });
});

describe("one IPv6 customer", () => {
  it.each([
    ["a /48", (n: number) => `2001:db8:5:${n.toString(16)}00::1`],
    ["a /56", (n: number) => `2001:db8:5:${n.toString(16)}::1`],
    ["a /64", (n: number) => `2001:db8:5::${n.toString(16)}`],
  ])("with %s gets no more stalls without a proof than one address", async (_what, address) => {
    const responses: TestResponse[] = [];
    for (const [n, stallId] of STALLS.entries()) responses.push(await mela.visitorByProxy(address(n)).reserve(stallId));
    expect(countByCode(responses)).toEqual({ 201: 10, proof_required: 60 });
  });

  it("raises an issue about the narrowest network that hoards, and the block holds for all of it", async () => {
    await take(STALLS.slice(0, 25), nothing, (n) => `2001:db8:5:${(n % 9).toString(16)}::1`);
    const entry = await inbox.entry("network_hoarding");
    expect(JSON.stringify(entry.facts)).toContain("IPv6 /56");
    await inbox.resolution(entry, "release_network");
    expect(await live()).toEqual([]);
    expect(codeOf(await mela.visitorByProxy("2001:db8:5:ff::1").reserve("B1"))).toBe("network_blocked");
    expect(codeOf(await mela.visitorByProxy("2001:db8:5:100::1").reserve("B1"))).toBe(201);
  });
});

describe("the whole site", () => {
  it("asks everyone for a proof once more than a third of the unsold stalls is held unpaid", async () => {
    // 24 customers of 24 providers.
    for (let n = 0; n < 24; n += 1)
      expect(codeOf(await mela.visitorByProxy(`198.${n}.100.1`).reserve(STALLS[n]!))).toBe(201);
    const next = await mela.visitorByProxy("192.0.2.1").reserve(STALLS[24]!);
    expect(triesOf(challengeOf(next))).toBe(64);
    expect(
      codeOf(await mela.visitorByProxy("192.0.2.1").reserve(STALLS[24]!, (await solve(challengeOf(next))).proof)),
    ).toBe(201);
    // Sold stalls count as neither held nor free.
    for (let n = 0; n < 12; n += 1) {
      await mela.query(
        `UPDATE bookings SET state = 'sold', full_name = 'A', email = 'a@example.in', phone = '9876543210', hold_expires_at = NULL,
                business_name = 'A', pincode = '560001', final_paise = 100, order_id = 'MELA' || stall_key, ended_at = now()
          WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1)`,
        [STALLS[n]],
      );
    }
    expect(codeOf(await mela.visitorByProxy("192.0.2.2").reserve(STALLS[30]!))).toBe(201);
  });

  it("lets forty honest browsers of one village book that rush at once, within the work of their phones", async () => {
    const work: number[] = [];
    const responses = await Promise.all(
      STALLS.slice(0, 40).map(async (stallId, n) => {
        // The phones of one operator's CGNAT: a few addresses of one /24.
        const visitor = mela.visitorByProxy(`100.66.12.${n % 5}`);
        let tries = 0;
        const reserved = await reserveWithProof(visitor, stallId, (most) => (tries += most));
        work.push(tries);
        return [reserved.status, (await visitor.register(stallId)).status];
      }),
    );
    expect(responses).toEqual(responses.map(() => [201, 201]));
    // A low-end phone tries some 17 times a second: each is done within 90 s, even with the worst luck in each round.
    expect(Math.max(...work) / 17).toBeLessThan(90);
  });
});

describe("the same stall", () => {
  const ranOut = async (stallId: string): Promise<void> => {
    await mela.expire(stallId);
  };

  it("can be tried again once; after two ends within the hour others come first for some minutes", async () => {
    const visitor = mela.visitorByProxy(ATTACKER);
    expect(codeOf(await visitor.reserve("B12"))).toBe(201);
    await ranOut("B12");
    expect(codeOf(await visitor.reserve("B12"))).toBe(201);
    await ranOut("B12");
    // Neither with her cookie, nor without it, nor from another address with it.
    const elsewhere = mela.visitorByProxy(HONEST);
    elsewhere.cookie = visitor.cookie;
    for (const again of [visitor, mela.visitorByProxy(ATTACKER), elsewhere]) {
      const paused = await again.reserve("B12");
      expect(apiError(paused)).toEqual([429, "stall_paused"]);
      expect(paused.body["retryAfterSeconds"]).toBeGreaterThan(290);
      expect(paused.body["similar"]).toHaveLength(3);
    }
    expect(codeOf(await mela.visitorByProxy(ATTACKER).reserve("B13"))).toBe(201);
    expect(codeOf(await mela.visitorByProxy(HONEST).reserve("B12"))).toBe(201);
  });

  it("can be had again after the pause, and after mere looks", async () => {
    const visitor = mela.visitorByProxy(ATTACKER);
    for (let looks = 0; looks < 4; looks += 1) {
      expect(codeOf(await visitor.reserve("B12"))).toBe(201);
      await visitor.release("B12");
    }
    await visitor.reserve("B12");
    await ranOut("B12");
    await visitor.reserve("B12");
    await ranOut("B12");
    await mela.query("UPDATE bookings SET hold_expires_at = hold_expires_at - interval '300 seconds'");
    expect(codeOf(await visitor.reserve("B12"))).toBe(201);
  });

  it("is not kept by leaving it just before its deadline", async () => {
    const visitor = mela.visitorByProxy(ATTACKER);
    for (let turn = 0; turn < 2; turn += 1) {
      expect(codeOf(await visitor.reserve("B12"))).toBe(201);
      await mela.query("UPDATE bookings SET held_at = held_at - interval '595 seconds' WHERE state = 'held'");
      await visitor.release("B12");
    }
    expect(codeOf(await visitor.reserve("B12"))).toBe("stall_paused");
  });
});

describe("a limited coupon", () => {
  it("is not used up by unpaid registrations of one network, and is never used more often than it may", async () => {
    const attempts: (number | string)[] = [];
    for (let n = 0; n < 5; n += 1) {
      const visitor = mela.visitorByProxy(`203.0.113.${n}`);
      await visitor.reserve(STALLS[n]!);
      attempts.push(codeOf(await visitor.register(STALLS[n]!, { appliedCouponCode: "SAKHI25" })));
    }
    expect(attempts).toEqual([201, 201, ...Array<string>(3).fill("coupon_exhausted")]);
    // Without the coupon they can go on; what was promised stays.
    const honest: (number | string)[] = [];
    for (let n = 10; n < 14; n += 1) {
      const visitor = mela.visitorByProxy(`198.${n}.100.7`);
      await visitor.reserve(STALLS[n]!);
      honest.push(codeOf(await visitor.register(STALLS[n]!, { appliedCouponCode: "SAKHI25" })));
    }
    expect(honest).toEqual([201, 201, 201, "coupon_exhausted"]);
    expect(await mela.column("SELECT discount_percentage FROM bookings WHERE coupon_code IS NOT NULL")).toEqual(
      Array<number>(5).fill(25),
    );
  });

  it("says who uses it, and can be used from the same network again once those have paid", async () => {
    for (const stallId of ["B1", "B2"]) {
      const visitor = mela.visitorByProxy(ATTACKER);
      await visitor.reserve(stallId);
      await visitor.register(stallId, { appliedCouponCode: "SAKHI25" });
    }
    const third = mela.visitorByProxy(ATTACKER);
    await third.reserve("B3");
    const refused = await third.register("B3", { appliedCouponCode: "SAKHI25" });
    expect(refused.body["message"]).toContain("Others on your internet connection are using this coupon");
    await mela.force("B1", "sold");
    expect((await third.register("B3", { appliedCouponCode: "SAKHI25" })).status).toBe(201);
  });
});

describe("the dashboard", () => {
  it("shows a stall's network, and releases and blocks it without an issue", async () => {
    await take(STALLS.slice(0, 4), registering, () => ATTACKER);
    const plan = (await inbox.admin.get(`${ADMIN}/plan`)).body as unknown as {
      stallId: string;
      networkStalls?: number;
    }[];
    expect(plan.flatMap(({ networkStalls }) => networkStalls ?? [])).toEqual([4, 4, 4, 4]);
    const id = (await bookingOn(STALLS[0]!))!;
    const { body } = await inbox.admin.get(`${ADMIN}/bookings/${id}`);
    expect(body["networks"]).toEqual([
      {
        label: expect.stringMatching(/\(IPv4 \/32\)$/),
        prefix: 32,
        held: 4,
        paying: 0,
        endedUnsold: 0,
        blocked: false,
      },
      {
        label: expect.stringMatching(/\(IPv4 \/24\)$/),
        prefix: 24,
        held: 4,
        paying: 0,
        endedUnsold: 0,
        blocked: false,
      },
    ]);
    const path = `${ADMIN}/bookings/${id}/release-network`;
    expect(codeOf(await inbox.admin.post(path, { prefix: 64, reason: "A robot" }))).toBe("network_unknown");
    const done = await inbox.admin.post(path, { prefix: 32, reason: "A robot" });
    expect([done.status, done.body]).toMatchObject([200, { released: STALLS.slice(0, 4).toSorted(), closing: [] }]);
    expect(await live()).toEqual([]);
    expect(codeOf(await mela.visitorByProxy(ATTACKER).reserve("B30"))).toBe("network_blocked");
    // Mails to people who never paid: one a day each, whatever they are about.
    expect(await mela.column("SELECT count(*)::int FROM mails WHERE template = 'hold-released'")).toEqual([4]);
    // The block ends in the inbox.
    const entry = await inbox.entry("network_hoarding");
    expect((await inbox.resolution(entry, "unblock_network")).status).toBe(200);
    expect(codeOf(await mela.visitorByProxy(ATTACKER).reserve("B30"))).toBe(201);
  });
});
