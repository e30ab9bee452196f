import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import type { Payout, PayoutAccount, PayoutLine, PayoutSummary } from "../../../api/admin-api";
import { AdminServer } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { openView } from "../../../test/open-dashboard";

const account = (more: Partial<PayoutAccount>): PayoutAccount => ({
  ...{ account: "all", title: "", received: 54_000, refunded: 10_000, withheld: 0, fees: 1242.54, feeTax: 189.54 },
  ...{ paidOut: 32_757.46, toCome: 10_000 },
  ...more,
});
const SUMMARY: PayoutSummary = {
  accounts: [account({ account: "the-mela-2099", title: "The Mela 2099" }), account({})],
  ...{ readUntil: "2026-11-28T22:30:00.000Z", differences: 2 },
};
const PAYOUT: Payout = {
  ...{ payoutId: "174001", utr: "CFUTR174001", state: "paid", paidAt: "2026-11-27T06:00:00.000Z", lines: 2 },
  ...{ gross: 44_000, fees: 1242.54, feeTax: 189.54, amount: 42_757.46 },
};
const LINE: PayoutLine = {
  ...{ lineKey: "174001/PAYMENT/1", payoutId: "174001", kind: "payment", eventType: "PAYMENT", orderId: "MELA1" },
  ...{ paymentId: "11", stallId: "B1", bookingId: "booking-1", event: "the-mela-2099" },
  ...{ gross: 27_000, fee: 526.5, feeTax: 94.77, net: 26_378.73, at: "2026-11-25T06:00:00.000Z" },
};

function aServer(payouts: Payout[] = [PAYOUT]): AdminServer {
  const server = new AdminServer();
  server.on("GET /mela/admin/payouts/summary", { json: SUMMARY });
  server.on("GET /mela/admin/payouts", { json: payouts, headers: { "x-total-count": String(payouts.length) } });
  server.on("GET /mela/admin/payout-lines", { json: [LINE], headers: { "x-total-count": "1" } });
  return server;
}

test("shows the money by event with what differs, and a payout's lines with links to what was sold", async () => {
  const { user, address } = await openView("?view=payouts", aServer());
  const table = await screen.findByRole("table", { name: "Paid out, by event" });
  expect(within(table).getByRole("row", { name: /The Mela 2099/ })).toHaveTextContent(
    /₹54,000₹10,000₹0₹1,242.54of it GST ₹189.54₹32,757.46₹10,000/,
  );
  expect(screen.getByRole("link", { name: "2 differences to look at" })).toHaveAttribute(
    "href",
    expect.stringContaining("view=issues"),
  );
  const row = within(await screen.findByRole("table", { name: "Payouts" })).getByRole("row", { name: /174001/ });
  expect(row).toHaveTextContent("Not read");
  await user.click(within(row).getByRole("button", { name: /^Lines of payout/ }));
  const dialog = await screen.findByRole("dialog", { name: "Payout 174001" });
  expect(await within(dialog).findByRole("link", { name: "Stall B1" })).toHaveAttribute(
    "href",
    expect.stringContaining("booking=booking-1"),
  );
  expect(dialog).toHaveTextContent("₹526.50");
  expect(address()).toContain("payout=174001");
});

test("reads the reports now, and says why it could not", async () => {
  const server = aServer();
  server.on("POST /mela/admin/payouts/read", {
    json: { message: "7 lines read, 2 new or different. Nothing differs.", lines: 7, changed: 2, differences: 0 },
  });
  const { user } = await openView("?view=payouts", server);
  await user.click(await screen.findByRole("button", { name: "Read now" }));
  expect(await screen.findByText("7 lines read, 2 new or different. Nothing differs.")).toBeVisible();
  server.on(
    "POST /mela/admin/payouts/read",
    errorResponse(503, "payouts_unreachable", "The payment provider does not respond right now."),
  );
  await user.click(screen.getByRole("button", { name: "Read now" }));
  expect(await screen.findByText("The payment provider does not respond right now.")).toBeVisible();
});

test("compares a pasted bank statement line by line, and keeps the text when it cannot be read", async () => {
  const server = aServer();
  server.on(
    "POST /mela/admin/payouts/bank-statement",
    errorResponse(400, "payout_file_unreadable", "There is no line with an amount in it."),
  );
  const { user } = await openView("?view=payouts", server);
  await user.click(await screen.findByRole("button", { name: "Compare the bank statement" }));
  const dialog = await screen.findByRole("dialog", { name: "Compare the bank statement" });
  const compare = within(dialog).getByRole("button", { name: "Compare" });
  expect(compare).toHaveAttribute("aria-disabled", "true");
  await user.type(within(dialog).getByLabelText("Lines of the bank statement"), "CFUTR174001 42757.45");
  await user.click(compare);
  expect(await within(dialog).findByText("There is no line with an amount in it.")).toBeVisible();
  expect(within(dialog).getByLabelText("Lines of the bank statement")).toHaveValue("CFUTR174001 42757.45");
  server.on("POST /mela/admin/payouts/bank-statement", {
    json: {
      message: "0 matched, 1 with another amount, 1 of no payout.",
      lines: [
        { line: 1, verdict: "differs", payoutId: "174001", utr: "CFUTR174001", amount: 42_757.46, bank: 42_757.45 },
        { line: 2, verdict: "unknown", bank: 500 },
      ],
    },
  });
  await user.click(compare);
  const table = await within(dialog).findByRole("table", { name: "Lines of the bank statement" });
  expect(within(table).getByRole("row", { name: /Another amount/ })).toHaveTextContent("should be ₹42,757.46");
  expect(within(table).getByRole("row", { name: /Of no payout/ })).toHaveTextContent("₹500");
  expect(server.callsTo("POST /mela/admin/payouts/bank-statement")).toHaveLength(2);
});

test("says what is empty, what could not be read, and offers a viewer no change", async () => {
  const server = aServer([]);
  server.session = { ...server.session, role: "viewer" };
  server.on("GET /mela/admin/payouts/summary", errorResponse(500, "internal_error", "Broken"));
  await openView("?view=payouts", server);
  expect(await screen.findByText("What was paid out could not be fetched.")).toBeVisible();
  expect(await screen.findByText("No payouts")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Read now" })).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Export CSV" })).toBeVisible();
});
