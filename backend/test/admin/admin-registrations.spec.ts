import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { fieldNames } from "@sakhi/domain/fields/declared-fields";
import { AdminModule } from "../../src/admin/admin.module.js";
import type { TestVisitor } from "../bookings/mela.js";
import { PayingTest, type Buyer } from "../payments/paying.js";
import { ADMIN, logIn } from "./administration.js";

const REGISTRATIONS = "/api/v1/mela/registrations";

type Row = Readonly<Record<string, unknown>>;
/** What she did not give. */
const NOT_GIVEN = Object.fromEntries(
  fieldNames(REGISTRATION_FIELDS, ({ optional }) => optional === true).map((name) => [name, null]),
);

describe("GET /registrations and the summary", () => {
  let test: PayingTest;
  let admin: TestVisitor;
  let sold: Buyer;
  const rows = async (query = ""): Promise<Row[]> => {
    const response = await admin.get(`${REGISTRATIONS}${query}`);
    expect(response.status).toBe(200);
    return response.body as unknown as Row[];
  };
  const stalls = async (query: string): Promise<unknown[]> => (await rows(query)).map((row) => row["stallId"]);

  beforeAll(async () => {
    test = await PayingTest.start({}, [AdminModule]);
    admin = await logIn(test.mela, "asha");
    sold = await test.paying("B2", { gstNumber: "29AAGCB7383J1Z4", businessName: "आशा हथकरघा" });
    await test.simulator.pay(sold.orderId);
    await test.settle(sold.orderId);
    await test.paying("A10", { fullName: "Meena Devi", email: "meena@example.com", phoneNumber: "9123456780" });
    await test.registered("B11", { fullName: "Aarti Das", businessName: "100%_Zoya", appliedCouponCode: "MELA10" });
    await test.registered("A1", { fullName: "Bina Das", appliedCouponCode: "MELA10" });
    await test.mela.expire("A1");
    // Held only, so not a registration.
    await test.mela.visitor().reserve("B30");
  });
  afterAll(() => test.close());

  it("returns the specified fields and the net amount", async () => {
    const at = expect.stringMatching(/Z$/);
    expect(await rows("?paymentStatus=payment_successful")).toEqual([
      {
        ...{ id: await test.bookingOf(sold.orderId), orderId: sold.orderId, createdAt: at, updatedAt: at },
        event: (await test.mela.firstEvent()).slug,
        ...NOT_GIVEN,
        ...{ fullName: "Asha Rao", email: "asha.b2@example.com", phoneNumber: expect.stringMatching(/^\d{10}$/) },
        ...{ businessName: "आशा हथकरघा", gstNumber: "29AAGCB7383J1Z4", pincode: "560001" },
        ...{ stallId: "B2", stallType: "General", stallPrice: 27_000, netAmount: 27_000 },
        ...{ paymentStatus: "payment_successful", paymentLabel: "payment_successful", paymentMode: "UPI" },
        ...{ transactionId: expect.any(String), listingOfferStatus: "offered", linkedApplicationId: null },
      },
    ]);
  });

  it("lists newest first, in pages, with the total count", async () => {
    expect(await stalls("")).toEqual(["A1", "B11", "A10", "B2"]);
    const page = await admin.get(`${REGISTRATIONS}?limit=2&offset=1`);
    expect((page.body as unknown as Row[]).map((row) => row["stallId"])).toEqual(["B11", "A10"]);
    expect(page.headers["x-total-count"]).toBe("4");
  });

  it.each([
    ["q=meena", ["A10"]],
    ["q=MEENA%40example", ["A10"]],
    ["q=%2B91%2091234%2056780", ["A10"]],
    ["q=91234%2056780", ["A10"]],
    ["q=29aagcb", ["B2"]],
    ["q=%E0%A4%B9%E0%A4%A5%E0%A4%95%E0%A4%B0", ["B2"]],
    ["q=b11", ["B11"]],
    ["q=%25_", ["B11"]],
    ["q=nothing-like-it", []],
    ["paymentStatus=payment_pending&sort=stallId&order=asc", ["A10", "B11"]],
    ["paymentStatus=payment_failed", ["A1"]],
    ["stallType=Premium&sort=stallId&order=asc", ["A1", "A10"]],
    ["stallType=Premium&sort=stallId&order=desc", ["A10", "A1"]],
    ["listingOffer=offered", ["B2"]],
    ["sort=netAmount&order=asc", ["B11", "B2", "A1", "A10"]],
    ["sort=fullName&order=asc", ["B11", "B2", "A1", "A10"]],
    ["sort=paymentStatus&order=asc&stallType=Premium", ["A1", "A10"]],
    ["sort=paymentStatus&order=desc&stallType=General", ["B2", "B11"]],
    ["from=2100-01-01", []],
    ["to=2020-01-01", []],
    ["from=2020-01-01&to=2100-01-01&q=b2", ["B2"]],
  ])("filters and sorts by %s", async (query, expected) => {
    expect(await stalls(`?${query}`)).toEqual(expected);
  });

  it.each([
    "paymentStatus=paid",
    "stallType=de+luxe",
    "listingOffer=yes",
    "sort=phone",
    "order=up",
    "limit=1001",
    "limit=0",
    "offset=-1",
    "from=21-11-2026",
    "from=2026-02-31",
    "unknown=1",
    `q=${"x".repeat(101)}`,
  ])("rejects %s", async (query) => {
    expect((await admin.get(`${REGISTRATIONS}?${query}`)).status).toBe(400);
  });

  it("filters by Indian days, which start at 18:30 UTC", async () => {
    const at = (time: string): Promise<unknown> =>
      test.mela.query("UPDATE bookings SET registered_at = $1 WHERE order_id = $2", [time, sold.orderId]);
    await at("2026-11-20T18:29:59Z");
    expect(await stalls("?from=2026-11-20&to=2026-11-20")).toEqual(["B2"]);
    await at("2026-11-20T18:30:00Z");
    expect(await stalls("?from=2026-11-20&to=2026-11-20")).toEqual([]);
    expect(await stalls("?from=2026-11-21&to=2026-11-21&q=b2")).toEqual(["B2"]);
  });

  it("summarises the rows of the table, by day of sale and net of refunds", async () => {
    // The refund of a duplicate payment does not reduce the revenue.
    await test.mela.query(
      `WITH second AS (
         INSERT INTO payments (provider_payment_id, order_id, provider_status, outcome, amount_paise, currency)
         VALUES ('second', $1, 'SUCCESS', 'success', 2700000, 'INR') RETURNING provider_payment_id)
       INSERT INTO refunds (refund_id, order_id, payment_id, amount_paise, reason, state, idempotency_key)
       VALUES ('RFND1', $1, NULL, 700000, 'operator', 'pending', gen_random_uuid()),
              ('RFND2', $1, NULL, 100000, 'operator', 'failed', gen_random_uuid()),
              ('RFND3', $1, (SELECT provider_payment_id FROM second), 2700000, 'second_payment', 'pending',
               gen_random_uuid())`,
      [sold.orderId],
    );
    await test.mela.query("UPDATE bookings SET ended_at = '2026-11-20T20:00:00Z' WHERE order_id = $1", [sold.orderId]);
    const table = await rows();
    const paid = table.filter((row) => row["paymentStatus"] === "payment_successful");
    const revenue = paid.reduce((sum, row) => sum + Number(row["netAmount"]), 0);
    expect(revenue).toBe(20_000);
    expect((await admin.get(`${ADMIN}/summary`)).body).toEqual({
      totalRegistrations: table.length,
      paidBookings: 1,
      totalRevenue: revenue,
      freeListingsClaimed: 0,
      keptFromCancelled: 0,
      byDay: [{ day: "2026-11-21", bookings: 1, revenue }],
      byType: [
        { stallType: "Premium", sold: 0, revenue: 0 },
        { stallType: "General", sold: 1, revenue },
      ],
    });
  });

  it("counts free stalls like the public floor plan", async () => {
    expect((await admin.get("/api/v1/mela/stall-availability")).body).toEqual({
      premiumAvailable: 19,
      totalPremium: 20,
      generalAvailable: 47,
      totalGeneral: 50,
      others: [],
    });
    // A type of the event's own is counted too, beside the specified ones.
    await test.mela.query(
      "INSERT INTO stall_types (event_id, key, label, price_paise, width_feet, depth_feet, look, position) SELECT min(id), 'FoodCourt', 'Food court', 2000000, 10, 10, 'leaf', 3 FROM events",
    );
    await test.mela.query("UPDATE stalls SET type = 'FoodCourt' WHERE stall_id IN ('A18', 'A19')");
    expect((await admin.get("/api/v1/mela/stall-availability")).body).toMatchObject({
      ...{ totalPremium: 18, others: [{ stallType: "FoodCourt", available: 2, total: 2 }] },
    });
    await test.mela.query("UPDATE stalls SET type = 'Premium' WHERE stall_id IN ('A18', 'A19')");
    await test.mela.query("DELETE FROM stall_types WHERE key = 'FoodCourt'");
  });
});
