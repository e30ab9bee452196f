import { expect, jest, test } from "@jest/globals";
import { PATHS } from "@sakhi/domain/site/routes";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { toastDismissed } from "../../../api/site-state";
import { AdminServer, anEvent, aRegistration, THREE } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { openDashboard, openView } from "../../../test/open-dashboard";

const LIST = "GET /mela/registrations";
/** Each call names the event of the view. */
const OF_EVENT = { event: "the-mela-2099" };
const EXPORT = "GET /mela/admin/registrations.csv";

async function open(server = new AdminServer(), query = "", how = openView) {
  const site = await how(query, server);
  await screen.findByRole("heading", { level: 2, name: "Registrations" });
  const lastQuery = () => Object.fromEntries(server.callsTo(LIST).at(-1)?.query ?? []);
  return { ...site, lastQuery };
}
const table = () => screen.findByRole("table", { name: /^All registrations/ });
const details = () => screen.findByRole("dialog", { name: "Registration Details" });
const figure = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
const figures = () =>
  [
    ...["Premium Stalls Available", "Standard Stalls Available", "Total Registrations", "Paid Bookings"],
    ...["Total Revenue", "Free Listings Claimed"],
  ].map(figure);
const texts = (row: HTMLElement | undefined, role = "cell") =>
  within(row!)
    .getAllByRole(role, { hidden: true })
    .map((cell) => cell.textContent);

test("shows six stat cards, nine columns, and charts with tables (T-220 to T-225)", async () => {
  await open();
  await waitFor(() => expect(figures()).toEqual(["16/20", "37/50", "3", "2", "₹1,59,400", "1"]));
  expect(texts(await table(), "columnheader")).toEqual([
    ...["Date", "Name", "Contact", "Business", "Stall", "Amount", "Payment", "Free Listing", "Transaction"],
  ]);
  const [first, second, third] = within(await table()).getAllByRole("row");
  expect(texts(first)).toEqual([
    ...["21 Nov 202614:03", "Asha RaoMELA1763700000000_aaaa", "asha@example.com+91 9876543210"],
    ...["Asha Weaves29ABCDE1234F1Z5", "A5Premium", "₹32,400", "PaidUPI", "Claimed", "5114919"],
  ]);
  expect(texts(second).slice(2)).toEqual([
    ...["meera@example.com+91 9000000002", "Nair Naturals", "B12Standard", "₹27,000", "Pending", "N/A", "–"],
  ]);
  expect(texts(third).slice(6, 8)).toEqual(["PaidCARD", "Available"]);
  const byDay = await screen.findByRole("table", { name: "By day" });
  expect(within(byDay).getByRole("row", { name: "21 Nov 2026 2 ₹1,59,400" })).toBeInTheDocument();
  expect(screen.getByRole("table", { name: "By stall type" })).toHaveTextContent("Premium1₹1,32,400");
});

test("computes the figures from the complete table when the summary fails", async () => {
  const server = new AdminServer();
  server.on("GET /mela/admin/summary", errorResponse(500, "internal_error", "Broken"));
  await open(server);
  await waitFor(() => expect(figures()).toEqual(["16/20", "37/50", "3", "2", "₹59,400", "1"]));
});

test("opens the six sections, with the linked application, on a click in a row (T-226, T-227)", async () => {
  const server = new AdminServer();
  server.on(`GET /mela/admin/bookings/${server.booking.id}`, errorResponse(500, "internal_error", "Broken"));
  const { user, address } = await open(server);
  await user.click(within(await table()).getByText("Asha Weaves"));
  const dialog = await details();
  // Shown even if the booking cannot be loaded.
  expect(await within(dialog).findByText("What belongs to this booking could not be fetched.")).toBeVisible();
  for (const [name, text] of [
    ["Personal", "Full nameAsha RaoEmailasha@example.comPhone+91 9876543210"],
    ["Business", "560001"],
    ["Stall", "A5"],
    ["Payment", "5114919"],
    ["Free Listing Offer", "APP-77"],
    ["Timestamps", "21 Nov 2026, 14:03"],
  ] as const) {
    expect(within(dialog).getByRole("region", { name })).toHaveTextContent(text);
  }
  expect(address()).toContain(`booking=${aRegistration().id}`);
  await user.click(within(dialog).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(address()).toBe(`${PATHS.dashboard}?event=the-mela-2099`));
});

test("caches reads for a minute; refetches figures and table on Refresh and on focus (T-228)", async () => {
  const { user, server } = await open(new AdminServer(), "", openDashboard);
  await table();
  server.registrations = [aRegistration({ id: "4", fullName: "Late Lata" }), ...THREE];
  const names = [LIST, "GET /mela/admin/summary", "GET /mela/stall-availability"] as const;
  const counts = () => names.map((name) => server.callsTo(name).length);
  const before = counts();
  await user.click(screen.getByRole("link", { name: "Attention" }));
  await screen.findByRole("heading", { level: 2, name: "Needs attention" });
  await user.click(screen.getByRole("link", { name: "Registrations" }));
  await table();
  expect(counts()).toEqual(before);
  await user.click(screen.getByRole("button", { name: "Refresh" }));
  expect(await screen.findByText("Late Lata")).toBeVisible();
  expect(counts()).toEqual(before.map((count) => count + 1));
  expect(await screen.findByText(/^Refreshed at \d\d:\d\d\.$/)).toBeInTheDocument();
  act(() => void globalThis.dispatchEvent(new Event("focus")));
  await waitFor(() => expect(counts()).toEqual(before.map((count) => count + 2)));
});

test("shows an error with a retry when loading fails, and keeps the table when a refresh fails", async () => {
  const server = new AdminServer();
  server.on(LIST, "offline");
  const { user } = await open(server);
  expect(await screen.findByText("The registrations could not be fetched.")).toBeVisible();
  server.on(LIST, { json: [...THREE] });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await table()).toBeVisible();
  server.on(LIST, "offline");
  await user.click(screen.getByRole("button", { name: "Refresh" }));
  expect(await screen.findByText(/Could not refresh/)).toBeVisible();
  expect(screen.getByText("Asha Weaves")).toBeVisible();
});

test("downloads the CSV under the server's file name with the table's filters; handles errors, timeouts and ended sessions (T-229)", async () => {
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  Object.assign(URL, { createObjectURL: () => "blob:it", revokeObjectURL: () => undefined });
  const server = new AdminServer();
  const respond = server.withhold(EXPORT, {
    text: "Order ID\r\n",
    headers: { "content-disposition": 'attachment; filename="mela-registrations-2026-11-21.csv"' },
  });
  const { user, store, address } = await open(server, "?type=Premium&page=2", openDashboard);
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  expect(await screen.findByRole("button", { name: "Exporting..." })).toHaveAttribute("aria-disabled", "true");
  respond();
  expect(await screen.findByText("mela-registrations-2026-11-21.csv is in your downloads.")).toBeVisible();
  expect(clicked.mock.contexts.map((link) => (link as HTMLAnchorElement).download)).toEqual([
    "mela-registrations-2026-11-21.csv",
  ]);
  expect(server.callsTo(EXPORT).map(({ query }) => Object.fromEntries(query))).toEqual([
    { event: "the-mela-2099", stallType: "Premium" },
  ]);
  clicked.mockRestore();

  // A timeout, an error, and an ended session.
  const dead = new AbortController();
  const timeout = jest.spyOn(AbortSignal, "timeout").mockReturnValue(dead.signal);
  server.on(EXPORT, ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", reject)));
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  expect(timeout).toHaveBeenCalledWith(120_000);
  act(() => dead.abort());
  expect(await screen.findByText("Export failed")).toBeVisible();
  timeout.mockRestore();
  act(() => void store.dispatch(toastDismissed()));
  server.on(EXPORT, { status: 500, text: "" });
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  expect(await screen.findByText("Export failed")).toBeVisible();
  server.endSession();
  server.on(EXPORT, { status: 401, text: "" });
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(address()).toContain("/admin-login"));
});

test("offers files for accounting of an event or of all, of a period, as CSV or as a workbook, and says how far a long one is", async () => {
  jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  Object.assign(URL, { createObjectURL: () => "blob:it", revokeObjectURL: () => undefined });
  const server = new AdminServer();
  const { user } = await open(server);
  await user.click(screen.getByRole("button", { name: "Files for accounting" }));
  const dialog = await screen.findByRole("dialog", { name: "Files for accounting" });
  expect(dialog).toHaveTextContent("Stalls of this event only");
  await user.selectOptions(within(dialog).getByLabelText("Event"), "All events and listings");
  expect(dialog).toHaveTextContent("Stalls of all events, and listings.");
  const period = within(dialog).getByLabelText<HTMLSelectElement>("Days");
  const month = [...period.options].find(({ value }) => /^\d{4}-\d\d$/.test(value))?.value ?? "";
  await user.selectOptions(period, month);
  server.on("GET /mela/admin/accounts.xlsx", { text: "x".repeat(600_000) });
  await user.click(within(dialog).getByRole("button", { name: "Excel: Accounts" }));
  await screen.findByText("The file is ready");
  const [call] = server.callsTo("GET /mela/admin/accounts.xlsx");
  expect(Object.fromEntries(call?.query ?? [])).toEqual({
    ...{ event: "all", from: `${month}-01` },
    to: expect.stringMatching(new RegExp(`^${month}-(28|29|30|31)$`)),
  });
  await user.selectOptions(period, "From a day to another");
  fireEvent.change(within(dialog).getByLabelText("From"), { target: { value: "2026-11-20" } });
  fireEvent.change(within(dialog).getByLabelText("To"), { target: { value: "2026-11-19" } });
  expect(dialog).toHaveTextContent("The last day is before the first.");
  expect(within(dialog).queryByRole("button", { name: "CSV: Accounts" })).not.toBeInTheDocument();
  jest.restoreAllMocks();
});

test("shows empty states with and without filters, and clears the filters in one click (T-231)", async () => {
  const server = new AdminServer();
  server.registrations = [];
  const { user, address } = await open(server, "?q=nobody&payment=payment_failed");
  expect(await screen.findByText("Nothing fits this search and these filters.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show all registrations" }));
  await waitFor(() => expect(address()).toBe(`${PATHS.dashboard}?event=the-mela-2099`));
  expect(await screen.findByRole("heading", { name: "No registrations found" })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Show all registrations" })).not.toBeInTheDocument());
});

test("keeps search and filters in the URL and sends them to the server", async () => {
  const { user, address, lastQuery } = await open();
  await table();
  expect(lastQuery()).toEqual(OF_EVENT);
  const search = screen.getByRole("searchbox", { name: "Search" });
  await user.type(search, "asha");
  await waitFor(() => expect(lastQuery()).toEqual({ ...OF_EVENT, q: "asha" }));
  expect(search).toHaveValue("asha");
  await user.selectOptions(screen.getByLabelText("Payment"), "Paid");
  await user.selectOptions(screen.getByLabelText("Stall type"), "Standard");
  await user.selectOptions(screen.getByLabelText("Free listing"), "Claimed");
  await waitFor(() =>
    expect(lastQuery()).toEqual({
      ...OF_EVENT,
      ...{ q: "asha", paymentStatus: "payment_successful", stallType: "General", listingOffer: "accepted_free" },
    }),
  );
  expect(address()).toBe(
    `${PATHS.dashboard}?event=the-mela-2099&q=asha&payment=payment_successful&type=General&offer=accepted_free`,
  );

  // A year is typed digit by digit: incomplete years are neither sent nor reset.
  const from = screen.getByLabelText("From");
  for (const value of ["0002-11-20", "0020-11-20", "0202-11-20"]) fireEvent.change(from, { target: { value } });
  expect(from).toHaveValue("0202-11-20");
  expect(address()).not.toContain("from=");
  fireEvent.change(from, { target: { value: "2026-11-20" } });
  await waitFor(() => expect(lastQuery()).toMatchObject({ from: "2026-11-20" }));
});

test("an event's own stall types are filtered by, and their free stalls counted", async () => {
  const server = new AdminServer();
  const [premium] = server.events[0]?.types ?? [];
  if (premium === undefined) throw new Error("no type");
  server.events = [anEvent({ types: [premium, { ...premium, key: "FoodCourt", label: "Food court" }] })];
  server.read("GET /mela/stall-availability", () => ({
    json: {
      ...{ premiumAvailable: 16, totalPremium: 20, generalAvailable: 0, totalGeneral: 0 },
      others: [{ stallType: "FoodCourt", available: 7, total: 9 }],
    },
  }));
  const { user, lastQuery } = await open(server);
  await table();
  expect((await screen.findByText("Food court Stalls Available")).parentElement).toHaveTextContent("7/9");
  const types = screen.getByLabelText("Stall type");
  expect(
    within(types)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["All", "Premium", "Food court"]);
  await user.selectOptions(types, "Food court");
  await waitFor(() => expect(lastQuery()).toEqual({ ...OF_EVENT, stallType: "FoodCourt" }));
});

test("restores filters, order and page from the URL, and ignores invalid values", async () => {
  const server = new AdminServer();
  server.read(LIST, () => ({ json: [...THREE], headers: { "x-total-count": "240" } }));
  const { lastQuery, user, address } = await open(
    server,
    "?payment=rubbish&from=2026-11-01&to=nonsense&sort=-netAmount&size=100&page=2",
  );
  await table();
  expect(lastQuery()).toEqual({
    ...OF_EVENT,
    from: "2026-11-01",
    sort: "netAmount",
    order: "desc",
    limit: "100",
    offset: "100",
  });
  expect(screen.getByRole("columnheader", { name: "Amount", hidden: true })).toHaveAttribute("aria-sort", "descending");
  const pages = screen.getByRole("navigation", { name: "Pages of registrations" });
  expect(pages).toHaveTextContent("101–103 of 240");
  expect(pages).toHaveTextContent("Page 2 of 3");
  await user.click(within(pages).getByRole("button", { name: "Next page" }));
  await waitFor(() => expect(lastQuery()).toMatchObject({ offset: "200" }));
  await user.click(screen.getByRole("button", { name: "Name", hidden: true }));
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort: "fullName", order: "asc" }));
  expect(lastQuery()).not.toHaveProperty("offset");
  expect(address()).toContain("sort=fullName");
  // Phones show cards without headers and sort by a select.
  await user.selectOptions(screen.getByLabelText("Sort by"), "Highest amount first");
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort: "netAmount", order: "desc" }));
  await user.selectOptions(screen.getByLabelText("Sort by"), "Newest first");
  await waitFor(() => expect(lastQuery()).not.toHaveProperty("sort"));
  expect(address()).not.toContain("sort=");
});
