import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { OperationsFigures } from "../../../api/admin-api";
import { AdminServer, OPERATIONS_FIGURES } from "../../../test/admin-server";
import { openSite } from "../../../test/render-site";

const OPERATIONS = "/paid-events/mela/dashboard?view=operations";

async function open(server = new AdminServer(), address = OPERATIONS) {
  const site = await openSite(address, server);
  const user = userEvent.setup();
  await screen.findByRole("table", { name: "Queues" });
  return { ...site, server, user };
}

test("health in numbers: what answers, what waits and what is late, what the sweep caught", async () => {
  await open();
  const whole = screen.getByRole("region", { name: "System status" });
  expect(whole).toHaveTextContent("Databaseup");
  expect(whole).toHaveTextContent("Temporaldown");
  expect(whole).toHaveTextContent("Open issues1");
  const waits = screen.getByRole("table", { name: "Queues" });
  expect(within(waits).getByRole("row", { name: "Nudges for Temporal 0 –" })).toBeVisible();
  expect(within(waits).getByRole("row", { name: "Mails 3 7 min late" })).toBeVisible();
  expect(
    within(screen.getByRole("table", { name: "The sweep" })).getByRole("row", { name: "Expired holds 0 2" }),
  ).toBeVisible();
  expect(screen.getByRole("link", { name: "Temporal UI" })).toHaveAttribute("href", "http://127.0.0.1:8233");
  expect(screen.getByRole("region", { name: "Nightly verification" })).toHaveTextContent(
    "It has not run yet.",
  );
});

test("the audit log: who, what, when, why, before and after; by page and about one kind of thing", async () => {
  const server = new AdminServer();
  server.read("GET /mela/admin/audit", () => ({
    json: [
      {
        id: "9",
        at: "2026-11-21T08:33:09.000Z",
        administrator: "operator",
        action: "stall_price_changed",
        subjectType: "stall",
        subjectId: "B12",
        reason: "Pillar in front",
        before: { pricePaise: 2_700_000, until: "2026-11-21T08:00:00.000Z" },
        after: { pricePaise: 2_500_000, until: "2026-11-21T08:30:00.000Z" },
      },
    ],
    headers: { "x-total-count": "60" },
  }));
  const { user } = await open(server);
  const log = screen.getByRole("region", { name: "Audit log" });
  const entry = await within(log).findByRole("listitem");
  expect(entry).toHaveTextContent(
    "Stall price changedstall B12operator, 21 Nov 2026, 14:03:09Reason: Pillar in frontPrice: ₹27,000 → ₹25,000Until: 21 Nov 2026, 13:30 → 21 Nov 2026, 14:00",
  );
  expect(within(entry).getByRole("link", { name: "stall B12" })).toHaveAttribute(
    "href",
    "/paid-events/mela/dashboard?view=plan&stall=B12",
  );
  const lastQuery = () => Object.fromEntries(server.callsTo("GET /mela/admin/audit").at(-1)?.query ?? []);
  await user.click(within(log).getByRole("button", { name: "Next page" }));
  await waitFor(() => expect(lastQuery()).toEqual({ limit: "25", offset: "25" }));
  await user.selectOptions(within(log).getByLabelText("About"), "Coupon");
  await waitFor(() => expect(lastQuery()).toEqual({ limit: "25", subjectType: "coupon" }));
});

type Finding = NonNullable<OperationsFigures["verification"]>["findings"][number];
const HELD = { finishedAt: "2026-11-21T21:40:00.000Z", held: 38, findings: [] };

/** The operations page after a night's verification. */
async function openVerified(verification: OperationsFigures["verification"]): Promise<HTMLElement> {
  const server = new AdminServer();
  server.read("GET /mela/admin/operations", () => ({ json: { ...OPERATIONS_FIGURES, verification } }));
  await open(server);
  return screen.getByRole("region", { name: "Nightly verification" });
}

test("the nightly verification: all rules held", async () => {
  expect(await openVerified(HELD)).toHaveTextContent("All 38 rules held 22 Nov 2026, 03:10.");
});

test("the nightly verification: which rules did not hold, their rows and what to do", async () => {
  const broken: Finding = {
    name: "stall-live-once",
    description: "A stall has at most one live booking.",
    resolution: "Cancel one of the two bookings.",
    outcome: "broken",
    count: 2,
    violations: [{ id: "6f2c", detail: "stall B1 has 2 live bookings" }],
  };
  const unchecked: Finding = { ...broken, name: "provider-ledger", outcome: "not_checked", reason: "Error" };
  const whole = await openVerified({ ...HELD, held: 36, findings: [broken, unchecked] });
  expect(whole).toHaveTextContent("36 rules held 22 Nov 2026, 03:10. These did not:");
  expect(whole).toHaveTextContent(
    "A stall has at most one live booking. 2 rows6f2c: stall B1 has 2 live bookingsWhat to do: Cancel one of the two bookings.",
  );
  expect(whole).toHaveTextContent("could not be checked (Error)");
});

test("an empty audit log says so", async () => {
  await open();
  expect(await screen.findByText("No administrator has changed anything yet.")).toBeVisible();
});
