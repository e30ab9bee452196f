import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { RATE_LIMITS } from "../../src/platform/http/rate-limits.js";
import { MelaTest } from "../bookings/mela.js";

const LURE = "You won Rs 50,000! Claim it at https://evil.example/prize before midnight";
const VICTIM = "victim@example.com";

const mela = await MelaTest.start({ RATE_LIMITS: "on", REDIS_URL: "" });
afterAll(() => mela.close());
beforeEach(() => mela.query("DELETE FROM mails"));

/** An unused network: its rate limits start at zero, also in a retried test. */
let networks = 0;
const freshNetwork = (): string => `198.51.100.${(networks += 1)}`;

/** A visitor without a cookie reserves, registers with a stranger's address, and lets the hold expire. */
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

describe("mails to a stranger's address", () => {
  it("carry no link: a name with a web address is rejected, and nothing is sent", async () => {
    const stranger = mela.visitor();
    await stranger.reserve("B1");
    const response = await stranger.register("B1", { fullName: LURE, email: VICTIM });
    expect([response.status, response.body["fields"]]).toEqual([
      400,
      { fullName: ["Please write the name without a web address"] },
    ]);
    const business = await stranger.register("B1", { businessName: LURE, email: VICTIM });
    expect(Object.keys(business.body["fields"] as object)).toEqual(["businessName"]);
    expect(await mailsTo(VICTIM)).toBe(0);
  });

  it("report expired holds once a day, until the address's owner has paid", async () => {
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
  it("are limited per email address and phone number; rejected ones do not count", async () => {
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
