import { expect, jest, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { AdminBooking, StallMoveResponse } from "../../../api/admin-api";
import type { CancelResponse } from "../../../api/generated/administrator";
import { aBooking, AdminServer } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { fillIn } from "../../../test/filling";
import { openView } from "../../../test/open-dashboard";
import { actionsFor } from "./booking-actions";
import { stallsToMoveTo } from "./stall-dialogs";

const ID = aBooking().id;
const post = <Action extends "move" | "correct" | "cancel" | "refund" | "extend" | "release">(action: Action) =>
  `POST /mela/admin/bookings/${ID}/${action}` as const;

function serverWith(booking: Partial<AdminBooking>): AdminServer {
  const server = new AdminServer();
  server.booking = aBooking(booking);
  return server;
}

/** Opens the booking's details over the view that renders fastest. */
async function open(server = new AdminServer()) {
  const site = await openView(`?view=issues&booking=${ID}`, server);
  const dialog = await screen.findByRole("dialog", { name: "Registration Details" });
  await within(dialog).findByRole("region", { name: "What happened" });
  return { ...site, dialog };
}
const closed = () => waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());

test("shows the booking's history next to its Temporal history, with invoices, mails and refunds", async () => {
  const at = "2026-11-21T09:00:00.000Z";
  const refund = { id: "r1", orderId: "MELA1", amount: 1000, reason: "operator", state: "requested", createdAt: at };
  const { dialog } = await open(
    serverWith({
      refunds: [refund as AdminBooking["refunds"][number]],
      audit: [
        {
          ...{ id: "a1", at, administrator: "operator", action: "booking_moved", subjectType: "booking" },
          ...{ subjectId: ID, reason: "Asked by phone", before: { stallId: "A4" }, after: { stallId: "A5" } },
        },
      ],
    }),
  );
  const history = within(dialog).getByRole("region", { name: "What happened" });
  expect(within(history).getAllByRole("listitem")[0]).toHaveTextContent(
    "A5 was reserved21 Nov 2026, 14:00:00 · visitor",
  );
  expect(within(history).getByRole("link", { name: "Its history in Temporal" })).toHaveAttribute(
    "href",
    expect.stringContaining("stall-booking"),
  );
  for (const [part, text] of [
    ["Invoices and credit notes", "INV/26-27/000123 · Invoice21 Nov 2026, 14:06 · ₹32,400"],
    ["Mails", "Booking confirmedsent"],
    ["Refunds", "₹1,000, requested"],
    ["Payment", "10 % (₹3,600), MELA10"],
    ["What administrators did", "Booking moved"],
    ["What administrators did", "Reason: Asked by phone"],
    ["What administrators did", "Stall id: A4 → A5"],
  ] as const) {
    expect(within(dialog).getByRole("region", { name: part })).toHaveTextContent(text);
  }
  // The words that were accepted, not today's.
  expect(within(dialog).getByRole("link", { name: /, version 2026-11-22$/ })).toHaveAttribute(
    "href",
    "/paid-events/policies?version=2026-11-22&tab=refunds",
  );
});

test("shows viewers everything but actions", async () => {
  const { dialog } = await open(new AdminServer().asViewer());
  expect(
    within(dialog)
      .getAllByRole("button")
      .map((button) => button.getAttribute("aria-label")),
  ).toEqual([
    "Download INV/26-27/000123 as PDF",
    // Close.
    null,
  ]);
});

test("shows a booking's networks, and releases and blocks one without an issue", async () => {
  const many = { visitors: 9, registered: 3, sold: 4 };
  const server = serverWith({
    state: "registered",
    networks: [
      { label: "aa (IPv6 /64)", prefix: 64, held: 10, paying: 0, endedUnsold: 0, ...many, blocked: false },
      { label: "bb (IPv6 /56)", prefix: 56, held: 58, paying: 2, endedUnsold: 7, ...many, blocked: true },
    ],
  });
  const message = "58 stalls are free again, and the network can't reserve or pay for 24 hours.";
  const path = `POST /mela/admin/bookings/${ID}/release-network` as const;
  server.on(path, { json: { released: ["B1"], closing: [], blockedUntil: "2026-11-22T09:00:00.000Z", message } });
  const { dialog, ask, user } = await open(server);
  const networks = within(dialog).getByRole("region", { name: "Network" });
  expect(networks).toHaveTextContent("10 unpaid stalls");
  expect(networks).toHaveTextContent(
    "60 unpaid stalls, 2 of them being paid; 7 ended unsold in the last hour; blocked",
  );
  const release = await ask("Release network", "Release all stalls of a network and block it");
  expect(release).toHaveTextContent("10 stalls that nobody has paid for are released");
  expect(release).toHaveTextContent("They are those of 9 visitors; 3 registered for, 0 being paid");
  expect(release).toHaveTextContent("4 stalls were sold to this network in the last day.");
  expect(release).toHaveTextContent("For 24 hours nobody on this network can reserve, register or pay.");
  await user.selectOptions(within(release).getByLabelText("Network"), "56");
  expect(release).toHaveTextContent("60 stalls that nobody has paid for are released");
  await user.selectOptions(within(release).getByLabelText("Block"), "visitors");
  expect(release).toHaveTextContent("For 24 hours these browsers can't reserve, register or pay; others on this");
  fillIn(release, { Reason: "A robot" });
  await user.click(within(release).getByRole("button", { name: "Release all and block" }));
  await closed();
  expect(await screen.findByText(message)).toBeVisible();
  expect(server.callsTo(path)[0]?.body).toEqual({ prefix: 56, whom: "visitors", reason: "A robot" });
});

// Opened from "All events", an issue or the log, the view behind it does not say which event it is.
test.each([
  [
    "held",
    [
      ["Give more time", "Give more time for A5"],
      ["Release", "Release A5"],
    ],
  ],
  [
    "sold",
    [
      ["Move", "Move the booking of A5"],
      ["Correct", "Correct the registration of A5"],
      ["Refund a part", "Refund a part of A5"],
      ["Cancel booking", "Cancel the booking of A5"],
    ],
  ],
] as const)("the details of a %s booking and its actions name its event", async (state, actions) => {
  const { dialog, ask, press } = await open(serverWith({ state }));
  expect(within(dialog).getByRole("region", { name: "Stall" })).toHaveTextContent(/^StallEventThe Mela 2099/);
  for (const [button, title] of actions) {
    const question = await ask(button, title);
    expect(question).toHaveTextContent("At The Mela 2099");
    await press(question, "Go back");
    await closed();
  }
});

test.each([
  ["held", ["move", "extend", "release"]],
  ["registered", ["move", "correct", "extend", "release", "language"]],
  ["paying", ["correct", "release", "language"]],
  ["sold", ["moveSale", "correct", "language", "refundPart", "cancel"]],
  ["released", []],
  ["blocked", []],
] as const)("offers for a %s booking: %j", (state, actions) => {
  expect(actionsFor(state)).toEqual(actions);
});

test("offers moves to free stalls of the booking's type, at its own price or its stall's current price", () => {
  const { plan } = new AdminServer();
  const priced = (...ids: string[]) =>
    plan.map((stall) => (ids.includes(stall.stallId) ? { ...stall, price: 40_000 } : stall));
  const free = (...ids: string[]) => stallsToMoveTo(priced(...ids), aBooking()).map(({ stallId }) => stallId);
  expect(free("A6").slice(0, 3)).toEqual(["A2", "A3", "A4"]);
  for (const other of ["A6", "A1", "B3"]) expect(free("A6")).not.toContain(other);
  expect(free("A5", "A6")).toContain("A6");
});

test("moves a booking: validates the form, describes the effect, sends it once and refetches the booking", async () => {
  const server = serverWith({ state: "registered" });
  const respond = server.withhold(post("move"), { json: { bookingId: ID, stallId: "A7", movedFrom: "A5" } });
  const { ask, press } = await open(server);
  const dialog = await ask("Move", "Move the booking of A5");
  await within(dialog).findByRole("option", { name: "A7, ₹36,000" });
  await press(dialog, "Move the booking");
  const choose = "Please choose a stall by its number, e.g. B12";
  expect(await within(dialog).findByText(choose)).toBeVisible();
  expect(within(dialog).getByLabelText("To stall")).toHaveAccessibleDescription(choose);
  expect(within(dialog).getByText("Please say why, in at least 3 characters")).toBeVisible();
  expect(server.callsTo(post("move"))).toHaveLength(0);

  fillIn(dialog, { "To stall": "A7", Reason: "Asked by phone" });
  expect(dialog).toHaveTextContent("A5 is free for everyone at once, and the booking is for A7.");
  const reads = server.callsTo(`GET /mela/admin/bookings/${ID}`).length;
  await press(dialog, "Move the booking");
  expect(await within(dialog).findByRole("button", { name: "Moving..." })).toHaveAttribute("aria-disabled", "true");
  respond();
  expect(await screen.findByText("Moved from A5 to A7.")).toBeVisible();
  await closed();
  expect(server.callsTo(post("move")).map(({ body }) => body)).toEqual([{ toStallId: "A7", reason: "Asked by phone" }]);
  await waitFor(() => expect(server.callsTo(`GET /mela/admin/bookings/${ID}`)).toHaveLength(reads + 1));
});

const ASK = `POST /mela/admin/bookings/${ID}/stall-moves` as const;

test("moves a sold booking to any free stall: says what it costs, and withdraws a move that waits", async () => {
  const server = new AdminServer();
  const money = { difference: 4_000, toPay: 4_000, refund: 0 };
  server.on(`GET /mela/admin/stall-move-quotes/${ID}/A7`, {
    json: { fromStallId: "A5", toStallId: "A7", toStallType: "Premium", linkHours: 48, ...money },
  });
  const move: StallMoveResponse = {
    ...{ id: "7c9e6679-7425-40de-944b-e07fc1f90ae7", fromStallId: "A5", toStallId: "A7", askedBy: "operator" as const },
    ...{ state: "asked" as const, askedAt: "2026-11-22T09:00:00.000Z", until: "2026-11-24T09:00:00.000Z" },
    ...money,
  };
  server.on(ASK, () => {
    server.on(`GET /mela/admin/stall-moves/${ID}`, { json: { moves: [move] } });
    const { id: moveId, fromStallId, toStallId } = move;
    return { json: { bookingId: ID, moveId, state: "asked", fromStallId, toStallId, ...money } };
  });
  const { dialog: details, ask, press } = await open(server);
  const dialog = await ask("Move", "Move the booking of A5");
  await within(dialog).findByRole("option", { name: "A7, Premium, ₹36,000" });
  fillIn(dialog, { "To stall": "A7", Reason: "Asked by phone" });
  await waitFor(() => expect(dialog).toHaveTextContent("A7 is kept for 48 hours."));
  expect(dialog).toHaveTextContent("a link to pay ₹4,000, GST included");
  await press(dialog, "Move the booking");
  expect(await screen.findByText("A7 is kept. The holder was mailed a link to pay ₹4,000.")).toBeVisible();
  await closed();
  expect(server.callsTo(ASK).map(({ body }) => body)).toEqual([{ toStallId: "A7", reason: "Asked by phone" }]);
  const moves = await within(details).findByRole("region", { name: "Moves" });
  expect(moves).toHaveTextContent("A5 to A7: waits for its money");
  server.on(`POST /mela/admin/bookings/${ID}/stall-moves/${move.id}/withdraw`, { json: { moves: [] } });
  const withdraw = await ask("Withdraw the move", "Withdraw the move to A7");
  expect(withdraw).toHaveTextContent("the booking stays at A5. Money that still arrives is returned.");
  fillIn(withdraw, { Reason: "Changed her mind" });
  await press(withdraw, "Withdraw the move");
  expect(await screen.findByText("The move to A7 is withdrawn.")).toBeVisible();
});

test("corrects a registration: shows changes and consequences, validates, and sends every field", async () => {
  const server = new AdminServer();
  const { fullName, businessName, phoneNumber, gstNumber, gstAddress, pincode, updatedAt } = aBooking();
  server.on(post("correct"), {
    json: {
      ...{ bookingId: ID, stallId: "A5", changed: ["fullName", "email"] },
      ...{ invoiceNumber: "INV/26-27/000124", creditNoteNumber: "CRN/26-27/000001" },
    },
  });
  const { ask, press } = await open(server);
  const dialog = await ask("Correct", "Correct the registration of A5");
  expect(dialog).toHaveTextContent("Nothing changes so far.");
  fillIn(dialog, { Phone: "9811100009" });
  expect(dialog).toHaveTextContent(`Phone: ${phoneNumber} → 9811100009`);
  expect(dialog).toHaveTextContent("The booker gets a mail about it.");
  expect(dialog).not.toHaveTextContent("A credit note takes");
  fillIn(dialog, { Email: "new@example.com", "Full name": "M" });
  expect(dialog).toHaveTextContent("Mails go to the new address.");
  await press(dialog, "Correct the registration");
  expect(await within(dialog).findByText("Full name is required")).toBeVisible();
  expect(within(dialog).getByText("Please say why, in at least 3 characters")).toBeVisible();
  fillIn(dialog, { "Full name": "Meera Iyer", Reason: "A typing error" });
  expect(dialog).toHaveTextContent(`Full name: ${fullName} → Meera Iyer`);
  expect(dialog).toHaveTextContent(
    "A credit note takes invoice INV/26-27/000123 back, and a new invoice is issued. No money moves.",
  );
  await press(dialog, "Correct the registration");
  expect(
    await screen.findByText("The registration of A5 is corrected. The new invoice is INV/26-27/000124."),
  ).toBeVisible();
  expect(server.callsTo(post("correct")).map(({ body }) => body)).toEqual([
    {
      ...{ businessName, gstNumber, gstAddress, pincode },
      ...{ fullName: "Meera Iyer", email: "new@example.com", phoneNumber: "9811100009" },
      ...{ seenAt: updatedAt, reason: "A typing error" },
    },
  ]);
});

test("shows the server's error, repeats a call whose answer is lost, says that it does not know, and keeps the input", async () => {
  const server = new AdminServer();
  server.on(post("cancel"), errorResponse(409, "booking_cancelled", "This booking was cancelled already."));
  const { ask, press } = await open(server);
  const dialog = await ask("Cancel booking", "Cancel the booking of A5");
  fillIn(dialog, { Refund: "none", Reason: "Ill" });
  const scrolled = jest.spyOn(Element.prototype, "scrollIntoView");
  await press(dialog, "Cancel the booking");
  // The live region exists before the error, so that screen readers announce it.
  const problem = within(dialog).getByRole("alert");
  await waitFor(() => expect(problem).toHaveTextContent("That did not work. This booking was cancelled already."));
  // Scrolls to the error, which may be out of view in a long form.
  expect(scrolled.mock.contexts).toEqual([problem]);
  scrolled.mockRestore();
  expect(within(dialog).getByLabelText("Reason")).toHaveValue("Ill");
  server.on(post("cancel"), "offline");
  await press(dialog, "Cancel the booking");
  await waitFor(
    () => expect(problem).toHaveTextContent(/We don't know whether that worked\..*what was done is not done twice/),
    { timeout: 3_000 },
  );
  await press(dialog, "Go back");
  await closed();
  const [answered, lost, repeated, ...more] = server.callsTo(post("cancel"));
  expect(more).toEqual([]);
  const keys = [answered, lost, repeated].map((call) => call?.headers.get("idempotency-key"));
  expect([keys[1] === keys[2], keys[0] === keys[1]]).toEqual([true, false]);
});

test("cancels a booking: shows the refund before and after", async () => {
  const server = new AdminServer();
  const { ask, press } = await open(server);
  const ways: [object, string, object, Pick<CancelResponse, "refund" | "refundAmount">, string][] = [
    [
      { Refund: "full" },
      "₹32,400 goes back the way it was paid",
      { refund: "full", reason: "Ill" },
      { refund: "requested", refundAmount: 32_400 },
      "A5 is cancelled; ₹32,400 is on its way back.",
    ],
    [
      { Refund: "partial", "Amount to refund, in rupees": "1000" },
      "₹1,000 of ₹32,400 goes back",
      { refund: "partial", refundAmount: 1000, reason: "Ill" },
      { refund: "by_hand", refundAmount: 1000 },
      "A5 is cancelled. Please pay ₹1,000 back, then confirm it under Needs attention.",
    ],
    [
      { Refund: "none" },
      "No money goes back: ₹32,400 is kept.",
      { refund: "none", reason: "Ill" },
      { refund: "none", refundAmount: 0 },
      "A5 is cancelled without a refund.",
    ],
  ];
  for (const [choice, before, body, answer, after] of ways) {
    server.on(post("cancel"), { json: { bookingId: ID, stallId: "A5", ...answer } });
    const dialog = await ask("Cancel booking", "Cancel the booking of A5");
    expect(within(dialog).getByLabelText("Refund")).toHaveValue("");
    expect(dialog).toHaveTextContent("Choose whether money goes back: the policies promise no refund after payment.");
    expect(dialog).not.toHaveTextContent("paid to you directly");
    // Changing the choice removes its conditional field and the field's validation.
    fillIn(dialog, { Refund: "partial" });
    fillIn(dialog, { ...choice, Reason: "Ill" });
    expect(dialog).toHaveTextContent(before);
    await press(dialog, "Cancel the booking");
    expect(await screen.findByText(after)).toBeVisible();
    await closed();
    expect(server.callsTo(post("cancel")).at(-1)?.body).toEqual(body);
  }
});

test("cancels nothing before a refund is chosen; says what was paid offline", async () => {
  const payment = { id: "OFFLINE-1", orderId: "MELA1", outcome: "success", providerStatus: "OFFLINE" } as const;
  const at = "2026-11-21T09:00:00.000Z";
  const server = serverWith({ payments: [{ ...payment, amount: 36_000, offline: true, at }] });
  const { ask, press } = await open(server);
  const dialog = await ask("Cancel booking", "Cancel the booking of A5");
  fillIn(dialog, { Reason: "Ill" });
  await press(dialog, "Cancel the booking");
  expect(await within(dialog).findByText("Please choose a full, a partial or no refund")).toBeVisible();
  expect(server.callsTo(post("cancel"))).toHaveLength(0);
  fillIn(dialog, { Refund: "full" });
  expect(dialog).toHaveTextContent("It was paid to you directly, so you pay it back yourself");
});

test("refunds a part of a sale that continues", async () => {
  const server = new AdminServer();
  server.on(post("refund"), {
    json: { bookingId: ID, stallId: "A5", refundAmount: 500, refund: "requested", refundId: "r1" },
  });
  const { ask, press } = await open(server);
  const dialog = await ask("Refund a part", "Refund a part of A5");
  fillIn(dialog, { "Amount to refund, in rupees": "500", Reason: "Water on the floor" });
  expect(dialog).toHaveTextContent("A5 stays sold.");
  await press(dialog, "Refund this amount");
  expect(await screen.findByText("₹500 of A5 is on its way back.")).toBeVisible();
  expect(server.callsTo(post("refund")).at(-1)?.body).toEqual({ refundAmount: 500, reason: "Water on the floor" });
});

test("focuses the first invalid field in visual order, conditional fields included", async () => {
  const { ask, press } = await open();
  const dialog = await ask("Cancel booking", "Cancel the booking of A5");
  fillIn(dialog, { Refund: "partial" });
  await press(dialog, "Cancel the booking");
  expect(await within(dialog).findByText("Please say why, in at least 3 characters")).toBeVisible();
  expect(within(dialog).getByLabelText("Amount to refund, in rupees")).toHaveFocus();
});

test("extends a hold by at most 30 minutes and shows its new end", async () => {
  const server = serverWith({ state: "held" });
  server.on(post("extend"), {
    json: { bookingId: ID, stallId: "A5", expiresAt: "2026-11-21T08:55:00.000Z", minutesLeft: 15 },
  });
  const { ask, press } = await open(server);
  const dialog = await ask("Give more time", "Give more time for A5");
  fillIn(dialog, { "Minutes more": "31", Reason: "Her bank is slow" });
  await press(dialog, "Give the time");
  expect(await within(dialog).findByText("A hold can be extended by at most 30 minutes in all")).toBeVisible();
  fillIn(dialog, { "Minutes more": "15" });
  expect(dialog).toHaveTextContent("A5 stays reserved until 14:25");
  await press(dialog, "Give the time");
  expect(await screen.findByText("A5 is reserved until 14:25.")).toBeVisible();
  expect(server.callsTo(post("extend")).map(({ body }) => body)).toEqual([{ minutes: 15, reason: "Her bank is slow" }]);
});

test.each([
  ["held", "released", "The hold ends now and A5 is free for everyone.", "A5 is free."],
  ["paying", "closing", "The payment under way is ended first.", "The payment for A5 is being ended."],
] as const)("releases a %s booking and shows the effect before and after", async (state, outcome, before, after) => {
  const server = serverWith({ state });
  server.on(post("release"), { json: { bookingId: ID, stallId: "A5", outcome } });
  const { ask, press } = await open(server);
  const dialog = await ask("Release", "Release A5");
  expect(dialog).toHaveTextContent(before);
  fillIn(dialog, { Reason: "Double booking" });
  await press(dialog, "Release the stall");
  expect(await screen.findByText(after)).toBeVisible();
});

test("resends a mail to its own address; another one needs a reason and gets a copy", async () => {
  const server = new AdminServer();
  server.on("POST /mela/admin/mails/mail-1/resend", { json: { message: "The mail is on its way." } });
  const { ask, press } = await open(server);
  const shown = () => ask("Send again: Booking confirmed", 'Send "Booking confirmed" again');
  const dialog = await shown();
  expect(dialog).toHaveTextContent("A copy of the mail goes to asha@example.com.");
  await press(dialog, "Send the mail");
  await closed();
  const other = await shown();
  fillIn(other, { "To another address": "asha@other.example" });
  expect(other).toHaveTextContent(
    "A copy without link and attachments goes to asha@other.example. asha@example.com is notified",
  );
  await press(other, "Send the mail");
  expect(await within(other).findByText("Please say why, in at least 3 characters")).toBeVisible();
  fillIn(other, { Reason: "She asked by phone" });
  await press(other, "Send the mail");
  await closed();
  expect(server.callsTo("POST /mela/admin/mails/mail-1/resend").map(({ body }) => body)).toEqual([
    {},
    { to: "asha@other.example", reason: "She asked by phone" },
  ]);
});
