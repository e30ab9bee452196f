import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { InvoiceJobsService } from "../../src/invoices/invoice-jobs.service.js";
import { LostBookingsService } from "../../src/recovery/lost-bookings.service.js";
import { Reading } from "../../src/recovery/reading.js";
import { application } from "../listings/listing-app.js";
import { InboxTest } from "../mail/inbox.js";
import { lostOrder } from "../payments/lost-orders.js";
import type { PayingTest } from "../payments/paying.js";
import { type LostStep, recover, workflowWith } from "./lost-steps.js";

// Steps that Temporal knows of and a restored database does not: repeated, or an issue.

let inbox: InboxTest;
let test: PayingTest;
beforeAll(async () => {
  inbox = await InboxTest.start();
  test = inbox.paying;
});
afterAll(() => inbox.close());

/** A sold stall's booking. */
async function sold(stallId: string): Promise<string> {
  const buyer = await test.paying(stallId);
  await test.simulator.pay(buyer.orderId);
  expect(await inbox.settle(buyer)).toBe("sold");
  return test.bookingOf(buyer.orderId);
}
/** The lost steps that open issues name. */
const behind = async () =>
  (await inbox.entries()).flatMap(({ kind, facts }) =>
    kind === "history_behind" ? [facts.find(({ label }) => label === "Lost steps")?.value] : [],
  );

/** What was lost, of the booking of a stall; what recovery makes of it; the step that its issue names. */
it.each<[string, string, readonly LostStep[], object | undefined, string | undefined]>([
  ["nothing", "B21", [], undefined, undefined],
  ["a step that is only a consequence", "B22", [["hold_extended"]], { as: "sold" }, undefined],
  ["a move to a free stall", "B23", [["moved", "B23 to B40"]], { as: "repeated" }, undefined],
  ["a cancellation", "B24", [["cancelled"]], { as: "repeated" }, undefined],
  ["a move to a stall that is sold by now", "B25", [["moved", "B25 to B41"]], { as: "issue" }, "moved"],
  ["a correction, whose words nobody else has", "B26", [["corrected"]], { as: "issue" }, "corrected"],
  ["a refund that nobody has requested here", "B27", [["refund_succeeded"]], { as: "issue" }, "refund_succeeded"],
])("a restored booking that has lost %s", async (_lost, stallId, lost, item, named) => {
  const workflow = await workflowWith(test, await sold(stallId), lost);
  if (named === "moved") await sold("B41");
  const recovered = await recover(test, workflow);
  if (item === undefined) expect(recovered).toBeUndefined();
  else expect(recovered).toMatchObject({ ...item, stallId });
  // Recovery may be run any number of times.
  await recover(test, workflow);
  expect(await behind()).toEqual(
    named === undefined ? [] : [expect.stringMatching(new RegExp(`^${named} at 2026-11-20T[^;]*$`))],
  );
  await test.mela.query("UPDATE issues SET resolved_at = clock_timestamp() WHERE resolved_at IS NULL");
});

/** State of the mail with a key, once the invoice of its sale is made. */
async function keyMail(dedupeKey: string, orderId: string): Promise<string | undefined> {
  const invoice = await test.mela.value("SELECT id FROM invoices WHERE order_id = $1", [orderId]);
  await inbox.job(InvoiceJobsService).run(invoice ?? "", true);
  return test.mela.value("SELECT state FROM mails WHERE dedupe_key = $1", [dedupeKey]);
}

// `sent`: it counts as sent before.
it.each<[string, string, string, readonly LostStep[], string]>([
  ["its key", "B28", "B29", [["hold_extended"]], "queued"],
  ["no key if its address may be a stranger's again", "B30", "B31", [["corrected"]], "sent"],
])("a restored sale gets %s", async (_key, knownStall, lostStall, steps, state) => {
  const known = await sold(knownStall);
  const orderOf = "SELECT order_id FROM bookings WHERE id = $1";
  await recover(test, await workflowWith(test, known, steps));
  expect(await keyMail(`booking-link/first/${known}`, (await test.mela.value(orderOf, [known])) ?? "")).toBe(state);

  const { bookingId, orderId } = await lostOrder(test, lostStall);
  await test.simulator.pay(orderId);
  const workflow = await workflowWith(test, bookingId, [["sold"], ...steps]);
  const lost = { ...workflow, stallId: lostStall, orderId };
  expect(await test.get(LostBookingsService).lost(lost, new Reading(), true)).toMatchObject({ as: "sold" });
  expect(await keyMail(`booking-link/first/${bookingId}`, orderId)).toBe(state);
  await test.mela.query("UPDATE issues SET resolved_at = clock_timestamp() WHERE resolved_at IS NULL");
});

it("a restored application that has lost a decision", async () => {
  const form = application({ submissionType: "paid_listing" });
  const orderId = String((await test.mela.visitor().post("/api/v1/cashfree/initiate", form)).body["orderId"]);
  await test.simulator.pay(orderId);
  expect(await test.settle(orderId)).toBe("sold");
  const found = "SELECT application_id FROM listing_orders WHERE order_id = $1";
  const id = (await test.mela.value(found, [orderId])) ?? "";
  const recovered = async (lost: readonly LostStep[]) =>
    recover(test, await workflowWith(test, id, lost, "application"));
  expect(await recovered([])).toBeUndefined();
  expect(await recovered([["approved"]])).toMatchObject({ as: "issue", orderId, note: "approved" });
  expect(await behind()).toEqual([expect.stringMatching(/^approved at /)]);
  expect(await recovered([["corrected"]])).toMatchObject({ as: "issue", note: "corrected" });
  expect(await keyMail(`brand-link/first/${id}`, orderId)).toBe("sent");
});
