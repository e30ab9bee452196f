import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { NewIssue } from "../../../api/admin-api";
import { AdminServer } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { fillIn } from "../../../test/filling";
import { openView } from "../../../test/open-dashboard";

const RESOLUTION = "POST /mela/admin/issues/m1/resolution";
const { booking } = new AdminServer();

const issue = (more: Partial<NewIssue> = {}): NewIssue => ({
  ...{ id: "m1", kind: "amount_differs", title: "An order was paid with another amount" },
  meaning: "The provider calls ₹26,000 paid; the stall costs ₹27,000. It was not sold.",
  facts: [
    { label: "Order", value: "MELA1763700000009_zzzz" },
    { label: "Paid", value: "₹26,000" },
  ],
  ...{ raisedAt: "2026-11-21T08:00:00.000Z", stallId: "B12", event: "the-mela-2099", bookingId: booking.id },
  resolutions: [
    { action: "settle_again", label: "Ask the payment provider again", needsReason: false },
    { action: "refund_in_full", label: "Refund in full", needsReason: true },
  ],
  ...more,
});

async function open(entries: NewIssue[], server = new AdminServer()) {
  server.issues = { ...server.issues, entries };
  const site = await openView("?view=issues", server);
  await screen.findByRole("heading", { level: 2, name: "Working normally" });
  const bodies = () => server.callsTo(RESOLUTION).map(({ body }) => body);
  return { ...site, bodies };
}

test("shows an issue's title, meaning, facts and age; offers viewers no resolution", async () => {
  await open([issue()], new AdminServer().asViewer());
  expect(screen.getByRole("heading", { level: 3, name: "An order was paid with another amount" })).toBeVisible();
  for (const text of [
    ...[/It was not sold/, "MELA1763700000009_zzzz", /since 21 Nov 2026, 13:30/, "Amount differs"],
    "Your role does not include acting on this.",
  ]) {
    expect(screen.getByText(text)).toBeVisible();
  }
  expect(screen.queryByRole("button", { name: "Refund in full" })).not.toBeInTheDocument();
});

test("applies a resolution without a reason in one click; shows its error, or its result and the empty inbox", async () => {
  const { user, server, bodies } = await open([issue()]);
  server.on(RESOLUTION, errorResponse(409, "resolution_failed", "The provider could not be reached."));
  await user.click(screen.getByRole("button", { name: "Ask the payment provider again" }));
  expect(await screen.findByText("The provider could not be reached.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Refund in full" })).toHaveAttribute("aria-disabled", "false");

  server.on(RESOLUTION, () => {
    server.issues = { ...server.issues, entries: [] };
    return { json: { resolved: true, message: "The order is paid in full now: B12 is sold." } };
  });
  await user.click(screen.getByRole("button", { name: "Ask the payment provider again" }));
  expect(await screen.findByText("The order is paid in full now: B12 is sold.")).toBeVisible();
  expect(bodies().at(-1)).toEqual({ action: "settle_again" });
  // Refetches the inbox and shows the healthy figures.
  expect(await screen.findByRole("heading", { name: "Nothing needs you" })).toBeVisible();
  // The pressed button left with its entry.
  expect(screen.getByRole("heading", { name: "Needs attention" })).toHaveFocus();
  const well = screen.getByRole("region", { name: "Working normally" });
  expect(well).toHaveTextContent("Stalls sold2");
  expect(well).toHaveTextContent("Sweeps that caught nothing, 24 h1,440");
});

test.each([
  ["The whole amount goes back to the payer", undefined],
  // The server's own description of the effect.
  [
    "₹27,000 go back to the payer. What was sold stays sold.",
    "₹27,000 go back to the payer. What was sold stays sold.",
  ],
])("asks for a reason if needed and describes the effect: %s", async (text, effect) => {
  const refund = { action: "refund_in_full", label: "Refund in full", needsReason: true } as const;
  const { user, ask, server, bodies } = await open([issue({ resolutions: [effect ? { ...refund, effect } : refund] })]);
  server.on(RESOLUTION, { json: { resolved: true, message: "₹26,000 is on its way back." } });
  const dialog = await ask("Refund in full", "Refund in full");
  expect(dialog).toHaveTextContent(text);
  fillIn(dialog, { Reason: "Wrong amount" });
  await user.click(within(dialog).getByRole("button", { name: "Refund in full" }));
  expect(await screen.findByText("₹26,000 is on its way back.")).toBeVisible();
  expect(bodies()).toEqual([{ action: "refund_in_full", reason: "Wrong amount" }]);
});

test.each([
  ["release_network", "Release all and block", "becomes free, registered ones too; payments under way are ended first"],
  ["release_visitors", "Release all and block these browsers", "others at this network can"],
  ["request_done", "Done: notify the payer", "The payer is notified by mail"],
] as const)("confirms a resolution that affects others, even without a reason: %s", async (action, label, text) => {
  const { user, ask, server, bodies } = await open([issue({ resolutions: [{ action, label, needsReason: false }] })]);
  server.on(RESOLUTION, { json: { resolved: true, message: "That is done." } });
  const dialog = await ask(label, label);
  expect(dialog).toHaveTextContent(text);
  expect(within(dialog).queryByRole("textbox")).not.toBeInTheDocument();
  expect(bodies()).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: label }));
  expect(await screen.findByText("That is done.")).toBeVisible();
  expect(bodies()).toEqual([{ action }]);
});

test("opens the release of an event's unpaid holds, with the event that the issue is about", async () => {
  const server = new AdminServer();
  server.on("GET /mela/admin/unpaid-holds", ({ query }) => ({
    json: {
      ...{ event: "craft-mela", moreThan: Number(query.get("moreThan")), freeStalls: 70, heldUnpaid: 40 },
      ...{
        soldLastHour: 0,
        soldLastTenMinutes: 0,
        stalls: ["B1"],
        addresses: 1,
        visitors: 3,
        registered: 0,
        paying: 0,
      },
    },
  }));
  const entry = issue({
    ...{ kind: "stalls_held_unpaid", event: "craft-mela" },
    resolutions: [{ action: "release_crowd", label: "Release unpaid holds", needsReason: false, opens: "release" }],
  });
  delete entry.bookingId;
  const { ask } = await open([entry], server);
  const dialog = await ask("Release unpaid holds", "Release unpaid holds: craft-mela");
  expect(await within(dialog).findByText(/^40 of 70 stalls that are not sold/)).toBeVisible();
  const [call] = server.callsTo("GET /mela/admin/unpaid-holds");
  expect(call?.query.get("event")).toBe("craft-mela");
});

test("labels a text that is mailed to the payer accordingly", async () => {
  const decline = { action: "request_declined", label: "Decline, with a sentence", needsReason: true } as const;
  const { user, ask, server, bodies } = await open([issue({ kind: "booking_request", resolutions: [decline] })]);
  server.on(RESOLUTION, { json: { resolved: true, message: "The payer is answered by mail." } });
  const dialog = await ask(decline.label, decline.label);
  expect(dialog).not.toHaveTextContent("visitors never see it");
  fillIn(dialog, { "Your sentence to the payer": "The invoice is right as it is" });
  await user.click(within(dialog).getByRole("button", { name: decline.label }));
  expect(await screen.findByText("The payer is answered by mail.")).toBeVisible();
  expect(bodies()).toEqual([{ action: "request_declined", reason: "The invoice is right as it is" }]);
});

test("links to the issue's booking, application and stall history", async () => {
  const listing = issue({ id: "m2", applicationId: "app-1" });
  delete listing.bookingId;
  delete listing.stallId;
  const { user, address } = await open([issue(), listing]);
  expect(screen.getByRole("link", { name: "The application" })).toHaveAttribute(
    "href",
    "/paid-events/mela/dashboard?view=listings&application=app-1",
  );
  // The listing's issue has no such button.
  await user.click(screen.getByRole("button", { name: "Registration details" }));
  const dialog = await screen.findByRole("dialog", { name: "Registration Details" });
  await user.click(await within(dialog).findByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await user.click(screen.getByRole("button", { name: "History of B12" }));
  await waitFor(() => expect(address()).toMatch(/\?view=plan&stall=B12&event=the-mela-2099$/));
});

test("opens a prefilled form for a payer's request, which resolves the issue", async () => {
  const opens = { action: "request_correct", label: "Correct the details", needsReason: false } as const;
  const entry = issue({
    kind: "booking_request",
    requested: {
      words: "My name is Aasha",
      details: {
        ...{ fullName: "Aasha Rao", email: "asha@example.com", phoneNumber: "9876543210" },
        ...{ businessName: "Asha Weaves", pincode: "560001" },
      },
    },
    resolutions: [{ ...opens, opens: "correct" }],
  });
  const { user, ask, server } = await open([entry]);
  const call = `POST /mela/admin/bookings/${booking.id}/correct` as const;
  server.on(call, () => {
    server.issues = { ...server.issues, entries: [] };
    return { json: { bookingId: booking.id, stallId: booking.stallId, changed: ["fullName"] } };
  });
  const dialog = await ask("Correct the details", `Correct the registration of ${booking.stallId}`);
  expect(dialog).toHaveTextContent("The payer writes: My name is Aasha");
  expect(dialog).toHaveTextContent("This closes the entry, and the payer is notified");
  // Prefilled with the request, the changes and a reason.
  expect(within(dialog).getByLabelText("Full name")).toHaveValue("Aasha Rao");
  expect(dialog).toHaveTextContent(`Full name: ${booking.fullName} → Aasha Rao`);
  await user.click(within(dialog).getByRole("button", { name: "Correct the registration" }));
  expect(await screen.findByRole("heading", { name: "Nothing needs you" })).toBeVisible();
  expect(server.callsTo(call)[0]?.body).toMatchObject({ fullName: "Aasha Rao", issueId: "m1" });
});

test("preselects no refund when the payer asks for a cancellation", async () => {
  const opens = { action: "request_cancel", label: "Cancel the booking", needsReason: false } as const;
  const { ask } = await open([issue({ resolutions: [{ ...opens, opens: "cancel" }] })]);
  const dialog = await ask("Cancel the booking", `Cancel the booking of ${booking.stallId}`);
  expect(within(dialog).getByRole("combobox")).toHaveValue("");
});
