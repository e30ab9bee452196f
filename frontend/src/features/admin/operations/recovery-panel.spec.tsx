import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { Recovery, RecoveryStatus } from "../../../api/admin-api";
import { AdminServer } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { fillIn } from "../../../test/filling";
import { openView } from "../../../test/open-dashboard";

/** Start of the field's label. */
const REASON = "Reason";
const OPEN = "POST /mela/admin/recovery/open";

const recovery = (more: Partial<Recovery> = {}): Recovery => ({
  startedAt: "2026-11-26T08:00:00.000Z",
  knownUntil: "2026-11-25T18:30:00.000Z",
  missing: "12 entries of bookings, 3 documents INV/26-27",
  items: [],
  unanswered: [],
  ...more,
});
const READ: Partial<Recovery> = {
  readAt: "2026-11-26T08:10:00.000Z",
  items: [
    { id: "stall-booking/1", as: "unpaid", stallId: "B7" },
    { id: "stall-booking/2", as: "sold", stallId: "B41", orderId: "MELA1763700000009_aaaa", note: "created again" },
    { id: "stall-booking/3", as: "issue", stallId: "B2", note: "sold offline: only the receipt knows the buyer" },
  ],
};

async function open(status: RecoveryStatus, server = new AdminServer()) {
  server.recovery = status;
  const site = await openView("?view=operations", server);
  await screen.findByRole("heading", { name: "System status" });
  return site;
}
const panel = () => screen.findByRole("region", { name: "Sales are paused" });

test("is absent while sales are open", async () => {
  const { server } = await open({});
  await waitFor(() => expect(server.callsTo("GET /mela/admin/recovery")).toHaveLength(1));
  expect(screen.queryByText("Sales are paused")).not.toBeInTheDocument();
});

test("before everything outside was read, says what is missing and what to do; the sales can't be opened", async () => {
  await open({ recovery: recovery() });
  expect(await panel()).toHaveTextContent("The database ends at 26 Nov 2026, 00:00.");
  expect(await panel()).toHaveTextContent("Missing here: 12 entries of bookings, 3 documents INV/26-27.");
  expect(await panel()).toHaveTextContent(/Run the command recover on the server/);
  expect(screen.getByRole("button", { name: "Open the sales" })).toBeDisabled();
});

test("lists what was lost, the most urgent first, and counts what nobody had paid for", async () => {
  await open({ recovery: recovery(READ) });
  const list = within(await screen.findByRole("list", { name: "What was lost" }));
  expect(list.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^B2: needs attention \(sold offline.*stall-booking\/3$/),
    "B41: sold again to its buyer (created again)MELA1763700000009_aaaa",
  ]);
  expect(await panel()).toHaveTextContent("One more booking was lost that nobody had paid for.");
});

test("while a part gave no answer, the sales can't be opened", async () => {
  await open({ recovery: recovery({ ...READ, unanswered: ["MELA1763700000009_bbbb"] }) });
  expect(await panel()).toHaveTextContent("No answer from MELA1763700000009_bbbb: run the command recover again");
  expect(screen.getByRole("button", { name: "Open the sales" })).toBeDisabled();
});

test("opens the sales with a reason, after the consequence; an error stays in the dialog", async () => {
  const { server, ask, press } = await open({ recovery: recovery(READ) });
  const dialog = await ask("Open the sales", "Open the sales");
  expect(dialog).toHaveTextContent("Visitors can reserve, register and pay again from now on.");
  fillIn(dialog, { [REASON]: "Everything is accounted for" });
  server.on(OPEN, errorResponse(409, "recovery_incomplete", "Run the command recover again first."));
  await press(dialog, "Open the sales");
  expect(await within(dialog).findByText("Run the command recover again first.")).toBeVisible();
  server.on(OPEN, () => {
    server.recovery = {};
    return { json: { message: "Sales are open." } };
  });
  await press(dialog, "Open the sales");
  expect(await screen.findByText("Sales are open.")).toBeVisible();
  expect(server.callsTo(OPEN).at(-1)?.body).toEqual({ reason: "Everything is accounted for" });
  await waitFor(() => expect(screen.queryByRole("region", { name: "Sales are paused" })).not.toBeInTheDocument());
});

test("a database that nobody could compare says so; an operator may vouch for it", async () => {
  const { ask } = await open({ unverifiedSince: "2026-11-26T08:00:00.000Z" });
  expect(await panel()).toHaveTextContent(
    "Since 26 Nov 2026, 13:30 we could not verify that this database is up to date.",
  );
  expect(await ask("Open the sales", "Open the sales")).toHaveTextContent("You confirm that nothing was restored");
});

test("viewers read it, without the button", async () => {
  await open({ recovery: recovery(READ) }, new AdminServer().asViewer());
  expect(await panel()).toHaveTextContent("12 entries of bookings");
  expect(screen.queryByRole("button", { name: "Open the sales" })).not.toBeInTheDocument();
});
