import { beforeAll, expect, jest, test } from "@jest/globals";
import { PATHS } from "@sakhi/domain/site/routes";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { BrandRow, ManagedBrand } from "../../../api/admin-api";
import { AdminServer } from "../../../test/admin-server";
import { ArrivedAtOnce } from "../../../test/arrived-at-once";
import { errorResponse } from "../../../test/fake-server";
import { fillIn } from "../../../test/filling";
import { openView } from "../../../test/open-dashboard";

jest.unstable_mockModule("tus-js-client", () => ({ Upload: ArrivedAtOnce }));
beforeAll(async () => {
  await import("tus-js-client");
  // Not in jsdom.
  Object.assign(URL, { createObjectURL: () => "blob:it", revokeObjectURL: () => undefined });
});

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
      ...{ text: "In mustard oil.", state: "shown", priceKind: "fixed", priceFrom: 250, pictures: [] },
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

const PRODUCT = "66666666-0000-4000-8000-000000000002";
const picture = (id: string, alt: string): ManagedBrand["pictures"][number] => ({
  ...{ id, alt, state: "ready", bytes: 9, received: 9, width: 320, height: 320 },
  files: [{ format: "webp", url: `/pictures/${id}.webp`, width: 320, height: 320 }],
});

test("adds, orders and describes the pictures of a product, as its owner does", async () => {
  const old = picture("old", "A jar");
  const [product] = BRAND.managedProducts;
  const brand = {
    ...BRAND,
    pictures: [old],
    managedProducts: [{ ...product!, pictures: [{ id: "old", alt: "A jar" }] }],
  };
  const { server, user, ask, press } = await open(`${VIEW}&brand=${ID}`, new AdminServer(), brand);
  const ticket = `POST /mela/admin/brands/${ID}/upload-ticket` as const;
  server.on(ticket, { json: { ticket: "t", expiresAt: "2026-11-20T09:05:00.000Z" } as never });
  await screen.findByText("We cook pickles in Jaipur.");
  const dialog = await ask("Pictures of Mango pickle", "Pictures: Mango pickle");
  const shown = within(dialog).getByRole("group", { name: "Shown, in this order" });
  // Two at once: one is no picture, the other takes its place.
  const refused = { json: { state: "refused", problem: { message: "Not a picture" } } };
  server.on("GET /uploads/notes.jpg" as never, refused as never);
  const checked = server.withhold("GET /uploads/new.jpg" as never, { json: picture("new", "") } as never);
  const files = [new File(["x"], "notes.jpg"), new File(["x"], "new.jpg")];
  fireEvent.change(shown.querySelector("input[type=file]")!, { target: { files } });
  expect(await within(shown).findByText("Not a picture")).toBeVisible();
  expect(within(shown).getByRole("button", { name: "Stop uploading: new.jpg" })).toBeVisible();
  await user.click(within(shown).getByRole("button", { name: "Remove notes.jpg" }));
  // The brand's list has it a moment later.
  const listed = server.withhold(ONE, { json: { ...brand, pictures: [old, picture("new", "")] } });
  checked();
  const words = await within(shown).findByLabelText("Picture 2 in words");
  listed();
  fireEvent.change(words, { target: { value: "An open jar" } });
  await user.click(within(shown).getByRole("button", { name: "Move picture 2 earlier" }));
  expect(within(shown).getByLabelText("Picture 1 in words")).toHaveValue("An open jar");
  fillIn(dialog, { Reason: "She sent it by mail" });
  const save = `POST /mela/admin/products/${PRODUCT}/pictures` as const;
  server.on(save, { json: { productId: PRODUCT } as never });
  await press(dialog, "Save");
  await waitFor(() => expect(server.callsTo(save)).toHaveLength(1));
  expect(server.callsTo(save)[0]?.body).toEqual({
    pictures: [
      { id: "new", alt: "An open jar" },
      { id: "old", alt: "A jar" },
    ],
    reason: "She sent it by mail",
  });
});

test("frames a cover as its owner does, and says nothing of a frame that stays", async () => {
  const cover = { ...picture("cover", "Our kitchen"), focus: { x: 20, y: 50 } };
  const brand = { ...BRAND, coverId: "cover", pictures: [cover] };
  const { server, user, ask, press } = await open(`${VIEW}&brand=${ID}`, new AdminServer(), brand);
  await screen.findByText("We cook pickles in Jaipur.");
  const save = `POST /mela/admin/brands/${ID}/cover` as const;
  server.on(save, { json: { brandId: ID } });
  const saved = async (frame: (dialog: HTMLElement) => Promise<void>): Promise<unknown> => {
    const before = server.callsTo(save).length;
    const dialog = await ask("Change Cover", "Pictures: Cover");
    await frame(dialog);
    fillIn(dialog, { Reason: "She asked" });
    await press(dialog, "Save");
    await waitFor(() => expect(server.callsTo(save)).toHaveLength(before + 1));
    return server.callsTo(save).at(-1)?.body;
  };
  const at = (dialog: HTMLElement) => within(dialog).getByText("On a computer").parentElement?.querySelector("img");
  const moved = await saved(async (dialog) => {
    await user.click(within(dialog).getByRole("button", { name: /^Choose what is seen/ }));
    expect(at(dialog)?.style.objectPosition).toBe("20% 50%");
    fireEvent.change(within(dialog).getByRole("slider", { name: /^Top to bottom/ }), { target: { value: "5" } });
    expect(at(dialog)?.style.objectPosition).toBe("20% 5%");
  });
  expect(moved).toMatchObject({ pictures: [{ id: "cover", alt: "Our kitchen", focus: { x: 20, y: 5 } }] });
  expect(await saved(() => Promise.resolve())).toEqual({
    pictures: [{ id: "cover", alt: "Our kitchen" }],
    reason: "She asked",
  });
});

test("adds a product by the form that its owner has; the call gets rupees", async () => {
  const { user, server, ask, press } = await open(`${VIEW}&brand=${ID}`);
  await screen.findByText("We cook pickles in Jaipur.");
  const add = `POST /mela/admin/brands/${ID}/products` as const;
  server.on(add, { status: 201, json: { productId: PRODUCT, brandId: ID } });
  const dialog = await ask("Add a product", "New product of Saheli Pickles");
  await user.selectOptions(within(dialog).getByLabelText("Price"), "From ... to ...");
  fillIn(dialog, { "Lowest price in rupees": "4,500", "Link to buy it": "loom.example/saree", Reason: "By phone" });
  await press(dialog, "Save");
  // As in My brand: it says what is missing, and nothing is sent.
  expect(await within(dialog).findByText("Please name the product")).toBeVisible();
  expect(within(dialog).getByText("Please enter the highest price in rupees, for example 2,500")).toBeVisible();
  expect(within(dialog).getByLabelText("Name")).toHaveFocus();
  expect(server.callsTo(add)).toHaveLength(0);
  fillIn(dialog, { Name: "Ilkal saree", "Highest price in rupees": "9,000.50" });
  await press(dialog, "Save");
  expect(await screen.findByText("Ilkal saree is added")).toBeVisible();
  expect(server.callsTo(add)[0]?.body).toEqual({
    ...{ name: "Ilkal saree", text: "", category: "Food & Food Products", link: "https://loom.example/saree" },
    ...{ priceKind: "range", priceFrom: 4500, priceTo: 9000.5, reason: "By phone" },
  });
});

test("changes a product; what the server refuses stands at its field", async () => {
  const { server, ask, press } = await open(`${VIEW}&brand=${ID}`);
  await screen.findByText("We cook pickles in Jaipur.");
  const put = `PUT /mela/admin/products/${PRODUCT}` as const;
  server.on(put, errorResponse(400, "invalid_request", "Please check it", { fields: { priceFrom: ["Too much"] } }));
  const dialog = await ask("Change Mango pickle", "Change Mango pickle");
  expect(within(dialog).getByLabelText("Price in rupees")).toHaveValue("250");
  fillIn(dialog, { "Price in rupees": "300", Reason: "By phone" });
  await press(dialog, "Save");
  expect(await within(dialog).findByText("Too much")).toBeVisible();
  expect(server.callsTo(put)[0]?.body).toMatchObject({ name: "Mango pickle", priceKind: "fixed", priceFrom: 300 });
});
