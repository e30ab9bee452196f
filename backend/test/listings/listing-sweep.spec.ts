import { afterAll, expect, it } from "@jest/globals";
import { ListingSweepService } from "../../src/listings/listing-sweep.service.js";
import { SweepService } from "../../src/ops/sweep.service.js";
import { sweepApp } from "../ops/sweep-app.js";
import { application, ListingTest } from "./listing-app.js";

/** Workflow ids that Temporal does not have. */
let missing = new Set<string>();
const test = await ListingTest.open();
const jobs = await sweepApp(test.mela, (id) => missing.has(id));
afterAll(async () => {
  await jobs.close();
  await test.close();
});

const caught = async (): Promise<Record<string, number>> => {
  const result = await jobs.get(SweepService).runOnce();
  if (result === undefined || result.failed.length > 0) throw new Error(`failed: ${String(result?.failed)}`);
  return Object.fromEntries(Object.entries(result.caught).filter(([, count]) => count > 0));
};
const drainOutbox = (): Promise<unknown[]> => test.mela.query("UPDATE outbox SET relayed_at = clock_timestamp()");
/** Backdates the application's last change by two minutes. */
const age = (applicationId: string): Promise<unknown[]> =>
  test.mela.query("UPDATE listing_applications SET updated_at = updated_at - interval '2 minutes' WHERE id = $1", [
    applicationId,
  ]);
const nudges = (workflowId: string): Promise<{ again: boolean }[]> =>
  test.mela.query(
    `SELECT coalesce((payload->>'evenIfCompleted')::boolean, false) AS again FROM outbox
      WHERE payload->>'workflowId' = $1 AND relayed_at IS NULL`,
    [workflowId],
  );

it("the sweep closes payments a minute overdue, paid or unpaid, and catches nothing before or after", async () => {
  const unpaid = await test.applicant();
  const paid = await test.applicant();
  await test.paid();
  await drainOutbox();
  expect(await caught()).toEqual({});
  await test.simulator.pay(paid.orderId);
  for (const { orderId } of [unpaid, paid]) await test.endListingWindow(orderId);
  await drainOutbox();
  expect(await caught()).toEqual({ overduePayments: 2 });
  expect(await test.state(unpaid.applicationId)).toBe("submitted");
  expect(await test.state(paid.applicationId)).toBe("under_review");
  await drainOutbox();
  expect(await caught()).toEqual({});
});

it("the sweep ends a payment whose order was closed by a process that then died", async () => {
  const { applicationId, orderId } = await test.applicant();
  await test.endListingWindow(orderId);
  expect((await test.activities.closeListingPayment(orderId)).step).toBe("closed");
  await test.mela.query("UPDATE orders SET asked_at = asked_at - interval '61 seconds' WHERE order_id = $1", [orderId]);
  await drainOutbox();
  expect(await caught()).toEqual({ overduePayments: 1 });
  expect(await test.state(applicationId)).toBe("submitted");
});

it("the sweep comes to a live listing however many applications wait for review", async () => {
  const operator = await test.administrator("kamala");
  const live = await test.paid({ brandName: "Swept In Turn" });
  await operator.post(`listings/${live.applicationId}/approve`, { noPictures: true });
  const waiting = [await test.paid(), await test.paid()];
  for (const { applicationId } of [live, ...waiting]) await age(applicationId);
  const checked = new Set<string>();
  // Fifty samples of two of the three: one is missed once in 10^23 runs.
  for (let sweep = 0; sweep < 50; sweep += 1) {
    for (const id of (await test.get(ListingSweepService).workflows(2)).values()) checked.add(id);
  }
  expect(checked).toContain(live.applicationId);
});

it("the sweep starts missing workflows of applications with a deadline, and of no others", async () => {
  const operator = await test.administrator("lakshmi");
  const paying = await test.applicant();
  const waiting = await test.paid();
  const live = await test.paid({ brandName: "Swept Live" });
  await operator.post(`listings/${live.applicationId}/approve`, { noPictures: true });
  const rejected = await test.paid();
  await operator.post(`listings/${rejected.applicationId}/reject`, { reason: "not for us" });
  const unpaid = await test.applicant();
  await test.closeUnpaid(unpaid);
  const lead = application();
  await test.join("submit-lead", lead);
  const joined = await test.applicationOf(lead["brandName"]);
  const expired = await test.paid({ brandName: "Swept Expired" });
  await operator.post(`listings/${expired.applicationId}/approve`, { noPictures: true });
  await test.endsIn(expired.applicationId, -1);
  await test.activities.expireListing(expired.applicationId);

  const withDeadline = [paying, waiting, live, unpaid].map(({ applicationId }) => applicationId);
  const withoutDeadline = [rejected, expired].map(({ applicationId }) => applicationId).concat(joined);
  const all = [...withDeadline, ...withoutDeadline];
  for (const id of all) await age(id);
  await drainOutbox();
  missing = new Set(all.map((id) => `listing/${id}`));
  expect(await caught()).toEqual({ workflows: 4 });
  for (const id of withDeadline) expect(await nudges(`listing/${id}`)).toEqual([{ again: true }]);
  for (const id of withoutDeadline) expect(await nudges(`listing/${id}`)).toEqual([]);

  // An open renewal gives an expired listing a deadline again.
  await drainOutbox();
  const token = await test.renewalToken(expired.applicationId);
  expect((await test.mela.visitor().post("/api/v1/brand/renew", { token })).status).toBe(201);
  await drainOutbox();
  missing = new Set([`listing/${expired.applicationId}`]);
  expect(await caught()).toEqual({ workflows: 1 });
  missing = new Set();
});

it("the sweep lapses applications unpaid for two weeks and a minute, and ends their workflow runs", async () => {
  const [unpaid, recent] = [await test.applicant(), await test.applicant()];
  for (const each of [unpaid, recent]) await test.closeUnpaid(each);
  await test.unpaidFor(unpaid.applicationId, 14 * 24 * 3600 + 61);
  await test.unpaidFor(recent.applicationId, 14 * 24 * 3600 - 3600);
  await drainOutbox();
  expect(await caught()).toEqual({ overduePayments: 1 });
  expect(await test.state(unpaid.applicationId)).toBe("lapsed");
  expect(await test.state(recent.applicationId)).toBe("submitted");
  // The signal also ends runs that started before this deadline was introduced.
  expect(await nudges(`listing/${unpaid.applicationId}`)).toEqual([{ again: false }]);
  await drainOutbox();
  expect(await caught()).toEqual({});
});

it("the sweep starts a missing late-payment workflow", async () => {
  const { applicationId, orderId } = await test.applicant();
  await test.closeUnpaid({ applicationId, orderId });
  await test.mela.query("UPDATE orders SET ended_at = ended_at - interval '2 minutes' WHERE order_id = $1", [orderId]);
  await drainOutbox();
  missing = new Set([`late-payment/${orderId}`]);
  expect(await caught()).toEqual({ workflows: 1 });
  expect(await nudges(`late-payment/${orderId}`)).toHaveLength(1);
  missing = new Set();
});
