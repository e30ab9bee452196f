import { describe, expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import type { EventMoneyResponse, MoneyOverviewResponse } from "../../../api/admin-api";
import { AdminServer } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { openView } from "../../../test/open-dashboard";

const MONEY = "GET /mela/admin/money";

const anEvent = (more: Partial<EventMoneyResponse> = {}): EventMoneyResponse => ({
  ...{ slug: "the-mela-2099", title: "The Mela 2099", status: "published", opening: "2099-12-03", daysToOpening: 12 },
  ...{ stalls: 70, soldStalls: 3, waiting: 2, sold: 90_000.5, refunded: 9000, net: 81_000.5, expected: 27_000 },
  curve: [
    { daysBefore: 30, sold: 1, revenue: 27_000 },
    { daysBefore: 14, sold: 3, revenue: 81_000.5 },
  ],
  compared: {
    ...{ event: "the-mela-2098", title: "The Mela 2098", daysBefore: 12 },
    ...{ sold: 3, revenue: 81_000.5, soldThen: 5, revenueThen: 135_000 },
  },
  ...more,
});
const { compared: _, ...WITHOUT } = anEvent();
const BEFORE: EventMoneyResponse = {
  ...WITHOUT,
  ...{ slug: "the-mela-2098", title: "The Mela 2098", status: "archived", opening: "2098-12-03", daysToOpening: -353 },
  ...{ soldStalls: 60, waiting: 0, sold: 1_600_000, refunded: 0, net: 1_600_000, expected: 0 },
  curve: [
    { daysBefore: 20, sold: 5, revenue: 135_000 },
    { daysBefore: 1, sold: 60, revenue: 1_600_000 },
  ],
};
const overview = (more: Partial<MoneyOverviewResponse> = {}): MoneyOverviewResponse => ({
  events: [anEvent(), BEFORE],
  listings: { sold: 999, refunded: 0, net: 999 },
  total: { sold: 1_690_999.5, refunded: 9000, net: 1_681_999.5 },
  ...more,
});
function aServer(json = overview()): AdminServer {
  const server = new AdminServer();
  server.read(MONEY, () => ({ json }));
  return server;
}

describe("the money of all events", () => {
  test("shows each event, the listings and the total", async () => {
    await openView("?view=money", aServer());
    const table = within(await screen.findByRole("table", { name: "Money of all events" }));
    expect(table.getByRole("row", { name: /^The Mela 2099/ })).toHaveTextContent(
      /opens in 12 days3 of 702₹90,000.50₹9,000₹81,000.50₹27,0003, then 5The Mela 2098/,
    );
    expect(table.getByRole("row", { name: /^The Mela 2098/ })).toHaveTextContent(
      /archived, 3 Dec 2098, opened 353 days ago/,
    );
    expect(table.getByRole("row", { name: /^Listings/ })).toHaveTextContent(/₹999₹0₹999/);
    expect(table.getByRole("row", { name: /^Total/ })).toHaveTextContent(/₹16,90,999.50₹9,000₹16,81,999.50/);
    expect(table.queryByRole("columnheader", { name: "Fees" })).toBeNull();
    expect(screen.getByText(/fees are not recorded/)).toBeVisible();
    expect(table.getByRole("link", { name: "The Mela 2099" })).toHaveAttribute(
      "href",
      expect.stringContaining("view=overview&event=the-mela-2099"),
    );
  });

  test("shows fees once they are known", async () => {
    const total = { ...overview().total, fees: 1234.56, notPaidOut: 27_000.5 };
    const events = overview().events.map((event) => ({ ...event, fees: 600, notPaidOut: 0 }));
    await openView("?view=money", aServer(overview({ total, events })));
    const table = within(await screen.findByRole("table", { name: "Money of all events" }));
    expect(table.getByRole("row", { name: /^Total/ })).toHaveTextContent("₹1,234.56");
    expect(table.getByRole("row", { name: /^Total/ })).toHaveTextContent("₹27,000.50");
    expect(screen.getByText(/not yet paid out the fees are not known/)).toBeVisible();
    expect(screen.queryByText(/fees are not recorded/)).toBeNull();
  });

  test("is of the days that are chosen, which the address keeps", async () => {
    const { user, server, address } = await openView("?view=money", aServer());
    await screen.findByRole("table", { name: "Money of all events" });
    const choice = screen.getByLabelText<HTMLSelectElement>("Days");
    const month = [...choice.options].find(({ value }) => /^\d{4}-\d\d$/.test(value))!.value;
    await user.selectOptions(choice, month);
    expect(address()).toContain(`period=${month}`);
    await screen.findByRole("table", { name: "Money of all events" });
    expect(server.callsTo(MONEY).at(-1)?.query.get("from")).toBe(`${month}-01`);
  });

  test("says that it could not be loaded", async () => {
    const server = new AdminServer();
    server.on(MONEY, errorResponse(500, "internal_error", "no"));
    await openView("?view=money", server);
    expect(await screen.findByText("The money could not be loaded.")).toBeVisible();
  });
});

describe("the comparison", () => {
  test("is with the event before at the same number of days, as figures, chart and table", async () => {
    await openView("?view=money", aServer());
    expect(await screen.findByText("12 days before the opening")).toBeVisible();
    const table = within(screen.getByRole("table", { name: "The Mela 2099 and The Mela 2098 at the same time" }));
    expect(table.getByRole("row", { name: /^Difference/ })).toHaveTextContent("−2−₹53,999.50");
    expect(
      screen.getByRole("img", { name: "The Mela 2099: 3 so far. The Mela 2098: 5 at the same time." }),
    ).toBeVisible();
    const days = within(
      screen.getByRole("table", { name: "Sales of The Mela 2099 by days before the opening", hidden: true }),
    );
    const rows = days.getAllByRole("row", { hidden: true }).map((row) => row.textContent);
    expect(rows).toEqual(["Days beforeThe Mela 2099The Mela 2098", "3010", "2015", "1435", "1235", "1–60"]);
  });

  test("shows money too", async () => {
    const { user, address } = await openView("?view=money", aServer());
    await user.selectOptions(await screen.findByLabelText("Shows"), "Money");
    expect(address()).toContain("of=money");
    expect(
      await screen.findByRole("img", {
        name: "The Mela 2099: ₹81,000.50 so far. The Mela 2098: ₹1,35,000 at the same time.",
      }),
    ).toBeVisible();
  });

  test("says that there is none yet", async () => {
    await openView("?view=money", aServer(overview({ events: [BEFORE] })));
    expect(await screen.findByText("There is no earlier event with sales to compare with.")).toBeVisible();
  });
});
