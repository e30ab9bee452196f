import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { CancelResponse } from "../../../api/generated/administrator";
import { aBooking, AdminServer } from "../../../test/admin-server";
import { gate, errorResponse } from "../../../test/fake-server";
import { fill } from "../../../test/filling";
import { openSite } from "../../../test/render-site";
import { settledDialog } from "../../../test/settled-dialog";
import { actionsFor, stallsToMoveTo } from "./booking-actions";

const ID = aBooking().id;
const ADDRESS = `/paid-events/mela/dashboard?booking=${ID}`;

async function open(server = new AdminServer(), address = ADDRESS) {
  const site = await openSite(address, server);
  const user = userEvent.setup();
  const dialog = await screen.findByRole("dialog", { name: "Registration Details" });
  await within(dialog).findByRole("region", { name: "What happened" });
  const press = (name: string) => user.click(within(dialog).getByRole("button", { name }));
  return { ...site, user, server, dialog, press };
}
const question = (name: string) => settledDialog("alertdialog", name);

test("shows the booking's history next to its Temporal history, with invoices, mails and refunds", async () => {
  const server = new AdminServer();
  server.booking = aBooking({
    refunds: [
      {
        id: "r1",
        orderId: "MELA1",
        amount: 1000,
        reason: "operator",
        state: "requested",
        createdAt: "2026-11-21T09:00:00.000Z",
      },
    ],
    audit: [
      {
        id: "a1",
        at: "2026-11-21T09:00:00.000Z",
        administrator: "operator",
        action: "booking_moved",
        subjectType: "booking",
        subjectId: ID,
        reason: "Asked by phone",
        before: { stallId: "A4" },
        after: { stallId: "A5" },
      },
    ],
  });
  const { dialog } = await open(server);
  const history = within(dialog).getByRole("region", { name: "What happened" });
  const [first] = within(history).getAllByRole("listitem");
  expect(first).toHaveTextContent("A5 was reserved21 Nov 2026, 14:00:00 · visitor");
  expect(within(history).getByRole("link", { name: "Its history in Temporal" })).toHaveAttribute(
    "href",
    expect.stringContaining("stall-booking"),
  );
  expect(within(dialog).getByRole("region", { name: "Invoices and credit notes" })).toHaveTextContent(
    "INV/26-27/000123 · Invoice21 Nov 2026, 14:06 · ₹32,400",
  );
  expect(within(dialog).getByRole("region", { name: "Mails" })).toHaveTextContent("Booking confirmedsent");
  expect(within(dialog).getByRole("region", { name: "Refunds" })).toHaveTextContent("₹1,000, requested");
  const audit = within(dialog).getByRole("region", { name: "What administrators did" });
  expect(audit).toHaveTextContent("Booking moved");
  expect(audit).toHaveTextContent("Reason: Asked by phone");
  expect(audit).toHaveTextContent("Stall id: A4 → A5");
});

test("a viewer reads everything and is offered nothing", async () => {
  const server = new AdminServer();
  server.session = { authenticated: true, username: "auditor", role: "viewer" };
  const { dialog } = await open(server);
  for (const name of ["Move", "Correct", "Cancel booking", "Release", "Give more time", /again/]) {
    expect(within(dialog).queryByRole("button", { name })).not.toBeInTheDocument();
  }
  expect(within(dialog).getByRole("button", { name: "Download INV/26-27/000123 as PDF" })).toBeVisible();
});

test("what can be done follows from how the booking stands", () => {
  expect(actionsFor("held")).toEqual(["move", "extend", "release"]);
  expect(actionsFor("registered")).toEqual(["move", "correct", "extend", "release"]);
  expect(actionsFor("paying")).toEqual(["correct", "release"]);
  expect(actionsFor("sold")).toEqual(["move", "correct", "cancel"]);
  expect(actionsFor("released")).toEqual([]);
  expect(actionsFor("blocked")).toEqual([]);
});

test("a booking moves to free stalls of its type, at its own price or at what its own stall costs today", () => {
  const { plan } = new AdminServer();
  const dearer = plan.map((stall) => (stall.stallId === "A6" ? { ...stall, price: 40_000 } : stall));
  const ids = stallsToMoveTo(dearer, aBooking()).map(({ stallId }) => stallId);
  expect(ids.slice(0, 3)).toEqual(["A2", "A3", "A4"]);
  expect(ids).not.toContain("A6");
  expect(ids).not.toContain("A1");
  expect(ids).not.toContain("B3");
  const after = dearer.map((stall) => (stall.stallId === "A5" ? { ...stall, price: 40_000 } : stall));
  expect(stallsToMoveTo(after, aBooking()).map(({ stallId }) => stallId)).toContain("A6");
});

test("moving says what will happen, is sent once with its reason, and what it changed is fetched again", async () => {
  const server = new AdminServer();
  const { open: answer, opened } = gate();
  server.on(`POST /mela/admin/bookings/${ID}/move`, async () => {
    await opened;
    return { json: { bookingId: ID, stallId: "A7", movedFrom: "A5" } };
  });
  const { user, press } = await open(server);
  await press("Move");
  const dialog = await question("Move the booking of A5");
  await within(dialog).findByRole("option", { name: "A7, ₹36,000" });
  await user.selectOptions(within(dialog).getByLabelText("To stall"), "A7");
  expect(dialog).toHaveTextContent("A5 is free for everyone at once, and the booking stands on A7.");
  await fill(user, within(dialog).getByLabelText("Reason"), "Asked by phone");
  const reads = server.callsTo(`GET /mela/admin/bookings/${ID}`).length;
  const go = within(dialog).getByRole("button", { name: "Move the booking" });
  await user.click(go);
  expect(await within(dialog).findByRole("button", { name: "Moving..." })).toBeDisabled();
  answer();
  expect(await screen.findByText("Moved from A5 to A7.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  const calls = server.callsTo(`POST /mela/admin/bookings/${ID}/move`);
  expect(calls.map(({ body }) => body)).toEqual([{ toStallId: "A7", reason: "Asked by phone" }]);
  await waitFor(() => expect(server.callsTo(`GET /mela/admin/bookings/${ID}`)).toHaveLength(reads + 1));
});

test("without a stall and a reason nothing is sent, and the sentences are the rules' own", async () => {
  const { server, user, press } = await open();
  await press("Move");
  const dialog = await question("Move the booking of A5");
  await user.click(within(dialog).getByRole("button", { name: "Move the booking" }));
  expect(await within(dialog).findByText("Please choose a stall by its number, e.g. B12")).toBeVisible();
  expect(within(dialog).getByText("Please say why, in at least 3 characters")).toBeVisible();
  expect(server.callsTo(`POST /mela/admin/bookings/${ID}/move`)).toHaveLength(0);
});

test("a correction shows what changes and what follows, by the form's own rules, and is sent whole", async () => {
  const server = new AdminServer();
  const { fullName, businessName, phoneNumber, gstNumber, gstAddress, pincode, updatedAt } = aBooking();
  server.on(`POST /mela/admin/bookings/${ID}/correct`, {
    json: {
      ...{ bookingId: ID, stallId: "A5", changed: ["fullName", "email"] },
      ...{ invoiceNumber: "INV/26-27/000124", creditNoteNumber: "CRN/26-27/000001" },
    },
  });
  const { user, press } = await open(server);
  await press("Correct");
  const dialog = await question("Correct the registration of A5");
  expect(dialog).toHaveTextContent("Nothing changes so far.");
  const field = (name: string) => within(dialog).getByLabelText(name);
  const put = async (name: string, text: string) => {
    await user.clear(field(name));
    await fill(user, field(name), text);
  };
  await put("Phone", "9811100009");
  expect(dialog).toHaveTextContent(`Phone: ${phoneNumber} → 9811100009`);
  expect(dialog).toHaveTextContent("The booker gets a mail about it.");
  expect(dialog).not.toHaveTextContent("A credit note takes");
  await put("Email", "new@example.com");
  expect(dialog).toHaveTextContent("Mails go to the new address.");
  await put("Full name", "M");
  await user.click(within(dialog).getByRole("button", { name: "Correct the registration" }));
  expect(await within(dialog).findByText("Full name is required")).toBeVisible();
  expect(within(dialog).getByText("Please say why, in at least 3 characters")).toBeVisible();
  await put("Full name", "Meera Iyer");
  expect(dialog).toHaveTextContent(`Full name: ${fullName} → Meera Iyer`);
  expect(dialog).toHaveTextContent(
    "A credit note takes invoice INV/26-27/000123 back, and a new invoice is issued. No money moves.",
  );
  await put("Reason", "A typing error");
  await user.click(within(dialog).getByRole("button", { name: "Correct the registration" }));
  expect(
    await screen.findByText("The registration of A5 is corrected. The new invoice is INV/26-27/000124."),
  ).toBeVisible();
  expect(server.callsTo(`POST /mela/admin/bookings/${ID}/correct`).map(({ body }) => body)).toEqual([
    {
      ...{ businessName, gstNumber, gstAddress, pincode },
      ...{ fullName: "Meera Iyer", email: "new@example.com", phoneNumber: "9811100009" },
      ...{ seenAt: updatedAt, reason: "A typing error" },
    },
  ]);
});

test("shows an error in words; the input stays, and going back does nothing", async () => {
  const server = new AdminServer();
  server.on(
    `POST /mela/admin/bookings/${ID}/cancel`,
    errorResponse(409, "booking_cancelled", "This booking was cancelled already."),
  );
  const { user, press } = await open(server);
  await press("Cancel booking");
  const dialog = await question("Cancel the booking of A5");
  await fill(user, within(dialog).getByLabelText("Reason"), "Ill");
  await user.click(within(dialog).getByRole("button", { name: "Cancel the booking" }));
  // The place of what went wrong is there from the start, for those who listen.
  await waitFor(() =>
    expect(within(dialog).getByRole("alert")).toHaveTextContent(
      "That did not work. This booking was cancelled already.",
    ),
  );
  expect(within(dialog).getByLabelText("Reason")).toHaveValue("Ill");
  await user.click(within(dialog).getByRole("button", { name: "Go back" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
});

test("without an answer it warns against repeating blindly", async () => {
  const server = new AdminServer();
  server.on(`POST /mela/admin/bookings/${ID}/cancel`, "offline");
  const { user, press } = await open(server);
  await press("Cancel booking");
  const dialog = await question("Cancel the booking of A5");
  await fill(user, within(dialog).getByLabelText("Reason"), "Ill");
  await user.click(within(dialog).getByRole("button", { name: "Cancel the booking" }));
  expect(await within(dialog).findByText(/Look at the booking again before you repeat this/)).toBeVisible();
});

test.each<[string, string, object, Pick<CancelResponse, "refund" | "refundAmount">, string]>([
  [
    "In full",
    "₹32,400 goes back the way it was paid",
    { refund: "full", reason: "Ill" },
    { refund: "requested", refundAmount: 32_400 },
    "A5 is cancelled; ₹32,400 is on its way back.",
  ],
  [
    "In part",
    "₹1,000 of ₹32,400 goes back",
    { refund: "partial", refundAmount: 1000, reason: "Ill" },
    { refund: "by_hand", refundAmount: 1000 },
    "A5 is cancelled. Please give ₹1,000 back by hand: it was paid offline.",
  ],
  [
    "No refund",
    "No money goes back: ₹32,400 is kept.",
    { refund: "none", reason: "Ill" },
    { refund: "none", refundAmount: 0 },
    "A5 is cancelled without a refund.",
  ],
])("cancelling, %s: what will go back is said before, what went after", async (choice, before, body, answer, after) => {
  const server = new AdminServer();
  server.on(`POST /mela/admin/bookings/${ID}/cancel`, { json: { bookingId: ID, stallId: "A5", ...answer } });
  const { user, press } = await open(server);
  await press("Cancel booking");
  const dialog = await question("Cancel the booking of A5");
  await user.selectOptions(within(dialog).getByLabelText("Refund"), choice);
  if (choice === "In part") {
    await fill(user, await within(dialog).findByLabelText("Amount to refund, in rupees"), "1000");
  }
  expect(dialog).toHaveTextContent(before);
  await fill(user, within(dialog).getByLabelText("Reason"), "Ill");
  await user.click(within(dialog).getByRole("button", { name: "Cancel the booking" }));
  expect(await screen.findByText(after)).toBeVisible();
  expect(server.callsTo(`POST /mela/admin/bookings/${ID}/cancel`)[0]?.body).toEqual(body);
});

test("a hold gets more time, and its new end is said", async () => {
  const server = new AdminServer();
  server.booking = aBooking({ state: "held" });
  server.on(`POST /mela/admin/bookings/${ID}/extend`, {
    json: { bookingId: ID, stallId: "A5", expiresAt: "2026-11-21T08:55:00.000Z", minutesLeft: 15 },
  });
  const { user, press } = await open(server);
  await press("Give more time");
  const dialog = await question("Give more time for A5");
  const minutes = within(dialog).getByLabelText("Minutes more");
  await user.clear(minutes);
  await fill(user, minutes, "15");
  expect(dialog).toHaveTextContent("A5 stays reserved until 14:25");
  await fill(user, within(dialog).getByLabelText("Reason"), "Her bank is slow");
  await user.click(within(dialog).getByRole("button", { name: "Give the time" }));
  expect(await screen.findByText("A5 is reserved until 14:25.")).toBeVisible();
  expect(server.callsTo(`POST /mela/admin/bookings/${ID}/extend`)[0]?.body).toEqual({
    minutes: 15,
    reason: "Her bank is slow",
  });
});

test("more than 30 minutes is refused by the rule itself", async () => {
  const server = new AdminServer();
  server.booking = aBooking({ state: "registered" });
  const { user, press } = await open(server);
  await press("Give more time");
  const dialog = await question("Give more time for A5");
  const minutes = within(dialog).getByLabelText("Minutes more");
  await user.clear(minutes);
  await fill(user, minutes, "31");
  await fill(user, within(dialog).getByLabelText("Reason"), "Slow");
  await user.click(within(dialog).getByRole("button", { name: "Give the time" }));
  expect(await within(dialog).findByText("A hold can be extended by at most 30 minutes in all")).toBeVisible();
});

test.each([
  ["held", "released", "The hold ends now and A5 is free for everyone.", "A5 is free."],
  ["paying", "closing", "The payment under way is ended first.", "The payment for A5 is being ended."],
] as const)("releasing a booking that is %s", async (state, outcome, before, after) => {
  const server = new AdminServer();
  server.booking = aBooking({ state });
  server.on(`POST /mela/admin/bookings/${ID}/release`, { json: { bookingId: ID, stallId: "A5", outcome } });
  const { user, press } = await open(server);
  await press("Release");
  const dialog = await question("Release A5");
  expect(dialog).toHaveTextContent(before);
  await fill(user, within(dialog).getByLabelText("Reason"), "Double booking");
  await user.click(within(dialog).getByRole("button", { name: "Release the stall" }));
  expect(await screen.findByText(after)).toBeVisible();
});

test("a mail goes out again, to another address if one is given", async () => {
  const server = new AdminServer();
  server.on("POST /mela/admin/mails/mail-1/resend", { json: { message: "The mail is on its way." } });
  const { user, press } = await open(server);
  await press("Send again: Booking confirmed");
  const dialog = await question('Send "Booking confirmed" again');
  expect(dialog).toHaveTextContent("A copy of the mail goes to asha@example.com.");
  await fill(user, within(dialog).getByLabelText(/To another address/), "asha@other.example");
  expect(dialog).toHaveTextContent("A copy of the mail goes to asha@other.example.");
  await user.click(within(dialog).getByRole("button", { name: "Send the mail" }));
  expect(await screen.findByText("The mail is on its way.")).toBeVisible();
  expect(server.callsTo("POST /mela/admin/mails/mail-1/resend")[0]?.body).toEqual({ to: "asha@other.example" });
});

test("a mail goes out again to its own address when none is given", async () => {
  const server = new AdminServer();
  server.on("POST /mela/admin/mails/mail-1/resend", { json: { message: "The mail is on its way." } });
  const { user, press } = await open(server);
  await press("Send again: Booking confirmed");
  const dialog = await question('Send "Booking confirmed" again');
  await user.click(within(dialog).getByRole("button", { name: "Send the mail" }));
  expect(await screen.findByText("The mail is on its way.")).toBeVisible();
  expect(server.callsTo("POST /mela/admin/mails/mail-1/resend")[0]?.body).toEqual({});
});

test("a booking that is nobody's says so", async () => {
  const server = new AdminServer();
  server.on("GET /mela/admin/bookings/nothing", errorResponse(404, "not_found", "Not found"));
  await openSite("/paid-events/mela/dashboard?booking=nothing", server);
  expect(await screen.findByText("There is no such booking.")).toBeVisible();
});
