import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { FIRST_PROOF_TRIES, SITE_PROOF_TRIES } from "@sakhi/domain/bookings/live-holds.rules";
import { stallProof } from "../../src/bookings/stall-proof.js";
import { ProofOfWorkService } from "../../src/platform/http/proof-of-work.service.js";
import { Secrets } from "../../src/platform/secrets/secrets.js";
import { FLOOR_PLAN } from "../../src/stalls/stalls.seed.js";
import { codeOf, type TestVisitor } from "../bookings/mela.js";
import { challengeOf, reserveWithProof, solve, triesOf } from "../bookings/proofs.js";
import { InboxTest } from "../mail/inbox.js";
import { testConfig } from "../support/config.js";

// The limits of unpaid holds with two events on sale (decisions 45 and 70): a network is counted over all events; the
// share of a plan that is held unpaid, and the pause of a stall, belong to one event.

const STALLS = FLOOR_PLAN.map(({ stallId }) => stallId);
const OFFICE = "198.51.100.7";
const NEIGHBOUR = "198.51.100.200";
const HOME = "203.0.113.20";
const SECOND = "the-second-mela";

// As many tries per proof as in production, each with a fraction of the work.
const inbox = await InboxTest.start({ RATE_LIMITS: "on", PROOF_COST: "16" });
const { mela } = inbox.paying;
let first = "";
beforeAll(async () => {
  first = (await mela.value("SELECT slug FROM events")) ?? "";
  await mela.addEvent(SECOND, "The Second Mela");
});
beforeEach(() => mela.empty());
afterAll(() => inbox.close());

function visitorOf(event: string, address: string): TestVisitor {
  const visitor = mela.visitor(address);
  visitor.event = event;
  return visitor;
}

/** Holds stalls, each as a new visitor who solves the proofs. @param address of the nth */
async function hold(event: string, stalls: readonly string[], address: (n: number) => string = () => OFFICE) {
  for (const [n, stallId] of stalls.entries())
    expect([stallId, codeOf(await reserveWithProof(visitorOf(event, address(n)), stallId))]).toEqual([stallId, 201]);
}

/** Stalls that nobody holds before. */
const [FREE, ANOTHER, LAST] = STALLS.slice(60) as [string, string, string];
/** 24 of 70 stalls: more than a third. */
const STORM = STALLS.slice(0, 24);
/** A customer of a different provider each. */
const anywhere = (n: number): string => `198.${n}.10.1`;
const runOut = (): Promise<unknown> =>
  mela.query("UPDATE bookings SET hold_expires_at = clock_timestamp() - interval '1 second' WHERE state = 'held'");

/** Makes all held stalls registered ones that are being paid, or sold. */
const become = (state: "paying" | "sold"): Promise<unknown> =>
  mela.query(
    `UPDATE bookings SET state = $1, full_name = 'A', email = 'a@example.in', phone = '9876543210', business_name = 'A',
            pincode = '560001', final_paise = 100, order_id = 'MELA' || stall_key, hold_expires_at = NULL,
            pay_until = clock_timestamp() + interval '9 minutes', ended_at = CASE $1 WHEN 'sold' THEN clock_timestamp() END
      WHERE state = 'held'`,
    [state],
  );

/** What a newcomer's reserve gets: the stall, which is left again, the tries of a proof, or an error code. */
async function ask(event: string, stallId: string, address: string): Promise<string> {
  const visitor = visitorOf(event, address);
  const reserved = await visitor.reserve(stallId);
  const code = codeOf(reserved);
  if (code === 201) await visitor.release(stallId);
  return code === "proof_required"
    ? proofOf(triesOf(challengeOf(reserved)))
    : code === 201
      ? "the stall"
      : String(code);
}
const proofOf = (tries: number): string => `a proof of ${tries} tries`;
const [NONE, EASY, SITE] = ["the stall", proofOf(FIRST_PROOF_TRIES), proofOf(SITE_PROOF_TRIES)] as const;

interface Case {
  readonly what: string;
  readonly done: (own: string, other: string) => Promise<unknown>;
  readonly by: string;
  readonly own: string;
  readonly other: string;
}

const BY_NETWORK: readonly Case[] = [
  { what: "nine holds", done: (own) => hold(own, STALLS.slice(0, 9)), by: OFFICE, own: NONE, other: NONE },
  { what: "ten holds", done: (own) => hold(own, STALLS.slice(0, 10)), by: OFFICE, own: EASY, other: EASY },
  {
    what: "five holds in each event",
    done: async (own, other) => {
      await hold(own, STALLS.slice(0, 5));
      await hold(other, STALLS.slice(0, 5));
    },
    by: OFFICE,
    own: EASY,
    other: EASY,
  },
  {
    what: "fourteen holds",
    done: (own) => hold(own, STALLS.slice(0, 14)),
    by: OFFICE,
    own: proofOf(2 * FIRST_PROOF_TRIES),
    other: proofOf(2 * FIRST_PROOF_TRIES),
  },
  {
    what: "ten holds of as many addresses of a /24",
    done: (own) => hold(own, STALLS.slice(0, 10), (n) => `198.51.100.${n}`),
    by: NEIGHBOUR,
    own: EASY,
    other: EASY,
  },
  {
    what: "ten holds of as many /56 of an IPv6 /48",
    done: (own) => hold(own, STALLS.slice(0, 10), (n) => `2001:db8:5:${n.toString(16)}00::1`),
    by: "2001:db8:5:ff00::1",
    own: EASY,
    other: EASY,
  },
  {
    what: "ten holds that ran out",
    done: async (own) => {
      await hold(own, STALLS.slice(0, 10));
      await runOut();
    },
    by: OFFICE,
    own: EASY,
    other: EASY,
  },
  {
    what: "eleven payments under way, the first of which does not count",
    done: async (own) => {
      await hold(own, STALLS.slice(0, 11));
      await become("paying");
    },
    by: OFFICE,
    own: EASY,
    other: EASY,
  },
  { what: "ten holds elsewhere", done: (own) => hold(own, STALLS.slice(0, 10)), by: HOME, own: NONE, other: NONE },
];

const BY_EVENT: readonly Case[] = [
  {
    what: "more than a third of the stalls held, by as many networks",
    done: (own) => hold(own, STORM, anywhere),
    by: HOME,
    own: SITE,
    other: NONE,
  },
  {
    what: "more than a third of the stalls held, by one address that solves its proofs",
    done: (own) => hold(own, STORM),
    by: HOME,
    own: SITE,
    other: NONE,
  },
  {
    what: "as many held, half of them in each event",
    done: async (own, other) => {
      await hold(own, STORM.slice(0, 12), anywhere);
      await hold(other, STORM.slice(12), (n) => anywhere(12 + n));
    },
    by: HOME,
    own: NONE,
    other: NONE,
  },
  {
    what: "a quarter of the stalls held, which is more than a third of those that are not sold",
    done: async (own) => {
      await hold(own, STALLS.slice(0, 22), anywhere);
      await become("sold");
      await hold(own, STALLS.slice(22, 39), (n) => anywhere(22 + n));
    },
    by: HOME,
    own: SITE,
    other: NONE,
  },
  {
    what: "a stall that one address let run out twice",
    done: async (own) => {
      for (let turn = 0; turn < 2; turn += 1) {
        await hold(own, [FREE]);
        await runOut();
      }
    },
    by: OFFICE,
    own: "stall_paused",
    other: NONE,
  },
];

describe.each([
  ["the current event", () => [first, SECOND] as const],
  ["another event", () => [SECOND, first] as const],
])("in %s", (_where, events) => {
  const check = async ({ done, by, own, other }: Case) => {
    const [here, there] = events();
    await done(here, there);
    expect({ own: await ask(here, FREE, by), other: await ask(there, FREE, by) }).toEqual({ own, other });
  };
  it.each(BY_NETWORK)("$what, asked by $by: $own here, and $other in the other one", check);
  it.each(BY_EVENT)("$what: $own here, $other in the other one", check);

  it("a visitor's own hold counts in the other event only: here another stall replaces it", async () => {
    const [here, there] = events();
    await hold(here, STALLS.slice(0, 9));
    const visitor = visitorOf(here, OFFICE);
    expect(codeOf(await visitor.reserve(FREE))).toBe(201);
    visitor.event = there;
    expect(triesOf(challengeOf(await visitor.reserve(ANOTHER)))).toBe(FIRST_PROOF_TRIES);
    visitor.event = here;
    expect(codeOf(await visitor.reserve(ANOTHER))).toBe(201);
  });

  it("a proof is of one stall of one event", async () => {
    const [here, there] = events();
    await hold(here, STALLS.slice(0, 10));
    const [own, other] = [visitorOf(here, OFFICE), visitorOf(there, OFFICE)];
    const [asked, askedThere] = [await own.reserve(FREE), await other.reserve(FREE)].map(challengeOf);
    expect(asked?.signature).not.toBe(askedThere?.signature);
    const { proof } = await solve(asked!);
    expect(codeOf(await other.reserve(FREE, proof))).toBe("proof_required");
    expect(codeOf(await own.reserve(FREE, proof))).toBe(201);
  });

  it("the alarm counts both events, and its button frees and blocks in both", async () => {
    const [here, there] = events();
    await hold(there, STALLS.slice(0, 7));
    await hold(here, STALLS.slice(0, 7));
    await hold(there, [LAST], () => HOME);
    expect(await inbox.kinds()).toEqual([]);
    await hold(here, STALLS.slice(7, 8));
    const entry = await inbox.entry("network_hoarding");
    expect(entry.facts.map(({ value }) => value)).toContain("15");
    expect((await inbox.resolution(entry, "release_network")).status).toBe(200);
    expect(
      await mela.column("SELECT stall_id FROM bookings JOIN stalls USING (stall_key) WHERE state <> 'released'"),
    ).toEqual([LAST]);
    for (const event of [here, there]) expect(await ask(event, FREE, OFFICE)).toBe("network_blocked");
    for (const event of [here, there]) expect(await ask(event, FREE, HOME)).toBe(NONE);
  });
});

describe("challenges", () => {
  it("of one event in any number keep nobody of the other from hers", async () => {
    const proofs = new ProofOfWorkService(testConfig({ PROOF_COST: "16" }), new Secrets(mela.config), mela.db.database);
    const asked = Array.from({ length: 500 }, (_, n) =>
      proofs.challenge(stallProof({ eventId: 1, stallId: `S${n}` }), 64),
    );
    const other = proofs.challenge(stallProof({ eventId: 2, stallId: FREE }), 4);
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === "rejected").length).toBeGreaterThan(300);
    expect(triesOf(await other)).toBe(4);
  });
});
