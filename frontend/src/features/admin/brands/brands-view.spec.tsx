import { expect, test } from "@jest/globals";
import { PATHS } from "@sakhi/domain/site/routes";
import { screen, waitFor, within } from "@testing-library/react";
import type { BrandRow, ManagedBrand } from "../../../api/admin-api";
import { AdminServer } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { fillIn } from "../../../test/filling";
import { openView } from "../../../test/open-dashboard";

const VIEW = "?view=brands";
const ID = "66666666-0000-4000-8000-000000000001";
const LIST = "GET /mela/admin/brands";
const ONE = `GET /mela/admin/brands/${ID}` as const;
const call = <What extends "hide" | "verify">(what: What) => `POST /mela/admin/brands/${ID}/${what}` as const;

const ROW: BrandRow = {
  ...{ id: ID, name: "Saheli Pickles", module: "shops", category: "Food & Food Products", place: "Jaipur, Rajasthan" },
  ...{ pictured: false, products: 2, state: "shown", verified: false, updatedAt: "2026-11-20T08:05:00.123Z" },
};
const BRAND: ManagedBrand = {
  ...ROW,
  ...{ story: "We cook pickles in Jaipur.", formerNames: ["Saheli Pickels"], pictures: [], audit: [] },
  managedProducts: [
    {
      ...{ id: "66666666-0000-4000-8000-000000000002", name: "Mango pickle", category: "Food & Food Products" },
      ...{ description: "In mustard oil.", state: "shown", priceKind: "fixed", priceFrom: 250, pictures: [] },
      ...{ updatedAt: "2026-11-20T08:05:00.123Z", link: "" },
    } as unknown as ManagedBrand["managedProducts"][number],
  ],
  applications: [{ id: "a1", fullName: "Rani Devi", state: "live", liveUntil: "2027-11-20T08:05:00.000Z" }],
};

async function open(at = VIEW, server = new AdminServer(), brand: ManagedBrand = BRAND) {
  server.on(LIST, ({ query }) =>
    query.get("q") === "nobody"
      ? { json: [], headers: { "x-total-count": "0" } }
      : { json: [{ ...ROW, state: brand.state, verified: brand.verified }], headers: { "x-total-count": "1" } },
  );
  server.on(ONE, () => ({ json: brand }));
  return openView(at, server);
}

test("lists brands with place, state, pictures and badge; search and filters are in the address", async () => {
  const { user, server, address } = await open();
  const [row] = within(await screen.findByRole("table", { name: "Brands" })).getAllByRole("row");
  for (const text of [
    "Saheli Pickles",
    "Shops, Food & Food Products",
    "Jaipur, Rajasthan",
    "On the site",
    "Drawing only",
  ]) {
    expect(row).toHaveTextContent(text);
  }
  await user.selectOptions(screen.getByLabelText("Show"), "Without a picture");
  await user.selectOptions(screen.getByLabelText("Part"), "Shops");
  await waitFor(() => expect(address()).toBe(`${PATHS.dashboard}${VIEW}&show=without_picture&module=shops`));
  expect(server.callsTo(LIST).at(-1)?.query.get("show")).toBe("without_picture");
  await user.type(screen.getByRole("searchbox", { name: "Search" }), "nobody{Enter}");
  expect(await screen.findByText("Nothing fits this search and these filters.")).toBeVisible();
});

test("opens a brand with its page, products, former names and the way to its application", async () => {
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Brand Saheli Pickles" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Saheli Pickles" }));
  expect(await dialog.findByText("We cook pickles in Jaipur.")).toBeVisible();
  expect(dialog.getByText("Saheli Pickels")).toBeVisible();
  expect(dialog.getByText("Mango pickle")).toBeVisible();
  expect(dialog.getByText(/₹250/)).toBeVisible();
  expect(dialog.getByRole("link", { name: "See its public page" })).toHaveAttribute("href", "/brands/Saheli%20Pickles");
  expect(dialog.getByRole("link", { name: /Rani Devi/ })).toBeVisible();
});

test("hides a brand with a reason; an error keeps what was typed", async () => {
  const { server, ask, press } = await open(`${VIEW}&brand=${ID}`);
  await screen.findByText("We cook pickles in Jaipur.");
  server.on(call("hide"), errorResponse(409, "facts_changed", "Somebody changed it meanwhile."));
  const asking = await ask("Hide", "Hide Saheli Pickles?");
  fillIn(asking, { Reason: "A complaint" });
  await press(asking, "Hide");
  expect(await within(asking).findByText(/Somebody changed it meanwhile/)).toBeVisible();
  expect(within(asking).getByLabelText("Reason")).toHaveValue("A complaint");
  server.on(call("hide"), { json: { brandId: ID } });
  await press(asking, "Hide");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(server.callsTo(call("hide")).map(({ body }) => body)).toEqual([
    { reason: "A complaint" },
    { reason: "A complaint" },
  ]);
});

test("gives the badge for a document and its day", async () => {
  const { user, server, ask, press } = await open(`${VIEW}&brand=${ID}`);
  await screen.findByText("We cook pickles in Jaipur.");
  server.on(call("verify"), { json: { brandId: ID } });
  const asking = await ask("Verify", "Is Saheli Pickles verified?");
  const document = within(asking).getByLabelText("Document that you have seen");
  await user.selectOptions(document, within(document).getAllByRole("option").at(-1)!);
  fillIn(asking, { "Seen on": "2026-11-20", Reason: "Sent by mail" });
  await press(asking, "Give the badge");
  expect(await screen.findByText("Saheli Pickles is verified")).toBeVisible();
  expect(server.callsTo(call("verify"))[0]?.body).toMatchObject({ seenOn: "2026-11-20", reason: "Sent by mail" });
});

test("a hidden brand says why, and viewers are offered no actions", async () => {
  const hidden = { ...BRAND, state: "hidden", hiddenReason: "A complaint" } as ManagedBrand;
  await open(`${VIEW}&brand=${ID}`, new AdminServer().asViewer(), hidden);
  const dialog = within(await screen.findByRole("dialog", { name: "Saheli Pickles" }));
  expect(await dialog.findByText(/A complaint/)).toBeVisible();
  expect(dialog.queryByRole("link", { name: "See its public page" })).not.toBeInTheDocument();
  expect(dialog.queryByRole("button", { name: /Hide|Restore|Verify|Merge|Correct/ })).not.toBeInTheDocument();
});
