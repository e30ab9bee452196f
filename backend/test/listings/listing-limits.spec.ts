import { afterAll, describe, expect, it } from "@jest/globals";
import { RATE_LIMITS, RateLimits, type RateUse } from "../../src/platform/http/rate-limits.js";
import { type TestResponse, apiError, type TestVisitor } from "../bookings/mela.js";
import { challengeOf, solver, triesOf } from "../bookings/proofs.js";
import { ListingTest, application } from "./listing-app.js";

const test = await ListingTest.open({ RATE_LIMITS: "on", PROOF_COST: "16" });
afterAll(() => test.close());

let used = 0;
/** An unused IP address. */
const newAddress = (): string => `192.0.2.${(used += 1)}`;
const codes = async (calls: readonly Promise<TestResponse>[]): Promise<unknown[]> =>
  (await Promise.all(calls)).map(({ status, body }) => body["code"] ?? status);

type PerAddress = Extract<RateUse["limit"], `${string}_per_address`>;

describe("rate limits per address", () => {
  const someNumber = (): string => `96${String((used += 1)).padStart(8, "0")}`;
  it.each<[PerAddress, (visitor: TestVisitor) => Promise<TestResponse>]>([
    ["applications_per_address", (visitor) => test.join("submit-lead", {}, visitor)],
    ["listing_initiates_per_address", (visitor) => test.pay(application(), visitor)],
    ["verifications_per_address", (visitor) => test.verify(visitor, someNumber())],
  ])(
    "%s asks for a proof of work over the limit, for every visitor of the address and not of another one",
    async (limit, call) => {
      const address = newAddress();
      // Use up all but one point directly: the counting is under test.
      const limits = test.get(RateLimits);
      for (let count = 0; count < RATE_LIMITS[limit].points - 1; count += 1) await limits.use({ limit, by: address });
      expect((await call(test.mela.visitor(address))).status).toBeLessThan(300);
      expect(apiError(await call(test.mela.visitor(address)))).toEqual([429, "proof_required"]);
      const neighbour = test.mela.visitor(address);
      neighbour.solver = solver;
      expect((await call(neighbour)).status).toBeLessThan(300);
      expect((await call(test.mela.visitor(newAddress()))).status).toBeLessThan(300);
    },
  );
});

it("free applications beyond five per email address (case ignored) and network bring a proof; duplicates count once", async () => {
  for (let count = 0; count < 5; count += 1) {
    const body = application({ submissionType: "free_lead", email: "many@example.com" });
    for (const email of ["many@example.com", "MANY@example.com"]) {
      expect((await test.join("submit-lead", { ...body, email })).status).toBe(201);
    }
  }
  const sixth = { email: "Many@Example.com" };
  expect(apiError(await test.join("submit-lead", sixth))).toEqual([429, "proof_required"]);
  // Another network may apply with the same address, but that sends it no more mail.
  expect((await test.join("submit-lead", sixth, test.mela.visitor(newAddress()))).status).toBe(201);
  const joined = "SELECT id FROM mails WHERE template = 'listing-joined' AND lower(to_address) = 'many@example.com'";
  expect(await test.mela.column(joined)).toHaveLength(1);
});

it("listing payments beyond five per phone number and network bring a proof; nothing is stored of one without", async () => {
  for (let count = 1; count <= 5; count += 1) {
    const body = application({ phoneNumber: "9000000007" });
    // A duplicate counts once.
    expect([(await test.pay(body)).status, (await test.pay(body)).status]).toEqual([201, 201]);
  }
  const sixth = application({ phoneNumber: "+919000000007" });
  const refused = await test.pay(sixth);
  expect(apiError(refused)).toEqual([429, "proof_required"]);
  await expect(test.applicationOf(sixth["brandName"])).rejects.toThrow("no application");
  // The number's owner can still pay from another network.
  expect((await test.pay(sixth, test.mela.visitor(newAddress()))).status).toBe(201);
});

it("verifications are limited to ten per visitor, and bring a proof beyond ten per phone number and network", async () => {
  const address = newAddress();
  const visitor = test.mela.visitor(address);
  // The first response sets the cookie.
  await test.verify(visitor, "9700000000");
  const more = Array.from({ length: 9 }, (_, index) => test.verify(visitor, `970000000${index + 1}`));
  expect(await codes(more)).toEqual(Array(9).fill(200));
  // A claim counts too.
  expect(await codes([test.verify(visitor, "9700000011"), test.claim(visitor, "9700000012")])).toEqual(
    Array(2).fill("rate_limited"),
  );
  const verify = (): Promise<TestResponse> => test.verify(test.mela.visitor(address), "9700000099");
  expect(await codes(Array.from({ length: 10 }, verify))).toEqual(Array(10).fill(200));
  expect(apiError(await verify())).toEqual([429, "proof_required"]);
  // The number's owner can still verify it from another network.
  expect((await test.verify(test.mela.visitor(newAddress()), "9700000099")).status).toBe(200);
});

it("browsers that do not hold the booking pay for positive answers beyond a few a day, before they know the answer", async () => {
  const { points } = RATE_LIMITS.strangers_verified_per_address;
  const phones = Array.from({ length: 3 }, (_, index) => `98220000${10 + index}`);
  const sales = [];
  for (const [index, phoneNumber] of phones.entries()) sales.push(await test.sold(`B${40 + index}`, { phoneNumber }));
  const address = newAddress();
  const verified = async (visitor: TestVisitor, phone: string): Promise<unknown> =>
    (await test.verify(visitor, phone)).body["verified"];
  for (let count = 0; count < points; count += 1)
    expect(await verified(test.mela.visitor(address), phones[count % 2]!)).toBe(true);
  // A payer's number and an unknown one: the question itself shows nothing.
  for (const phone of [phones[2]!, "9822000099"]) {
    const asked = await test.verify(test.mela.visitor(address), phone);
    expect([apiError(asked), triesOf(challengeOf(asked))]).toEqual([[429, "proof_required"], 64]);
  }
  expect(apiError(await test.claim(test.mela.visitor(address), phones[2]!))).toEqual([429, "proof_required"]);
  const stranger = test.mela.visitor(address);
  stranger.solver = solver;
  // A negative answer costs nothing: the price stays for the next.
  expect(await verified(stranger, "9822000099")).toBe(false);
  expect(await verified(stranger, phones[2]!)).toBe(true);
  expect(triesOf(challengeOf(await test.verify(test.mela.visitor(address), phones[2]!)))).toBe(64);
  expect((await test.claim(stranger, phones[2]!)).body).toMatchObject({ waits: true });
  const waiting = "SELECT FROM listing_claims WHERE booking_id = $1";
  expect(await test.mela.query(waiting, [sales[2]!.bookingId])).toHaveLength(1);
  // The owner's own browser is not limited.
  expect((await test.verify(sales[2]!.visitor, phones[2]!)).body["verified"]).toBe(true);
});
