import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { RATE_LIMITS } from "../../src/platform/http/rate-limits.js";
import { MelaTest } from "../bookings/mela.js";

const LURE = "You won Rs 50,000! Claim it at https://evil.example/prize before midnight";
const VICTIM = "victim@example.com";

const mela = await MelaTest.start({ RATE_LIMITS: "on", REDIS_URL: "" });
afterAll(() => mela.close());
beforeEach(() => mela.query("DELETE FROM mails"));

/** A network that nobody has used: the counts of its limits begin at nothing, also when the test is tried again. */
let networks = 0;
const freshNetwork = (): string => `198.51.100.${(networks += 1)}`;

/** A visitor without a cookie reserves and registers with somebody else's address, then lets the hold expire. */
async function registerAndLeave(stallId: string, changes: Record<string, unknown>): Promise<number> {
  const stranger = mela.visitor();
  await stranger.reserve(stallId);
  const { status } = await stranger.register(stallId, changes);
  await mela.expire(stallId);
  // The next one to reserve the stall releases it first.
  await mela.visitor().reserve(stallId);
  return status;
}

const mailsTo = async (address: string): Promise<number> =>
  (await mela.query("SELECT FROM mails WHERE lower(to_address) = $1", [address])).length;

describe("mails to an address that somebody else gave", () => {
  it("carry no link: a name with one is refused, and nothing is sent", async () => {
    const stranger = mela.visitor();
    await stranger.reserve("B1");
    const answer = await stranger.register("B1", { fullName: LURE, email: VICTIM });
    expect([answer.status, answer.body["fields"]]).toEqual([
      400,
      { fullName: ["Please write the name without a web address"] },
    ]);
    const business = await stranger.register("B1", { businessName: LURE, email: VICTIM });
    expect(Object.keys(business.body["fields"] as object)).toEqual(["businessName"]);
    expect(await mailsTo(VICTIM)).toBe(0);
  });

  it("report expired holds once a day, until their owner has paid something", async () => {
    for (const stallId of ["B11", "B12", "B13"]) {
      expect(await registerAndLeave(stallId, { email: "Victim@example.com" })).toBe(201);
    }
    expect(await mailsTo(VICTIM)).toBe(1);
    await mela.query(
      `INSERT INTO mails (id, dedupe_key, template, to_address, data)
       VALUES (gen_random_uuid(), 'paid', 'booking-confirmed', $1, '{}')`,
      [VICTIM],
    );
    for (const stallId of ["B14", "B15"]) await registerAndLeave(stallId, { email: VICTIM });
    expect(await mailsTo(VICTIM)).toBe(1 + 1 + 2);
  });
});

describe("registrations from one network", () => {
  it("are limited for one e-mail address and for one phone number; refused ones don't count", async () => {
    const { points } = RATE_LIMITS.registrations_per_email;
    await mela.expire("B21");
    const stranger = mela.visitor(freshNetwork());
    await stranger.reserve("B21");
    expect((await stranger.register("B22", { email: VICTIM })).status).not.toBe(201);
    for (let times = 0; times < points; times += 1) {
      expect((await stranger.register("B21", { email: VICTIM, phoneNumber: `98765432${10 + times}` })).status).toBe(
        201,
      );
    }
    const limited = await stranger.register("B21", { email: VICTIM.toUpperCase(), phoneNumber: "9876543299" });
    expect([limited.status, limited.body["code"]]).toEqual([429, "rate_limited"]);
    expect((await stranger.register("B21", { email: "other@example.com" })).status).toBe(201);
  });
});
