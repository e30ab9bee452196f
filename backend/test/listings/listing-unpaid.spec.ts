import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { LISTING_REMINDERS_SECONDS, UNPAID_APPLICATION_SECONDS } from "@sakhi/domain/listings/listing.rules";
import type { ListingFacts } from "@sakhi/workflows/listings/listing.activities";
import { ListingTest, application } from "./listing-app.js";
import type { Applicant } from "./listing-app.js";

let test: ListingTest;
beforeAll(async () => {
  test = await ListingTest.open({ OPERATOR_EMAIL: "organiser@bazaar.example" });
});
afterAll(() => test.close());

const DURATIONS = {
  firstReminderMs: LISTING_REMINDERS_SECONDS.first * 1000,
  lastReminderMs: LISTING_REMINDERS_SECONDS.last * 1000,
};
const check = (applicationId: string): Promise<ListingFacts> =>
  test.activities.lookUpApplication(applicationId, "0", DURATIONS);
const lapse = async (applicationId: string): Promise<boolean> =>
  (await test.activities.lapseApplication(applicationId, DURATIONS)).done;
/** Somebody who let the time to pay pass. */
async function unpaid(changes: Record<string, unknown> = {}): Promise<Applicant> {
  const applicant = await test.applicant(changes);
  await test.giveUp(applicant);
  return applicant;
}
async function lapsed(changes: Record<string, unknown> = {}): Promise<Applicant> {
  const applicant = await unpaid(changes);
  await test.unpaidFor(applicant.applicationId, UNPAID_APPLICATION_SECONDS);
  expect(await lapse(applicant.applicationId)).toBe(true);
  return applicant;
}
const mailsOf = async (applicationId: string): Promise<(string | undefined)[]> =>
  (await test.listingMails(applicationId)).map((mail) => mail.split(" ")[0]);

describe("an application that nobody pays for", () => {
  it("is due to close 14 days after its last try to pay, then closes once and tells its owner once", async () => {
    const { applicationId } = await unpaid();
    const { due } = await check(applicationId);
    expect(due?.what).toBe("lapse");
    expect(Math.round((due?.inMs ?? 0) / 86_400_000)).toBe(14);
    expect(await lapse(applicationId)).toBe(false);

    await test.unpaidFor(applicationId, UNPAID_APPLICATION_SECONDS);
    expect((await check(applicationId)).due).toEqual({ what: "lapse", inMs: 0 });
    expect([await lapse(applicationId), await lapse(applicationId)]).toEqual([true, false]);
    const after = await check(applicationId);
    expect([after.state, after.due, after.orderId]).toEqual(["lapsed", undefined, undefined]);
    expect((await test.listingHistory(applicationId)).at(-1)).toBe("lapsed by system");
    expect(await mailsOf(applicationId)).toEqual(["listing-payment-failed", "listing-lapsed"]);
  });

  it("has as long as its workflow was told, where it was told", async () => {
    const { applicationId } = await unpaid();
    const soon = { ...DURATIONS, unpaidMs: 60_000 };
    await test.unpaidFor(applicationId, 61);
    expect(await lapse(applicationId)).toBe(false);
    expect((await test.activities.lapseApplication(applicationId, soon)).done).toBe(true);
  });

  it("is not closed while its order is open, nor once it is paid", async () => {
    const paying = await test.applicant();
    const paid = await test.paid();
    for (const { applicationId } of [paying, paid]) {
      await test.unpaidFor(applicationId, 2 * UNPAID_APPLICATION_SECONDS);
      expect(await lapse(applicationId)).toBe(false);
    }
    expect((await check(paying.applicationId)).due?.what).toBe("close_payment");
  });

  it("closes silently where its owner has applied again", async () => {
    const body = application();
    const first = await unpaid(body);
    const again = { ...body, story: `${String(body["story"])} And we dye it, too.` };
    await test.applicant(again);
    await test.unpaidFor(first.applicationId, UNPAID_APPLICATION_SECONDS);
    expect(await lapse(first.applicationId)).toBe(true);
    expect(await mailsOf(first.applicationId)).toEqual(["listing-payment-failed"]);
  });

  it("can be handed in and paid for again, as another one", async () => {
    const body = application();
    const first = await lapsed(body);
    const again = await test.applicant(body);
    expect(again.applicationId).not.toBe(first.applicationId);
    expect(await test.settlePaid(again.orderId)).toBe("sold");
    expect([await test.state(first.applicationId), await test.state(again.applicationId)]).toEqual([
      "lapsed",
      "under_review",
    ]);
  });

  it("closed or paid for, never both: whichever comes first, many times at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const body = application();
      const first = await unpaid(body);
      await test.unpaidFor(first.applicationId, UNPAID_APPLICATION_SECONDS);
      const [closed, answer] = await Promise.all([lapse(first.applicationId), test.pay(body)]);
      expect(answer.status).toBe(201);
      const { applicationId, orderId } = await test.applicantOf(String(answer.body["orderId"]));
      expect(await test.state(applicationId)).toBe("paying");
      // Closed in time, the payment is a new application's; otherwise this one's.
      expect(applicationId === first.applicationId).toBe(!closed);
      expect(await test.settlePaid(orderId)).toBe("sold");
    }
  });
});

describe("money for an application that has lapsed", () => {
  it("still pays for it: reviewed, with an invoice, by a run of its own", async () => {
    const { applicationId, orderId } = await lapsed();
    await test.simulator.pay(orderId, { force: true });
    expect((await test.settlement.settleOrder(orderId, "workflow")).outcome).toBe("sold");
    expect(await test.state(applicationId)).toBe("under_review");
    expect((await test.listingHistory(applicationId)).slice(-2)).toEqual([
      `paid by provider (${orderId})`,
      expect.stringMatching(/^invoice_issued/),
    ]);
    const again = await test.mela.query(
      "SELECT 1 FROM outbox WHERE payload->>'workflowId' = $1 AND payload ? 'evenIfCompleted'",
      [`listing/${applicationId}`],
    );
    expect(again).toHaveLength(1);
    expect((await test.listingStatus(orderId)).body["status"]).toBe("payment_successful");
  });

  it("comes to the operator where the owner has paid for another one", async () => {
    const body = application();
    const first = await lapsed(body);
    const second = await test.paid(body);
    await test.simulator.pay(first.orderId, { force: true });
    expect((await test.settlement.settleOrder(first.orderId, "workflow")).outcome).toBe("sold");
    expect(await test.issues(first.applicationId)).toEqual(["listing_paid_twice"]);
    expect(await test.state(second.applicationId)).toBe("under_review");
  });
});
