import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "@jest/globals";
import { orderKey } from "@sakhi/domain/fields/identifiers";
import { AccountsModule } from "../../src/accounts/accounts.module.js";
import { AdminModule } from "../../src/admin/admin.module.js";
import { EnquiriesModule } from "../../src/enquiries/enquiries.module.js";
import { MyBookingModule } from "../../src/my-booking/my-booking.module.js";
import { MyBrandModule } from "../../src/my-brand/my-brand.module.js";
import { RATE_LIMITS, RateLimits, type RateUse } from "../../src/platform/http/rate-limits.js";
import { WaitingModule } from "../../src/waiting-list/waiting-list.module.js";
import { ADMIN, addAdministrator, PASSWORD } from "../admin/administration.js";
import { codeOf, type TestResponse, type TestVisitor } from "../bookings/mela.js";
import { challengeOf, solve, solver, triesOf } from "../bookings/proofs.js";
import { gifting, support } from "../enquiries/enquiries-app.js";
import { application, ListingTest } from "../listings/listing-app.js";
import type { Buyer } from "../payments/paying.js";

// The third audit, 3: no limit counted by address may refuse those who share it. Decision 91.

const test = await ListingTest.open({ RATE_LIMITS: "on", PROOF_COST: "16", TRUST_PROXY: "1" }, [
  AccountsModule,
  AdminModule,
  EnquiriesModule,
  MyBookingModule,
  MyBrandModule,
  WaitingModule,
]);
afterAll(() => test.close());
const limits = test.get(RateLimits);
await addAdministrator(test.mela.app, "asha", "owner");
const operator = await test.administrator("meena");
const { applicationId } = await test.paid();
await operator.post(`listings/${applicationId}/approve`, { noPictures: true });
const { brand_id: brandId, brand_name: brandName } = await test.row(applicationId);

type Limit = keyof typeof RATE_LIMITS;
const ENTRIES = Object.entries(RATE_LIMITS);
const WORKING = ENTRIES.filter(([, { beyond }]) => beyond === "work").map(([name]) => name as Limit);

/** A call that uses a limit: made by one visitor, who is prepared first. */
interface Door {
  /** What is counted, beside the address. */
  readonly by?: string;
  readonly prepare?: (visitor: TestVisitor) => Promise<unknown>;
  readonly call: (visitor: TestVisitor) => Promise<TestResponse>;
}

const TOKEN = "a".repeat(43);
const EMAIL = "shared@example.in";
const PHONE = "9812345678";
const brandEnquiry = (visitor: TestVisitor, email: string, message: string): Promise<TestResponse> =>
  visitor.post("/api/v1/brand-enquiries", {
    ...{ module: "shops", brandName, firstName: "Asha", lastName: "Rao", email, message, consent: true },
  });
const find = (visitor: TestVisitor, contact: string, orderId?: string): Promise<TestResponse> =>
  visitor.post("/api/v1/mela/find-my-booking", { contact, ...(orderId === undefined ? {} : { orderId }) });
let stalls = 20;
const buyers = new Map<TestVisitor, Buyer>();
const registered = async (visitor: TestVisitor): Promise<void> => {
  buyers.set(visitor, await test.registered(`B${(stalls += 1)}`, {}, visitor));
};

/** How each limit is met over HTTP. The others are met in the specs named here. */
const DOORS: Partial<Record<Limit, Door>> = {
  registrations_per_email: {
    by: EMAIL,
    prepare: (visitor) => visitor.reserve("B10"),
    call: (visitor) => visitor.register("B10", { email: EMAIL }),
  },
  registrations_per_phone: {
    by: PHONE,
    prepare: (visitor) => visitor.reserve("B11"),
    call: (visitor) => visitor.register("B11", { phoneNumber: PHONE }),
  },
  coupon_misses_per_address: { call: (visitor) => visitor.post("/api/v1/mela/validate-coupon", { code: "GUESS1" }) },
  initiates_per_address: { prepare: registered, call: (visitor) => test.initiate(buyers.get(visitor)!) },
  enquiries_per_email: {
    by: EMAIL,
    call: (visitor) => visitor.post("/api/v1/support/submit", support({ email: EMAIL })),
  },
  enquiries_per_address: { call: (visitor) => visitor.post("/api/v1/corporate-gifting/submit", gifting()) },
  enquiries_per_brand: {
    by: String(brandId),
    call: (visitor) => brandEnquiry(visitor, "buyer@example.in", "Do you have twenty sarees for a wedding on Friday?"),
  },
  verifications_per_phone: { by: PHONE, call: (visitor) => test.verify(visitor, PHONE) },
  verifications_per_address: { call: (visitor) => test.verify(visitor, "9812345679") },
  strangers_verified_per_address: { call: (visitor) => test.verify(visitor, "9812345670") },
  applications_per_email: { by: EMAIL, call: (visitor) => test.join("submit-lead", { email: EMAIL }, visitor) },
  applications_per_address: { call: (visitor) => test.join("submit-lead", {}, visitor) },
  listing_initiates_per_phone: {
    by: PHONE,
    call: (visitor) => test.pay(application({ phoneNumber: `+91${PHONE}` }), visitor),
  },
  listing_initiates_per_address: { call: (visitor) => test.pay(application(), visitor) },
  waiting_joins_per_address: {
    call: (visitor) =>
      visitor.post("/api/v1/mela/waiting/join", {
        ...{ stallType: "Deluxe", fullName: "Asha Rao", email: EMAIL, phoneNumber: "9812345672" },
      }),
  },
  waiting_calls_per_address: { call: (visitor) => visitor.post("/api/v1/mela/waiting/view", { token: TOKEN }) },
  late_offers_per_address: { call: (visitor) => visitor.post("/api/v1/mela/offer/view", { token: TOKEN }) },
  booking_link_misses_per_address: {
    call: (visitor) => visitor.post("/api/v1/mela/my-booking/session", { token: TOKEN }),
  },
  booking_searches_per_address: { call: (visitor) => find(visitor, "asha@example.in") },
  booking_searches_per_order: {
    by: orderKey("MELA1763712000000abc"),
    call: (visitor) => find(visitor, "asha@example.in", "MELA1763712000000abc"),
  },
  booking_searches_per_contact: { by: EMAIL, call: (visitor) => find(visitor, EMAIL) },
  brand_link_misses_per_address: { call: (visitor) => visitor.post("/api/v1/my-brand/session", { token: TOKEN }) },
  brand_searches_per_address: {
    call: (visitor) => visitor.post("/api/v1/find-my-listing", { contact: "asha@example.in" }),
  },
  brand_searches_per_contact: {
    by: EMAIL,
    call: (visitor) => visitor.post("/api/v1/find-my-listing", { contact: EMAIL }),
  },
  invitation_misses_per_address: { call: (visitor) => visitor.post(`${ADMIN}/invitation/read`, { token: TOKEN }) },
  login_failures_per_address: {
    call: (visitor) => visitor.post(`${ADMIN}/login`, { username: "asha", password: PASSWORD }),
  },
};
/** picture-uploads.spec, brand-enquiries.spec; a visitor without a cookie gets an answer in any case. */
const ELSEWHERE: readonly string[] = [
  ...["picture_uploads_per_address", "enquiries_per_busy_brand", "visitors_per_address"],
];

let networks = 0;
/** An unused address with its own /24. */
const newAddress = (): string => `10.91.${(networks += 1)}.7`;

/** One phone uses up a limit. */
async function useUp(limit: Limit, by: string | undefined, address: string): Promise<void> {
  const use = (by === undefined ? { limit, by: address } : { limit, by, address }) as RateUse;
  const { points } = RATE_LIMITS[limit];
  for (let done = 0; done < points; done += 50)
    await Promise.allSettled(Array.from({ length: Math.min(50, points - done) }, () => limits.use(use)));
}

describe("what a limit ends in", () => {
  it("is work whenever addresses are counted, and an error for what belongs to one", () => {
    const refusing = ENTRIES.filter(([, { beyond }]) => beyond === "error").map(([name]) => name);
    expect(refusing.filter((name) => name.endsWith("_per_address"))).toEqual([]);
    for (const name of refusing)
      expect(name).toMatch(
        /_per_(?:visitor|booking|application|order|subject|administrator|access_token)$|^initiates_per_phone$/,
      );
  });

  it("is tried over HTTP for every limit that ends in work", () => {
    expect(WORKING.filter((name) => DOORS[name] === undefined && !ELSEWHERE.includes(name))).toEqual([]);
  });
});

it.each(["/api/v1/mela/my-booking/receipt/email", "/api/v1/my-brand/receipt/email"])(
  "%s, which counts an address with its network, documents the proof",
  (path) => {
    const { paths } = JSON.parse(
      readFileSync(new URL("../../assets/generated/openapi.json", import.meta.url), "utf8"),
    ) as { paths: Record<string, { post?: { responses: Record<string, { description: string }> } }> };
    expect(paths[path]?.post?.responses["429"]?.description).toContain("proof_required");
  },
);

it.each(WORKING.filter((name) => DOORS[name] !== undefined))(
  "%s: used up by one phone, it asks another behind the address for a proof, and then answers",
  async (limit) => {
    const { by, prepare, call } = DOORS[limit]!;
    const address = newAddress();
    const visitor = test.mela.visitorByProxy(address);
    await prepare?.(visitor);
    await useUp(limit, by, address);

    const asked = await call(visitor);
    expect([asked.status, codeOf(asked)]).toEqual([429, "proof_required"]);
    const challenge = challengeOf(asked);
    expect(challenge.parameters.data).toMatchObject({ purpose: limit });
    // At once on any phone, as long as nobody continues.
    expect(triesOf(challenge)).toBeLessThanOrEqual(64);

    visitor.solver = solver;
    const answered = await call(visitor);
    expect(answered.status).not.toBe(429);
    expect(answered.status).toBeLessThan(500);
    expect(visitor.solved).toBe(1);

    // Another address is not asked.
    const elsewhere = test.mela.visitorByProxy(newAddress());
    if (prepare === undefined) expect(codeOf(await call(elsewhere))).not.toBe("proof_required");
  },
);

describe("a proof for a limit", () => {
  const search = (visitor: TestVisitor, proof?: string): Promise<TestResponse> =>
    visitor.post(
      "/api/v1/mela/find-my-booking",
      { contact: `someone${(networks += 1)}@example.in` },
      proof === undefined ? {} : { proof },
    );

  it("grows with the address's own use, and with nobody else's", async () => {
    const address = newAddress();
    await useUp("invitation_misses_per_address", undefined, address);
    const visitor = test.mela.visitorByProxy(address);
    const miss = (proof?: string): Promise<TestResponse> =>
      visitor.post(`${ADMIN}/invitation/read`, { token: TOKEN }, proof === undefined ? {} : { proof });
    const prices: number[] = [];
    for (let n = 0; n < 46; n += 1) {
      const asked = await miss();
      prices.push(triesOf(challengeOf(asked)));
      expect((await miss((await solve(challengeOf(asked))).proof)).status).not.toBe(429);
    }
    expect([prices[0], prices[14], prices[15], prices[30], prices[45]]).toEqual([4, 4, 8, 16, 32]);
    // Requests without a proof raise no price.
    for (let n = 0; n < 20; n += 1) await miss();
    expect(triesOf(challengeOf(await miss()))).toBe(32);
  });

  it("is accepted once, from its network, for its limit", async () => {
    const [address, other] = [newAddress(), newAddress()];
    for (const each of [address, other]) {
      await useUp("booking_searches_per_address", undefined, each);
      await useUp("brand_searches_per_address", undefined, each);
    }
    const visitor = test.mela.visitorByProxy(address);
    const { proof } = await solve(challengeOf(await search(visitor)));
    expect(codeOf(await search(test.mela.visitorByProxy(other), proof))).toBe("proof_required");
    const listing = await visitor.post("/api/v1/find-my-listing", { contact: "a@example.in" }, { proof });
    expect(codeOf(listing)).toBe("proof_required");
    expect(codeOf(await search(visitor, `rubbish, ${proof}`))).toBe(200);
    expect(codeOf(await search(visitor, proof))).toBe("proof_required");
  });

  it("is returned by a request that failed otherwise", async () => {
    const address = newAddress();
    await useUp("verifications_per_address", undefined, address);
    const visitor = test.mela.visitorByProxy(address);
    await useUp("verifications_per_phone", PHONE, address);
    const { proof } = await solve(challengeOf(await test.verify(visitor, PHONE)));
    const verify = (body: object) => visitor.post("/api/v1/mela/verify-phone", body, { proof });
    expect((await verify({ phoneNumber: "no number" })).status).toBe(400);
    // One proof pays for all limits of a call.
    expect((await verify({ phoneNumber: PHONE })).status).toBe(200);
  });
});

describe("after 600 calls of one phone", () => {
  it("the operator logs in, and Find my booking, support and gifting answer", async () => {
    const address = newAddress();
    const logIn = (visitor: TestVisitor, username = "asha", password = PASSWORD): Promise<TestResponse> =>
      visitor.post(`${ADMIN}/login`, { username, password });
    const operator = test.mela.visitorByProxy(address);
    const before = await logIn(operator);
    // Her browser keeps all its cookies: the session's, and that of a known browser.
    operator.cookie = [before.headers["set-cookie"]]
      .flat()
      .map((line) => String(line).split(";")[0])
      .join("; ");
    const phone = test.mela.visitorByProxy(address);
    for (let done = 0; done < 600; done += 40) {
      await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          await logIn(phone, `invented${done + n}`, "wrong password!");
          await find(phone, `someone${done + n}@example.in`);
        }),
      );
    }
    // Passwords that were not judged, because too many came at once, are not counted.
    await useUp("login_failures_per_address", undefined, address);
    // Her known browser is outside the address's limit.
    expect((await logIn(operator)).status).toBe(200);
    const neighbour = test.mela.visitorByProxy(address);
    const began = performance.now();
    neighbour.solver = solver;
    expect((await logIn(neighbour)).status).toBe(200);
    expect((await find(neighbour, "neighbour@example.in")).status).toBe(200);
    expect((await neighbour.post("/api/v1/support/submit", support({ email: "n@example.in" }))).status).toBe(201);
    expect(neighbour.solved).toBeGreaterThan(0);
    // Wall clock on purpose: 90 s is what was asked for, whatever the others behind her address do.
    expect(performance.now() - began).toBeLessThan(90_000);
  });
});
