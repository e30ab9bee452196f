import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import type { Dispute, DisputeDetails } from "../../../api/admin-api";
import { AdminServer } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { openView } from "../../../test/open-dashboard";

const DISPUTE: Dispute = {
  ...{ disputeId: "17400", orderId: "MELA1", paymentId: "11", amount: 27_000, status: "CHARGEBACK_CREATED" },
  ...{ stage: "evidence_asked", urgency: "urgent", respondBy: "2026-11-29T06:00:00.000Z", reasonCode: "4855" },
  ...{ createdAt: "2026-11-26T06:00:00.000Z", stallId: "B1", bookingId: "booking-1", event: "the-mela-2099" },
};
const DETAILS: DisputeDetails = {
  ...DISPUTE,
  evidence: [
    { kind: "payment", there: true },
    { kind: "consent", there: true },
    { kind: "gate", there: false },
  ],
};

function aServer(details: DisputeDetails = DETAILS, list: Dispute[] = [DISPUTE]): AdminServer {
  const server = new AdminServer();
  server.on("GET /mela/admin/disputes", { json: list, headers: { "x-total-count": String(list.length) } });
  server.on("GET /mela/admin/disputes/17400", { json: details });
  return server;
}

test("lists disputes with their deadline, and one with what there is to send", async () => {
  const { user, address } = await openView("?view=disputes", aServer());
  const row = within(await screen.findByRole("table", { name: "Disputes" })).getByRole("row", { name: /17400/ });
  expect(row).toHaveTextContent("₹27,000");
  expect(row).toHaveTextContent("Less than a day");
  expect(within(row).getByRole("link", { name: "Stall B1" })).toHaveAttribute(
    "href",
    expect.stringContaining("booking=booking-1"),
  );
  await user.click(within(row).getByRole("button", { name: /^Dispute/ }));
  const dialog = await screen.findByRole("dialog", { name: "Dispute 17400" });
  expect(await within(dialog).findByText("Consent to the terms, with its time")).toBeVisible();
  expect(within(dialog).getByText("The scans of the ticket at the gate").closest("li")).toHaveTextContent("None");
  expect(within(dialog).getByRole("button", { name: "Download the evidence" })).toBeVisible();
  expect(address()).toContain("dispute=17400");
});

test("records that the evidence was sent, with what; asks the provider", async () => {
  const server = aServer();
  server.on("POST /mela/admin/disputes/17400/evidence-sent", {
    json: { message: "It is recorded that the evidence was sent." },
  });
  server.on(
    "POST /mela/admin/disputes/17400/check",
    errorResponse(503, "disputes_unreachable", "The payment service does not answer right now."),
  );
  const { user, ask, press } = await openView("?view=disputes&dispute=17400", server);
  const asking = await ask("I have sent it", "The evidence was sent?");
  await press(asking, "It was sent");
  expect(await within(asking).findByText("Please say what you sent, in at least 3 characters")).toBeVisible();
  await user.type(within(asking).getByLabelText("What you sent"), "invoice and consent");
  await press(asking, "It was sent");
  expect(await screen.findByText("It is recorded that the evidence was sent.")).toBeVisible();
  expect(server.callsTo("POST /mela/admin/disputes/17400/evidence-sent")[0]?.body).toEqual({
    note: "invoice and consent",
  });
  await user.click(await screen.findByRole("button", { name: "Ask the provider" }));
  expect(await screen.findByText("The payment service does not answer right now.")).toBeVisible();
});

test("says what a lost dispute means for the invoice, and offers nothing to send any longer", async () => {
  const lost: DisputeDetails = {
    ...{ ...DETAILS, stage: "lost", urgency: "none", status: "CHARGEBACK_MERCHANT_LOST", papers: "invoice_stands" },
    ...{ evidenceSentAt: "2026-11-27T06:00:00.000Z", evidenceSentBy: "asha", evidenceNote: "the invoice" },
  };
  await openView("?view=disputes&dispute=17400", aServer(lost));
  const dialog = await screen.findByRole("dialog", { name: "Dispute 17400" });
  expect(await within(dialog).findByText(/the invoice stands/)).toBeVisible();
  expect(dialog).toHaveTextContent(/by ⁨?asha/);
  expect(within(dialog).queryByRole("button", { name: "I have sent it" })).not.toBeInTheDocument();
});

test("says that there are none, and what could not be read; a viewer changes nothing", async () => {
  const server = aServer(DETAILS, []);
  server.session = { ...server.session, role: "viewer" };
  server.on("GET /mela/admin/disputes/17400", errorResponse(500, "internal_error", "Broken"));
  await openView("?view=disputes&dispute=17400", server);
  expect(await screen.findByText("No disputes")).toBeVisible();
  expect(await screen.findByText("The dispute could not be fetched.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "I have sent it" })).not.toBeInTheDocument();
});
