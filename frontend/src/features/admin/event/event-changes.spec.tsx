import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { EventCancellationResponse } from "../../../api/admin-api";
import { AdminServer, anEvent } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { fillIn } from "../../../test/filling";
import { openView } from "../../../test/open-dashboard";

const EVENT = "/mela/admin/events/the-mela-2099";

function server(status: "published" | "cancelled" = "published"): AdminServer {
  const it = new AdminServer();
  it.events = [anEvent({ status })];
  return it;
}

const PREVIEW = {
  ...{ eventName: "The Mela", paid: 54_000.5, refundedBefore: 0, deducted: 5_400.05, refund: 48_600.45 },
  ...{ taxable: 41_186.82, tax: 7_413.63, byHand: 1, unpaid: 1 },
  bookings: [
    {
      ...{ bookingId: "b1", stallId: "B1", name: "Asha Rao", paid: 27_000.5, refundedBefore: 0, deducted: 2_700.05 },
      ...{ refund: 24_300.45, taxable: 20_593.6, tax: 3_706.85, byHand: false },
    },
    {
      ...{ bookingId: "b2", stallId: "B2", paid: 27_000, refundedBefore: 0, deducted: 2_700, refund: 24_300 },
      ...{ taxable: 20_593.22, tax: 3_706.78, byHand: true },
    },
  ],
};
const PROGRESS = {
  ...{ slug: "the-mela-2099", deduction: "10%", startedBy: "asha", startedAt: "2026-11-27T06:00:00.000Z" },
  ...{ total: 70, refunded: 12, refund: 291_600, deducted: 32_400, unpaid: 1, arrived: 2, onTheWay: 8, rejected: 1 },
  ...{ byHand: 1, creditNotes: 12 },
  failures: [
    { bookingId: "b3", stallId: "B3", problem: "RangeError", attempts: 3, nextTryAt: "2026-11-27T07:00:00.000Z" },
  ],
};

test("an event is cancelled after its refunds were seen and its name typed", async () => {
  const at = server();
  at.on(`POST ${EVENT}/cancellation/preview`, { json: PREVIEW });
  at.on(`POST ${EVENT}/cancellation`, { json: PROGRESS });
  const { ask, press } = await openView("?view=event", at);
  const dialog = await ask("Cancel the event The Mela 2099", "Cancel the event The Mela 2099?");
  expect(dialog).toHaveTextContent("State the deduction to see the refunds.");
  fillIn(dialog, { Percent: "10" });
  await waitFor(() => expect(dialog).toHaveTextContent("2 bookings are refunded: ₹48,600.45 in all."));
  expect(at.callsTo(`POST ${EVENT}/cancellation/preview`).at(-1)?.body).toEqual({
    ...{ deductionKind: "percent", deduction: 10 },
  });
  for (const text of ["1 hold or payment in progress ends", "1 booking was paid outside", "₹5,400.05", "₹7,413.63"])
    expect(dialog).toHaveTextContent(text);
  const table = within(dialog).getByRole("table", { hidden: true });
  expect(within(table).getByRole("row", { name: /B1 Asha Rao/, hidden: true })).toHaveTextContent("₹24,300.45");
  expect(within(table).getByRole("row", { name: /^B2/, hidden: true })).toHaveTextContent("by hand");

  fillIn(dialog, {
    "Words to the holders": "We are so sorry.",
    "Type the event's name to confirm": "The Mela",
    Reason: "the hall burned down",
  });
  await press(dialog, "Cancel the event and refund");
  expect(await screen.findByText(/The Mela 2099 is cancelled\. The refunds have started/)).toBeVisible();
  expect(at.callsTo(`POST ${EVENT}/cancellation`).map(({ body }) => body)).toEqual([
    {
      ...{ deductionKind: "percent", deduction: 10, message: "We are so sorry.", eventName: "The Mela" },
      ...{ reason: "the hall burned down", seenBookings: 2, seenRefund: 48_600.45 },
    },
  ]);
});

test("a wrong name, or refunds that have changed, cancel nothing and say so", async () => {
  const at = server();
  at.on(`POST ${EVENT}/cancellation/preview`, { json: PREVIEW });
  const problem = "Please type the event's name exactly: The Mela";
  at.on(`POST ${EVENT}/cancellation`, errorResponse(400, "invalid_request", problem));
  const { ask, press } = await openView("?view=event", at);
  const dialog = await ask("Cancel the event The Mela 2099", "Cancel the event The Mela 2099?");
  fillIn(dialog, { Percent: "10", "Type the event's name to confirm": "mela", Reason: "the hall burned down" });
  await waitFor(() => expect(dialog).toHaveTextContent("2 bookings are refunded"));
  await press(dialog, "Cancel the event and refund");
  await waitFor(() => expect(within(dialog).getByRole("alert")).toHaveTextContent(problem));
});

test("the progress of the refunds is shown, with what needs a person; operators pause", async () => {
  const at = server("cancelled");
  let progress: EventCancellationResponse = PROGRESS;
  at.read(`GET ${EVENT}/cancellation`, () => ({ json: progress }));
  at.on(`POST ${EVENT}/cancellation/pause`, () => {
    progress = { ...PROGRESS, pausedAt: "2026-11-27T06:10:00.000Z", pausedBy: "asha" };
    return { json: progress };
  });
  const { ask, press } = await openView("?view=event", at);
  const panel = await screen.findByRole("region", { name: "This event is cancelled" });
  expect(await within(panel).findByText(/12 of 70 bookings refunded/)).toBeVisible();
  expect(within(panel).getByRole("progressbar", { name: "Refunded bookings" })).toHaveAttribute("value", "12");
  for (const text of ["10%", "₹2,91,600", "₹32,400", "RangeError", "Some refunds need you"])
    expect(panel).toHaveTextContent(text);
  const dialog = await ask("Pause the refunds", "Pause the refunds?");
  fillIn(dialog, { Reason: "a question of the bank" });
  await press(dialog, "Pause");
  expect(await within(panel).findByText("Paused", { selector: "[data-chip]" })).toBeVisible();
  expect(within(panel).getByRole("button", { name: "Continue the refunds" })).toBeVisible();
  // Nothing of the event can be changed now.
  expect(screen.queryByRole("button", { name: /Reschedule|Cancel the event|Archive/ })).toBeNull();
});

test("an event is rescheduled with a look at the mail first", async () => {
  const at = server();
  at.on(`POST ${EVENT}/reschedule/preview`, {
    json: {
      ...{ what: "new dates", holders: 17 },
      mail: { subject: "The Mela has new dates: your stall B1", text: "Dear Asha, …" },
    },
  });
  at.on(`POST ${EVENT}/reschedule`, { json: { what: "new dates", notified: 17 } });
  const { ask, press } = await openView("?view=event", at);
  const dialog = await ask("Reschedule The Mela 2099", "Reschedule The Mela 2099");
  expect(dialog).toHaveTextContent("Nothing is different yet.");
  fillIn(dialog, { "Days and opening hours as text": "21-01-2027 10:00-20:00" });
  await waitFor(() => expect(dialog).toHaveTextContent("17 holders of a stall get one mail"));
  expect(dialog).toHaveTextContent("Subject: The Mela has new dates: your stall B1");
  expect(within(dialog).getByRole("region", { name: /The mail/ })).toHaveTextContent("Dear Asha, …");
  fillIn(dialog, { Reason: "the hall burned down" });
  await press(dialog, "Reschedule and send the mails");
  expect(await screen.findByText("The event is rescheduled. 17 holders get a mail")).toBeVisible();
  expect(at.callsTo(`POST ${EVENT}/reschedule`).at(-1)?.body).toMatchObject({
    ...{ days: "2027-01-21 10:00 to 20:00", city: "Bangalore", version: 3, reason: "the hall burned down" },
  });
});
