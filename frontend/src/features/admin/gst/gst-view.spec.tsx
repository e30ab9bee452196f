import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import type { GstMonth, GstPack } from "../../../api/admin-api";
import { AdminServer } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { openView } from "../../../test/open-dashboard";

const MONTHS: GstMonth[] = [
  { month: "2026-11", documents: 1, state: "running", closable: false, reopenable: false },
  { month: "2026-10", documents: 12, state: "open", closable: true, reopenable: false },
  {
    ...{ month: "2026-09", documents: 4, state: "closed", closable: false, reopenable: true },
    ...{ closedAt: "2026-10-11T06:30:00.000Z", closedBy: "asha" },
  },
];
const NONE = { taxable: 0, igst: 0, cgst: 0, sgst: 0, total: 0 };
const B2CS = { taxable: 20_000, igst: 0, cgst: 1800, sgst: 1800, total: 23_600 };
const pack = (month: string, more: Partial<GstPack> = {}): GstPack => ({
  ...(MONTHS.find((each) => each.month === month) ?? MONTHS[0]!),
  gstin: "29AAGCB7383J1Z4",
  tables: [
    {
      ...{ number: "7", title: "Other supplies to unregistered recipients" },
      figures: [{ figure: "b2cs/29:18", title: "29-Karnataka, 18 %", documents: 2, ...B2CS }],
    },
    { number: "12", title: "Summary by SAC", figures: [] },
  ],
  series: [
    {
      figure: "13/INV/26-27/000001",
      title: "Invoices for outward supply",
      from: "INV/26-27/000001",
      to: "INV/26-27/000013",
      total: 13,
      cancelled: 1,
    },
  ],
  summary: [
    {
      number: "3.1",
      title: "Outward supplies",
      figures: [{ figure: "3.1/a", title: "(a) Taxable", documents: 2, ...B2CS }],
    },
  ],
  sum: B2CS,
  findings: [],
  fingerprint: "f".repeat(32),
  ...more,
});
const DOCUMENT = {
  ...{ invoiceId: "invoice-1", number: "INV/26-27/000001", title: "Invoice", day: "2026-10-05", name: "Meera Pottery" },
  ...{ description: "Stall B1 (Standard) at the Mela", event: "the-mela-2099", bookingId: "booking-1", ...B2CS },
};

function aServer(packs: Readonly<Record<string, GstPack>> = {}): AdminServer {
  const server = new AdminServer();
  server.on("GET /mela/admin/gst/months", { json: MONTHS });
  for (const { month } of MONTHS) {
    server.on(`GET /mela/admin/gst/months/${month}`, { json: packs[month] ?? pack(month) });
    server.on(`GET /mela/admin/gst/documents/${month}`, { json: [DOCUMENT], headers: { "x-total-count": "1" } });
  }
  return server;
}
const heading = (name: string) => screen.findByRole("heading", { level: 2, name });

test("shows the month to close, with its tables; a figure opens its documents with links and PDFs", async () => {
  const { user, address } = await openView("?view=gst", aServer());
  expect(await heading("October 2026")).toBeVisible();
  expect(screen.getByLabelText("Month")).toHaveDisplayValue("October 2026 (open)");
  expect(screen.getByText("11 November 2026")).toBeVisible();
  const row = within(await screen.findByRole("table", { name: /^7: / })).getByRole("row", { name: /29-Karnataka/ });
  expect(row).toHaveTextContent(/2₹20,000₹0₹1,800₹1,800₹23,600/);
  expect(screen.getByRole("table", { name: /^13: / })).toHaveTextContent("INV/26-27/000013131");
  expect(screen.getByText("Nothing was found that the portal would refuse.")).toBeVisible();
  await user.click(within(row).getByRole("button", { name: /^Documents of/ }));
  const dialog = await screen.findByRole("dialog", { name: "29-Karnataka, 18 %" });
  expect(await within(dialog).findByRole("link", { name: "Stall B1 (Standard) at the Mela" })).toHaveAttribute(
    "href",
    expect.stringContaining("booking=booking-1"),
  );
  expect(within(dialog).getByRole("button", { name: "PDF of INV/26-27/000001" })).toBeVisible();
  expect(address()).toContain("figure=b2cs");
});

test("closes a month with what was seen, says what the portal would refuse of it, and opens the last one again", async () => {
  const findings = [
    { level: "refused" as const, text: "The portal has no such rate of tax.", numbers: ["INV/26-27/000002"] },
  ];
  const server = aServer({ "2026-10": pack("2026-10", { findings }) });
  server.on("POST /mela/admin/gst/months/2026-10/close", { json: { message: "October 2026 is closed." } });
  server.on("POST /mela/admin/gst/months/2026-09/reopen", { json: { message: "September 2026 is open again." } });
  const { user, ask, press } = await openView("?view=gst", server);
  expect(await screen.findByText("INV/26-27/000002")).toBeVisible();
  expect(screen.getByText("Refused")).toBeVisible();
  const closing = await ask("Close the month", "Close October 2026?");
  expect(closing).toHaveTextContent("The portal would refuse 1 thing of it");
  await press(closing, "Close it");
  expect(await screen.findByText("October 2026 is closed.")).toBeVisible();
  expect(server.callsTo("POST /mela/admin/gst/months/2026-10/close")[0]?.body).toEqual({ fingerprint: "f".repeat(32) });
  await user.selectOptions(screen.getByLabelText("Month"), "2026-09");
  expect(await heading("September 2026")).toBeVisible();
  expect(screen.getByText(/by ⁨?asha/)).toBeVisible();
  const opening = await ask("Open it again", "Open September 2026 again?");
  await user.type(within(opening).getByLabelText(/Reason/), "not filed after all");
  await press(opening, "Open it");
  expect(await screen.findByText("September 2026 is open again.")).toBeVisible();
});

test("offers a viewer the figures and files only; says when a month is not over or could not be read", async () => {
  const server = aServer({ "2026-11": pack("2026-11", { tables: [], series: [], sum: { ...NONE }, summary: [] }) });
  server.session = { ...server.session, role: "viewer" };
  const { user } = await openView("?view=gst&month=2026-11", server);
  expect(await screen.findByText("This month is not over: its figures still change.")).toBeVisible();
  for (const name of ["JSON for the portal", "Excel: a sheet for each table", "All PDFs (ZIP)"])
    expect(screen.getByRole("button", { name })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Close the month" })).not.toBeInTheDocument();
  server.on("GET /mela/admin/gst/months/2026-10", errorResponse(500, "internal_error", "Broken"));
  await user.selectOptions(screen.getByLabelText("Month"), "2026-10");
  expect(await screen.findByText("The return could not be fetched.")).toBeVisible();
});
