import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { NewIssue } from "../../../api/admin-api";
import { AdminServer } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { fill } from "../../../test/filling";
import { openSite } from "../../../test/render-site";
import { settledDialog } from "../../../test/settled-dialog";

const INBOX = "/paid-events/mela/dashboard?view=issues";
const RESOLUTION = "POST /mela/admin/issues/m1/resolution";

const issue = (more: Partial<NewIssue> = {}): NewIssue => ({
  id: "m1",
  kind: "amount_differs",
  title: "An order was paid with another amount",
  meaning: "The provider calls ₹26,000 paid; the stall costs ₹27,000. It was not sold.",
  facts: [
    { label: "Order", value: "MELA1763700000009_zzzz" },
    { label: "Paid", value: "₹26,000" },
  ],
  raisedAt: "2026-11-21T08:00:00.000Z",
  stallId: "B12",
  bookingId: new AdminServer().booking.id,
  resolutions: [
    { action: "settle_again", label: "Ask the payment provider again", needsReason: false },
    { action: "refund_in_full", label: "Refund in full", needsReason: true },
  ],
  ...more,
});

async function open(entries: NewIssue[], role: "operator" | "viewer" = "operator") {
  const server = new AdminServer();
  server.session = { authenticated: true, username: "operator", role };
  server.issues = { ...server.issues, entries };
  const site = await openSite(INBOX, server);
  const user = userEvent.setup();
  await screen.findByRole("heading", { level: 2, name: "Working normally" });
  return { ...site, server, user };
}

test("nothing to do: it says so, and counts what is well", async () => {
  await open([]);
  expect(screen.getByRole("heading", { name: "Nothing needs you" })).toBeVisible();
  const well = screen.getByRole("region", { name: "Working normally" });
  expect(well).toHaveTextContent("Stalls sold2");
  expect(well).toHaveTextContent("Sweeps that caught nothing, 24 h1,440");
});

test("each issue says what it is, what it means, its facts and since when", async () => {
  await open([issue()]);
  expect(screen.getByRole("heading", { level: 3, name: "An order was paid with another amount" })).toBeVisible();
  expect(screen.getByText(/It was not sold/)).toBeVisible();
  expect(screen.getByText("MELA1763700000009_zzzz")).toBeVisible();
  expect(screen.getByText(/since 21 Nov 2026, 13:30/)).toBeVisible();
  expect(screen.getByText("Amount differs")).toBeVisible();
});

test("a resolution that needs no reason is one click; its outcome is shown, and the inbox is fetched again", async () => {
  const { user, server } = await open([issue()]);
  server.on(RESOLUTION, () => {
    server.issues = { ...server.issues, entries: [] };
    return { json: { resolved: true, message: "The order is paid in full now: B12 is sold." } };
  });
  await user.click(screen.getByRole("button", { name: "Ask the payment provider again" }));
  expect(await screen.findByText("The order is paid in full now: B12 is sold.")).toBeVisible();
  expect(server.callsTo(RESOLUTION)[0]?.body).toEqual({ action: "settle_again" });
  expect(await screen.findByRole("heading", { name: "Nothing needs you" })).toBeVisible();
});

test("a resolution that needs a reason asks for it and says what it will do", async () => {
  const { user, server } = await open([issue()]);
  server.on(RESOLUTION, { json: { resolved: true, message: "₹26,000 is on its way back." } });
  await user.click(screen.getByRole("button", { name: "Refund in full" }));
  const dialog = await settledDialog("alertdialog", "Refund in full");
  expect(dialog).toHaveTextContent("The whole amount goes back to the payer");
  await fill(user, within(dialog).getByLabelText("Reason"), "Wrong amount");
  await user.click(within(dialog).getByRole("button", { name: "Refund in full" }));
  expect(await screen.findByText("₹26,000 is on its way back.")).toBeVisible();
  expect(server.callsTo(RESOLUTION)[0]?.body).toEqual({ action: "refund_in_full", reason: "Wrong amount" });
});

test("the dialog says what a resolution does to this very entry, where the server knows", async () => {
  const effect = "₹27,000 go back to the payer. What was sold stays sold.";
  const refund = { action: "refund_in_full", label: "Refund in full", needsReason: true, effect } as const;
  const { user } = await open([issue({ resolutions: [refund] })]);
  await user.click(screen.getByRole("button", { name: "Refund in full" }));
  expect(await settledDialog("alertdialog", "Refund in full")).toHaveTextContent(effect);
});

test("a rejected resolution says why, and the issue stays", async () => {
  const { user, server } = await open([issue()]);
  server.on(RESOLUTION, errorResponse(409, "resolution_failed", "The provider could not be reached."));
  await user.click(screen.getByRole("button", { name: "Ask the payment provider again" }));
  expect(await screen.findByText("The provider could not be reached.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Refund in full" })).toBeEnabled();
});

test("an issue links to its booking and to its stall's history", async () => {
  const { user, address } = await open([issue()]);
  await user.click(screen.getByRole("button", { name: "Registration details" }));
  const dialog = await screen.findByRole("dialog", { name: "Registration Details" });
  await user.click(await within(dialog).findByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await user.click(screen.getByRole("button", { name: "History of B12" }));
  expect(await screen.findByRole("dialog", { name: "Stall B12" })).toBeVisible();
  expect(address()).toContain("view=plan");
});

test("an issue of a listing links to its application", async () => {
  const listing = issue({ applicationId: "app-1" });
  delete listing.bookingId;
  await open([listing]);
  expect(screen.getByRole("link", { name: "The application" })).toHaveAttribute(
    "href",
    "/paid-events/mela/dashboard?view=listings&application=app-1",
  );
  expect(screen.queryByRole("button", { name: "Registration details" })).not.toBeInTheDocument();
});

test("a viewer reads the issues and is offered no resolution", async () => {
  await open([issue()], "viewer");
  expect(screen.getByText("Only an operator can act on this.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Refund in full" })).not.toBeInTheDocument();
});

test("a request opens the form that does it, prefilled, and is closed by it", async () => {
  const { booking } = new AdminServer();
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
  const { user, server } = await open([entry]);
  const call = `POST /mela/admin/bookings/${booking.id}/correct` as const;
  server.on(call, () => {
    server.issues = { ...server.issues, entries: [] };
    return { json: { bookingId: booking.id, stallId: booking.stallId, changed: ["fullName"] } };
  });
  await user.click(screen.getByRole("button", { name: "Correct the details" }));
  const dialog = await settledDialog("alertdialog", `Correct the registration of ${booking.stallId}`);
  expect(dialog).toHaveTextContent("The payer writes: My name is Aasha");
  expect(dialog).toHaveTextContent("This closes the entry, and the payer is notified");
  // As she wants it, with what changes, and a reason: one press does it.
  expect(within(dialog).getByLabelText("Full name")).toHaveValue("Aasha Rao");
  expect(dialog).toHaveTextContent(`Full name: ${booking.fullName} → Aasha Rao`);
  await user.click(within(dialog).getByRole("button", { name: "Correct the registration" }));
  expect(await screen.findByRole("heading", { name: "Nothing needs you" })).toBeVisible();
  expect(server.callsTo(call)[0]?.body).toMatchObject({ fullName: "Aasha Rao", issueId: "m1" });
});

test("a cancellation that the payer asks for starts with what the policies say: no refund", async () => {
  const { booking } = new AdminServer();
  const opens = { action: "request_cancel", label: "Cancel the booking", needsReason: false } as const;
  const { user } = await open([issue({ resolutions: [{ ...opens, opens: "cancel" }] })]);
  await user.click(screen.getByRole("button", { name: "Cancel the booking" }));
  const dialog = await settledDialog("alertdialog", new RegExp(booking.stallId));
  expect(within(dialog).getByRole("combobox")).toHaveValue("none");
});
