import { expect, jest, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AdminServer, aRegistration, THREE } from "../../../test/admin-server";
import { gate, errorResponse } from "../../../test/fake-server";
import { openSite } from "../../../test/render-site";

const DASHBOARD = "/paid-events/mela/dashboard";

async function open(server = new AdminServer(), address = DASHBOARD) {
  const site = await openSite(address, server);
  const user = userEvent.setup();
  await screen.findByRole("heading", { level: 2, name: "Registrations" });
  const lastQuery = () => Object.fromEntries(server.callsTo("GET /mela/registrations").at(-1)?.query ?? []);
  return { ...site, user, server, lastQuery };
}
const table = () => screen.findByRole("table", { name: /^All registrations/ });
const figure = (name: string) => screen.getByText(name).nextElementSibling;

test("the six stat cards, in the Indian number format (T-220, T-221)", async () => {
  await open();
  await waitFor(() => expect(figure("Premium Stalls Available")).toHaveTextContent("16/20"));
  expect(figure("Standard Stalls Available")).toHaveTextContent("37/50");
  await waitFor(() => expect(figure("Total Registrations")).toHaveTextContent("3"));
  expect(figure("Paid Bookings")).toHaveTextContent("2");
  expect(figure("Total Revenue")).toHaveTextContent("₹1,59,400");
  expect(figure("Free Listings Claimed")).toHaveTextContent("1");
});

test("figures and table are asked for again when one comes back to the tab", async () => {
  const server = new AdminServer();
  await open(server);
  await waitFor(() => expect(figure("Total Registrations")).toHaveTextContent("3"));
  const calls = ["GET /mela/registrations", "GET /mela/admin/summary", "GET /mela/stall-availability"] as const;
  const counts = () => calls.map((call) => server.callsTo(call).length);
  const before = counts();
  act(() => void globalThis.dispatchEvent(new Event("focus")));
  await waitFor(() => expect(counts()).toEqual(before.map((count) => count + 1)));
});

test("without the summary the figures are counted from the table that holds everything", async () => {
  const server = new AdminServer();
  server.on("GET /mela/admin/summary", errorResponse(500, "internal_error", "Broken"));
  await open(server);
  await waitFor(() => expect(figure("Total Registrations")).toHaveTextContent("3"));
  expect(figure("Paid Bookings")).toHaveTextContent("2");
  expect(figure("Total Revenue")).toHaveTextContent("₹59,400");
  expect(figure("Free Listings Claimed")).toHaveTextContent("1");
});

test("the nine columns and what stands in each (T-222 to T-225)", async () => {
  await open();
  const headers = within(await table())
    .getAllByRole("columnheader", { hidden: true })
    .map((cell) => cell.textContent);
  expect(headers).toEqual([
    "Date",
    "Name",
    "Contact",
    "Business",
    "Stall",
    "Amount",
    "Payment",
    "Free Listing",
    "Transaction",
  ]);
  const [first, second, third] = within(await table()).getAllByRole("row");
  const texts = (row: HTMLElement | undefined) =>
    within(row!)
      .getAllByRole("cell")
      .map((cell) => cell.textContent);
  expect(texts(first)).toEqual([
    "21 Nov 202614:03",
    "Asha RaoMELA1763700000000_aaaa",
    "asha@example.com+91 9876543210",
    "Asha Weaves29ABCDE1234F1Z5",
    "A5Premium",
    "₹32,400",
    "PaidUPI",
    "Claimed",
    "5114919",
  ]);
  expect(texts(second).slice(2)).toEqual([
    "meera@example.com+91 9000000002",
    "Nair Naturals",
    "B12Standard",
    "₹27,000",
    "Pending",
    "N/A",
    "–",
  ]);
  expect(texts(third).slice(6, 8)).toEqual(["PaidCARD", "Available"]);
});

test("a click anywhere in a row opens the six sections, the linked application among them (T-226, T-227)", async () => {
  const { user, address } = await open();
  await user.click(within(await table()).getByText("Asha Weaves"));
  const dialog = await screen.findByRole("dialog", { name: "Registration Details" });
  const section = (name: string) => within(dialog).getByRole("region", { name });
  expect(section("Personal")).toHaveTextContent("Full nameAsha RaoEmailasha@example.comPhone+91 9876543210");
  expect(section("Business")).toHaveTextContent("560001");
  expect(section("Stall")).toHaveTextContent("A5");
  expect(section("Payment")).toHaveTextContent("5114919");
  expect(section("Free Listing Offer")).toHaveTextContent("APP-77");
  expect(section("Timestamps")).toHaveTextContent("21 Nov 2026, 14:03");
  expect(address()).toContain(`booking=${aRegistration().id}`);
  await user.click(within(dialog).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(address()).toBe(DASHBOARD));
});

test("by keyboard: Enter on the name opens it, Escape closes it and leads back to the name", async () => {
  const { user } = await open();
  const name = within(await table()).getByRole("button", { name: "Details of Asha Rao" });
  name.focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("dialog", { name: "Registration Details" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await waitFor(() => expect(name).toHaveFocus());
});

test("the details' first six sections stand even where the rest can't be fetched", async () => {
  const server = new AdminServer();
  server.on(`GET /mela/admin/bookings/${server.booking.id}`, errorResponse(500, "internal_error", "Broken"));
  const { user } = await open(server);
  await user.click(within(await table()).getByText("Asha Weaves"));
  const dialog = await screen.findByRole("dialog", { name: "Registration Details" });
  expect(await within(dialog).findByText("What belongs to this booking could not be fetched.")).toBeVisible();
  expect(within(dialog).getByRole("region", { name: "Free Listing Offer" })).toHaveTextContent("APP-77");
});

test("reads are cached for a minute; Refresh fetches figures and table again (T-228)", async () => {
  const { user, server } = await open();
  await table();
  server.registrations = [aRegistration({ id: "4", fullName: "Late Lata" }), ...THREE];
  const before = {
    table: server.callsTo("GET /mela/registrations").length,
    stalls: server.callsTo("GET /mela/stall-availability").length,
    summary: server.callsTo("GET /mela/admin/summary").length,
  };
  await user.click(screen.getByRole("link", { name: "Floor plan" }));
  await screen.findByRole("heading", { level: 2, name: "Floor plan" });
  await user.click(screen.getByRole("link", { name: "Registrations" }));
  await table();
  expect(server.callsTo("GET /mela/registrations")).toHaveLength(before.table);
  await user.click(screen.getByRole("button", { name: "Refresh" }));
  expect(await screen.findByText("Late Lata")).toBeVisible();
  expect(server.callsTo("GET /mela/registrations")).toHaveLength(before.table + 1);
  expect(server.callsTo("GET /mela/stall-availability")).toHaveLength(before.stalls + 1);
  expect(server.callsTo("GET /mela/admin/summary")).toHaveLength(before.summary + 1);
  expect(await screen.findByText(/^Refreshed at \d\d:\d\d\.$/)).toBeInTheDocument();
});

test("a refresh that fails keeps the table and says so", async () => {
  const { user, server } = await open();
  await table();
  server.on("GET /mela/registrations", "offline");
  await user.click(screen.getByRole("button", { name: "Refresh" }));
  expect(await screen.findByText(/Could not refresh/)).toBeVisible();
  expect(screen.getByText("Asha Weaves")).toBeVisible();
});

test("Export CSV downloads the server's file under its own name, with the filters of the table (T-229)", async () => {
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  Object.assign(URL, { createObjectURL: () => "blob:it", revokeObjectURL: () => undefined });
  const server = new AdminServer();
  const { open: answer, opened } = gate();
  server.on("GET /mela/admin/registrations.csv", async () => {
    await opened;
    return {
      text: "Order ID\r\n",
      headers: { "content-disposition": 'attachment; filename="mela-registrations-2026-11-21.csv"' },
    };
  });
  const { user } = await open(server, `${DASHBOARD}?type=Premium&page=2`);
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  expect(await screen.findByRole("button", { name: "Exporting..." })).toBeDisabled();
  answer();
  expect(await screen.findByText("mela-registrations-2026-11-21.csv is in your downloads.")).toBeVisible();
  expect(clicked).toHaveBeenCalledTimes(1);
  expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe("mela-registrations-2026-11-21.csv");
  const [call] = server.callsTo("GET /mela/admin/registrations.csv");
  expect(Object.fromEntries(call?.query ?? [])).toEqual({ stallType: "Premium" });
  clicked.mockRestore();
});

test("an export that is refused says so; when the session has ended it leads to the login", async () => {
  const server = new AdminServer();
  server.on("GET /mela/admin/registrations.csv", { status: 500, text: "" });
  const { user, address } = await open(server);
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  expect(await screen.findByText("Export failed")).toBeVisible();
  server.endSession();
  server.on("GET /mela/admin/registrations.csv", { status: 401, text: "" });
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(address()).toContain("/admin-login"));
});

test("nobody has registered: No registrations found (T-231)", async () => {
  const server = new AdminServer();
  server.registrations = [];
  await open(server);
  expect(await screen.findByRole("heading", { name: "No registrations found" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show all registrations" })).not.toBeInTheDocument();
});

test("nothing fits the filters: it says so, and one click shows all again", async () => {
  const server = new AdminServer();
  server.registrations = [];
  const { user, address } = await open(server, `${DASHBOARD}?q=nobody&payment=payment_failed`);
  expect(await screen.findByText("Nothing fits this search and these filters.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show all registrations" }));
  expect(address()).toBe(DASHBOARD);
});

test("search and filters stand in the address and are asked of the server", async () => {
  const { user, address, lastQuery } = await open();
  await table();
  expect(lastQuery()).toEqual({});
  await user.type(screen.getByRole("searchbox", { name: "Search" }), "asha");
  await waitFor(() => expect(lastQuery()).toEqual({ q: "asha" }));
  expect(screen.getByRole("searchbox", { name: "Search" })).toHaveValue("asha");
  await user.selectOptions(screen.getByLabelText("Payment"), "Paid");
  await user.selectOptions(screen.getByLabelText("Stall type"), "Standard");
  await user.selectOptions(screen.getByLabelText("Free listing"), "Claimed");
  await waitFor(() =>
    expect(lastQuery()).toEqual({
      q: "asha",
      paymentStatus: "payment_successful",
      stallType: "General",
      listingOffer: "accepted_free",
    }),
  );
  expect(address()).toBe(`${DASHBOARD}?q=asha&payment=payment_successful&type=General&offer=accepted_free`);
});

test("an address is read back: filters, order, page; words the server would refuse are left out", async () => {
  const server = new AdminServer();
  server.read("GET /mela/registrations", () => ({ json: [...THREE], headers: { "x-total-count": "240" } }));
  const { lastQuery, user, address } = await open(
    server,
    `${DASHBOARD}?payment=rubbish&from=2026-11-01&to=nonsense&sort=-netAmount&size=100&page=2`,
  );
  await table();
  expect(lastQuery()).toEqual({ from: "2026-11-01", sort: "netAmount", order: "desc", limit: "100", offset: "100" });
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
  // Phones have cards without heads, and sort by a choice.
  await user.selectOptions(screen.getByLabelText("Sort by"), "Highest amount first");
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort: "netAmount", order: "desc" }));
  await user.selectOptions(screen.getByLabelText("Sort by"), "Newest first");
  await waitFor(() => expect(lastQuery()).not.toHaveProperty("sort"));
  expect(address()).not.toContain("sort=");
});

test("charts have a table behind them for those who listen", async () => {
  await open();
  const byDay = await screen.findByRole("table", { name: "By day" });
  expect(within(byDay).getByRole("row", { name: "21 Nov 2026 2 ₹1,59,400" })).toBeInTheDocument();
  expect(screen.getByRole("table", { name: "By stall type" })).toHaveTextContent("Premium1₹1,32,400");
});

test("a table that can't be fetched says so and tries again", async () => {
  const server = new AdminServer();
  server.on("GET /mela/registrations", "offline");
  const { user } = await open(server);
  expect(await screen.findByText("The registrations could not be fetched.")).toBeVisible();
  server.on("GET /mela/registrations", { json: [...THREE] });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await table()).toBeVisible();
});
