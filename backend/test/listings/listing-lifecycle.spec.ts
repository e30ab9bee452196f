import { afterAll, describe, expect, it } from "@jest/globals";
import {
  LISTING_FEE_PAISE,
  LISTING_REMINDERS_SECONDS,
  UNPAID_APPLICATION_SECONDS,
} from "@sakhi/domain/listings/listing.rules";
import { APPLICATION_KINDS, APPLICATION_STATES } from "@sakhi/domain/listings/listing.states";
import { toRupees } from "@sakhi/domain/money/money";
import { LISTING_DURATIONS } from "@sakhi/workflows/listings/listing.messages";
import { type TestResponse, apiError } from "../bookings/mela.js";
import { type Applicant, ListingTest, application } from "./listing-app.js";

const DAY = 24 * 3600;
const DURATIONS = LISTING_DURATIONS;

const test = await ListingTest.open({ OPERATOR_EMAIL: "operator@bazaar.example" });
const operator = await test.administrator("lakshmi");
afterAll(() => test.close());

const live = async (brandName: string): Promise<Applicant> => {
  const applicant = await test.paid({ brandName });
  const response = await operator.post(`listings/${applicant.applicationId}/approve`, { noPictures: true });
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  return applicant;
};
const check = (id: string, durations: typeof DURATIONS = DURATIONS) =>
  test.activities.lookUpApplication(id, "0", durations);
const dueOf = async (id: string, durations?: typeof DURATIONS) => (await check(id, durations)).due;
const renewal = (token: string): Promise<TestResponse> =>
  test.mela.visitor().get(`/api/v1/brand/renewal?token=${encodeURIComponent(token)}`);
const renew = (token: string): Promise<TestResponse> => test.mela.visitor().post("/api/v1/brand/renew", { token });
/** Days from now plus the given intervals to the listing's end. */
const daysAfter = async (id: string, ...times: string[]): Promise<number> => {
  const from = ["clock_timestamp()", ...times.map((time) => `interval '${time}'`)].join(" + ");
  const days = `SELECT extract(epoch FROM live_until - (${from})) / 86400 FROM listing_applications WHERE id = $1`;
  return Number(await test.mela.value(days, [id]));
};
/** Milliseconds left in the order's payment window, by the database's clock. */
async function windowLeftMs(orderId: string): Promise<number> {
  const left =
    "SELECT extract(epoch FROM pay_until - clock_timestamp()) * 1000 FROM listing_orders WHERE order_id = $1";
  return Number(await test.mela.value(left, [orderId]));
}
/** Number of signals that start a new run after a completed one. */
async function newRuns(applicationId: string): Promise<number> {
  const signals = "SELECT 1 FROM outbox WHERE payload->>'workflowId' = $1 AND payload ? 'evenIfCompleted'";
  return (await test.mela.query(signals, [`listing/${applicationId}`])).length;
}

describe("ListingLifecycleService", () => {
  it("closes an open payment at the end of its window", async () => {
    const { applicationId, orderId } = await test.applicant();
    const leftBefore = await windowLeftMs(orderId);
    const facts = await check(applicationId);
    const leftAfter = await windowLeftMs(orderId);
    expect(facts).toMatchObject({ state: "paying", orderId, due: { what: "close_payment" } });
    expect(facts.happened.map(({ what }) => what)).toEqual(["submitted", "payment_started", "payment_opened"]);
    expect(facts.due?.inMs).toBeGreaterThanOrEqual(leftAfter - 1);
    expect(facts.due?.inMs).toBeLessThanOrEqual(leftBefore + 1);
    const more = await test.activities.lookUpApplication(applicationId, facts.lastEvent, DURATIONS);
    expect(more.happened).toEqual([]);
    await test.endListingWindow(orderId);
    expect((await check(applicationId)).due).toEqual({ what: "close_payment", inMs: 0 });

    expect((await test.activities.closeListingPayment(orderId)).step).toBe("closed");
    // Closed, but the application is still paying: the next check must end the payment.
    expect(await check(applicationId)).toMatchObject({ orderId, due: { what: "close_payment" } });
    expect(await test.activities.endUnpaidListingPayment(applicationId, orderId)).toMatchObject({ done: true });
    expect(await test.activities.endUnpaidListingPayment(applicationId, orderId)).toMatchObject({ done: false });
    const after = await check(applicationId);
    expect([after.state, after.orderId, after.due?.what]).toEqual(["submitted", undefined, "lapse"]);
    expect(after.happened.at(-1)).toMatchObject({ what: "payment_ended", by: "system", note: orderId });
  });

  it("reminds the organisation once, after two business days or the configured time", async () => {
    const { applicationId } = await test.paid();
    const soon = { ...DURATIONS, reviewReminderMs: 3_600_000 };
    const remind = async () => (await test.activities.remindReviewer(applicationId, soon)).done;
    const due = await dueOf(applicationId);
    expect(due?.what).toBe("remind_reviewer");
    expect(due?.inMs).toBeGreaterThan(2 * DAY * 1000 - 3_600_000);
    expect(due?.inMs).toBeLessThanOrEqual(4 * DAY * 1000);
    expect(await remind()).toBe(false);
    const hourAgo =
      "UPDATE listing_applications SET review_since = review_since - interval '3601 seconds' WHERE id = $1";
    await test.mela.query(hourAgo, [applicationId]);
    expect(await dueOf(applicationId, soon)).toEqual({ what: "remind_reviewer", inMs: 0 });
    expect([await remind(), await remind()]).toEqual([true, false]);
    expect(await dueOf(applicationId, soon)).toBeUndefined();
    const reminders = (await test.listingMails(applicationId)).filter((mail) => mail.startsWith("listing-waiting"));
    expect(reminders).toEqual(["listing-waiting to operator@bazaar.example"]);
  });

  it("reminds the owner 30 and 7 days before the end, once each, then expires the listing", async () => {
    const { applicationId } = await live("Yearly Threads");
    const inDays = async () => {
      const due = await dueOf(applicationId);
      return [due?.what, Math.round((due?.inMs ?? 0) / 1000 / DAY)];
    };
    const remind = async (which: "first" | "last") =>
      (await test.activities.remindOwner(applicationId, which, DURATIONS)).done;
    const expire = async () => (await test.activities.expireListing(applicationId)).done;
    // A leap year has a day more.
    await test.endsIn(applicationId, 365 * DAY);
    expect(await inDays()).toEqual(["remind_first", 335]);
    expect(await remind("first")).toBe(false);

    await test.endsIn(applicationId, 29 * DAY);
    expect(await dueOf(applicationId)).toEqual({ what: "remind_first", inMs: 0 });
    expect([await remind("first"), await remind("first")]).toEqual([true, false]);
    expect(await inDays()).toEqual(["remind_last", 22]);
    expect(await remind("last")).toBe(false);

    const before = "UPDATE listing_applications SET first_reminded_for = live_until - interval '23 days' WHERE id = $1";
    await test.mela.query(before, [applicationId]);
    await test.endsIn(applicationId, 6 * DAY);
    // The first reminder is skipped: the last one is due.
    expect(await dueOf(applicationId)).toEqual({ what: "remind_last", inMs: 0 });
    expect(await remind("last")).toBe(true);
    expect((await dueOf(applicationId))?.what).toBe("expire");
    expect(await expire()).toBe(false);

    expect(await test.listed("Yearly Threads")).toHaveLength(1);
    await test.endsIn(applicationId, -1);
    // Hidden at once, before the workflow expires it.
    expect([await test.listed("Yearly Threads"), await test.state(applicationId)]).toEqual([[], "live"]);
    expect(await dueOf(applicationId)).toEqual({ what: "expire", inMs: 0 });
    expect([await expire(), await expire()]).toEqual([true, false]);
    expect([await test.state(applicationId), await dueOf(applicationId)]).toEqual(["expired", undefined]);
    const mails = (await test.listingMails(applicationId)).map((mail) => mail.split(" ")[0]);
    expect(mails.filter((mail) => mail === "listing-ending")).toHaveLength(2);
    expect(mails.filter((mail) => mail === "listing-expired")).toHaveLength(1);
    const urls = await test.mela.column(
      "SELECT data->>'renewUrl' FROM mails WHERE application_id = $1 AND data ? 'renewUrl'",
      [applicationId],
    );
    for (const url of urls) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:1\/join\?renew=[0-9a-f]{32}\.2\./);
  });
});

it("the database's constraints list the domain's states and kinds", async () => {
  const constraints = await test.mela.query<{ text: string }>(
    "SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conrelid = 'listing_applications'::regclass",
  );
  const listOf = (column: string): string[] => {
    const found = constraints.find(({ text }) => text.startsWith(`CHECK ((${column} = ANY`))?.text ?? "";
    return [...found.matchAll(/'([a-z_]+)'/g)].map(([, name = ""]) => name);
  };
  expect(listOf("state").sort()).toEqual([...APPLICATION_STATES].sort());
  expect(listOf("kind").sort()).toEqual([...APPLICATION_KINDS].sort());
});

describe("renewing a listing", () => {
  it("describes a link's renewal without charging anything", async () => {
    const { applicationId } = await live("Renewal One");
    const response = await renewal(await test.renewalToken(applicationId));
    const amount = toRupees(LISTING_FEE_PAISE);
    const liveUntil: unknown = expect.stringMatching(/^\d{4}-.*Z$/);
    const link = { brandName: "Renewal One", fullName: "Kamala Devi", liveUntil, amount, state: "open" };
    expect([response.status, response.body]).toEqual([200, link]);
    const orders = await test.mela.query("SELECT 1 FROM listing_orders WHERE application_id = $1", [applicationId]);
    expect(orders).toHaveLength(1);
  });

  it("extends the listing by a year, issues an invoice, and schedules the next year's reminder", async () => {
    const { applicationId } = await live("Renewal Two");
    await test.endsIn(applicationId, 20 * DAY);
    await test.activities.remindOwner(applicationId, "first", DURATIONS);
    const token = await test.renewalToken(applicationId);
    const [one, two] = await Promise.all([renew(token), renew(token)]);
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.body).toEqual(two.body);
    const orderId = String(one.body["orderId"]);
    expect((await renewal(token)).body["state"]).toBe("paying");
    expect(await check(applicationId)).toMatchObject({ state: "live", orderId, due: { what: "close_payment" } });
    expect(await test.settlePaid(orderId)).toBe("sold");
    expect(await daysAfter(applicationId, "20 days", "1 year")).toBeCloseTo(0, 1);
    const invoiced = await test.mela.column("SELECT content->'application' FROM invoices WHERE order_id = $1", [
      orderId,
    ]);
    expect(invoiced).toMatchObject([{ purpose: "renewal", liveUntil: expect.any(String) }]);
    expect((await test.listingHistory(applicationId)).slice(-4)).toEqual([
      `renewal_started by visitor (${orderId})`,
      `payment_opened by provider (${orderId})`,
      `renewed by provider (${orderId})`,
      expect.stringMatching(/^invoice_issued/),
    ]);
    expect((await test.listingStatus(orderId)).body["status"]).toBe("payment_successful");
    expect((await renewal(token)).body["state"]).toBe("renewed");
    expect(apiError(await renew(token))).toEqual([409, "listing_already_paid"]);
    expect((await check(applicationId)).due?.what).toBe("remind_first");
  });

  it("adds a calendar year, also across a 29 February", async () => {
    const { applicationId } = await live("Renewal Leap");
    await test.mela.query("UPDATE listing_applications SET live_until = '2047-06-01T10:00:00Z' WHERE id = $1", [
      applicationId,
    ]);
    await test.settlePaid(String((await renew(await test.renewalToken(applicationId))).body["orderId"]));
    expect((await test.row(applicationId))["live_until"]).toEqual(new Date("2048-06-01T10:00:00Z"));
  });

  it("leaves the listing live when the provider refuses the order, and allows a retry", async () => {
    const { applicationId } = await live("Renewal Refused");
    const token = await test.renewalToken(applicationId);
    await test.simulator.fault("createOrder", "refuse", { times: 1 });
    expect(apiError(await renew(token))).toEqual([409, "listing_payment_refused"]);
    // Not payment_not_opened: a renewal does not change the application's state.
    expect((await test.listingHistory(applicationId)).at(-1)).toMatch(/^renewal_not_opened by provider/);
    expect(await test.state(applicationId)).toBe("live");
    expect((await renew(token)).status).toBe(201);
  });

  it("relists an expired listing for a year from now, in a new workflow run", async () => {
    const { applicationId } = await live("Renewal Three");
    await test.endsIn(applicationId, -10 * DAY);
    await test.activities.expireListing(applicationId);
    expect(await test.listed("Renewal Three")).toEqual([]);
    const orderId = String((await renew(await test.renewalToken(applicationId))).body["orderId"]);
    expect(await newRuns(applicationId)).toBeGreaterThan(0);
    await test.settlePaid(orderId);
    expect(await test.state(applicationId)).toBe("live");
    expect(await daysAfter(applicationId, "1 year")).toBeCloseTo(0, 1);
    expect(await test.listed("Renewal Three")).toHaveLength(1);
  });

  it("accepts the second order after the first was closed, and refunds late money on the first", async () => {
    const { applicationId } = await live("Renewal Four");
    const token = await test.renewalToken(applicationId);
    const first = String((await renew(token)).body["orderId"]);
    await test.closeUnpaid({ applicationId, orderId: first });
    expect(await test.nudged(`late-payment/${first}`)).toHaveLength(1);
    expect((await test.listingMails(applicationId)).at(-1)).toMatch(/^listing-payment-failed/);
    const second = String((await renew(token)).body["orderId"]);
    expect(await test.settlePaid(second)).toBe("sold");
    await test.simulator.pay(first, { force: true });
    expect(await test.settle(first)).toBe("refunding");
    expect(await test.refundsOf(first)).toMatchObject([{ reason: "second_payment" }]);
    expect(await daysAfter(applicationId, "1 year", "1 year")).toBeCloseTo(0, 1);
  });

  it("rejects links that are forged, expired, for an earlier year, or for a withdrawn listing", async () => {
    const { applicationId } = await live("Renewal Five");
    const token = await test.renewalToken(applicationId);
    const [id = "", year = "", until = "", signature = ""] = token.split(".");
    const INVALID = [403, "renewal_link_invalid"];
    const forged = [
      "x",
      `${id}.3.${until}.${signature}`,
      `${id}.${year}.${Number(until) + 1}.${signature}`,
      `${"0".repeat(32)}.${year}.${until}.${signature}`,
      `${id}.${year}.${until}.${"A".repeat(43)}`,
    ];
    for (const wrong of forged) {
      const responses = [await renewal(wrong), await renew(wrong)];
      expect([wrong, ...responses.flatMap(apiError)]).toEqual([wrong, ...INVALID, ...INVALID]);
    }
    expect(apiError(await renew(""))).toEqual([400, "invalid_request"]);

    await test.endsIn(applicationId, -61 * DAY);
    const old = await test.renewalToken(applicationId);
    expect(apiError(await renewal(old))).toEqual(INVALID);
    await test.endsIn(applicationId, 10 * DAY);

    await test.mela.query("UPDATE listing_applications SET year = 3 WHERE id = $1", [applicationId]);
    expect(apiError(await renew(token))).toEqual(INVALID);
    const newest = await test.renewalToken(applicationId);
    expect((await renewal(newest)).status).toBe(200);
    await operator.post(`listings/${applicationId}/withdraw`, { reason: "closed down", refund: "none" });
    expect(apiError(await renew(newest))).toEqual(INVALID);
  });

  it("refunds a renewal that is paid after the listing was withdrawn", async () => {
    const { applicationId } = await live("Renewal Six");
    const orderId = String((await renew(await test.renewalToken(applicationId))).body["orderId"]);
    await operator.post(`listings/${applicationId}/withdraw`, { reason: "closed down", refund: "none" });
    expect(await test.orderState(orderId)).toBe("closing");
    expect(await test.settlePaid(orderId)).toBe("refunding");
    expect(await test.state(applicationId)).toBe("withdrawn");
    const why = "SELECT data->>'why' FROM mails WHERE application_id = $1 AND template = 'listing-payment-refunded'";
    expect(await test.mela.column(why, [applicationId])).toEqual(["application_ended"]);
  });
});

describe("an unpaid application", () => {
  const REMINDERS = {
    firstReminderMs: LISTING_REMINDERS_SECONDS.first * 1000,
    lastReminderMs: LISTING_REMINDERS_SECONDS.last * 1000,
  };
  const MINUTE = { ...REMINDERS, unpaidMs: 60_000 };
  const due = (applicationId: string) => check(applicationId, REMINDERS);
  const lapse = async (applicationId: string, durations: typeof REMINDERS = REMINDERS): Promise<boolean> =>
    (await test.activities.lapseApplication(applicationId, durations)).done;
  /** An application whose payment window ended unpaid. */
  async function unpaid(changes: Record<string, unknown> = {}): Promise<Applicant> {
    const applicant = await test.applicant(changes);
    await test.closeUnpaid(applicant);
    return applicant;
  }
  async function lapsed(changes: Record<string, unknown> = {}): Promise<Applicant> {
    const applicant = await unpaid(changes);
    await test.unpaidFor(applicant.applicationId, UNPAID_APPLICATION_SECONDS);
    expect(await lapse(applicant.applicationId)).toBe(true);
    return applicant;
  }
  const paidLate = async (orderId: string): Promise<string> => {
    await test.simulator.pay(orderId, { force: true });
    return await test.settle(orderId);
  };
  const mailsOf = async (applicationId: string): Promise<(string | undefined)[]> =>
    (await test.listingMails(applicationId)).map((mail) => mail.split(" ")[0]);

  it("lapses 14 days after its last payment attempt, once, and mails its owner once", async () => {
    const { applicationId } = await unpaid();
    const fresh = (await due(applicationId)).due;
    expect([fresh?.what, Math.round((fresh?.inMs ?? 0) / 86_400_000)]).toEqual(["lapse", 14]);
    expect(await lapse(applicationId)).toBe(false);
    await test.unpaidFor(applicationId, UNPAID_APPLICATION_SECONDS);
    await test.mela.query("UPDATE mails SET created_at = created_at - interval '14 days' WHERE application_id = $1", [
      applicationId,
    ]);
    expect((await due(applicationId)).due).toEqual({ what: "lapse", inMs: 0 });
    expect([await lapse(applicationId), await lapse(applicationId)]).toEqual([true, false]);
    const after = await due(applicationId);
    expect([after.state, after.due, after.orderId]).toEqual(["lapsed", undefined, undefined]);
    expect((await test.listingHistory(applicationId)).at(-1)).toBe("lapsed by system");
    expect(await mailsOf(applicationId)).toEqual(["listing-payment-failed", "listing-lapsed"]);
  });

  it("lapses after its workflow's duration, without a mail if its owner has applied again", async () => {
    const body = application();
    const { applicationId } = await unpaid(body);
    await test.applicant({ ...body, story: `${String(body["story"])} And we dye it, too.` });
    await test.unpaidFor(applicationId, 61);
    expect([await lapse(applicationId), await lapse(applicationId, MINUTE)]).toEqual([false, true]);
    expect(await mailsOf(applicationId)).toEqual(["listing-payment-failed"]);
  });

  it("does not lapse while its order is open, or once it is paid", async () => {
    const paying = await test.applicant();
    const paid = await test.paid();
    for (const { applicationId } of [paying, paid]) {
      await test.unpaidFor(applicationId, 2 * UNPAID_APPLICATION_SECONDS);
      expect(await lapse(applicationId)).toBe(false);
    }
    expect((await due(paying.applicationId)).due?.what).toBe("close_payment");
  });

  it("lapses or is paid for, never both, when both happen at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const body = application();
      const first = await unpaid(body);
      await test.unpaidFor(first.applicationId, UNPAID_APPLICATION_SECONDS);
      const [closed, response] = await Promise.all([lapse(first.applicationId), test.pay(body)]);
      expect(response.status).toBe(201);
      const { applicationId, orderId } = await test.applicantOf(String(response.body["orderId"]));
      expect(await test.state(applicationId)).toBe("paying");
      // If it lapsed first, the payment belongs to a new application.
      expect(applicationId === first.applicationId).toBe(!closed);
      expect(await test.settlePaid(orderId)).toBe("sold");
    }
  });

  it("goes under review when late money arrives after it lapsed, with an invoice and a new workflow run", async () => {
    const { applicationId, orderId } = await lapsed();
    expect(await paidLate(orderId)).toBe("sold");
    expect(await test.state(applicationId)).toBe("under_review");
    expect((await test.listingHistory(applicationId)).slice(-2)).toEqual([
      `paid by provider (${orderId})`,
      expect.stringMatching(/^invoice_issued/),
    ]);
    expect(await newRuns(applicationId)).toBe(1);
    expect((await test.listingStatus(orderId)).body["status"]).toBe("payment_successful");
  });

  it("can be resubmitted as a new application; paying for both raises an issue", async () => {
    const body = application();
    const first = await lapsed(body);
    const second = await test.paid(body);
    expect(second.applicationId).not.toBe(first.applicationId);
    expect(await test.state(first.applicationId)).toBe("lapsed");
    expect(await paidLate(first.orderId)).toBe("sold");
    expect(await test.issues(first.applicationId)).toEqual(["listing_paid_twice"]);
    expect(await test.state(second.applicationId)).toBe("under_review");
  });
});
