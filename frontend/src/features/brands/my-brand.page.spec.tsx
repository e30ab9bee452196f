import { beforeAll, beforeEach, expect, test } from "@jest/globals";
import { EMPTY_PAGE, emptyProduct } from "@sakhi/domain/brands/brand-page.rules";
import { screen, waitFor, within } from "@testing-library/react";
import type { MyBrand } from "../../api/brand-api";
import { quickUser } from "../../test/clock";
import { dragEntry } from "../../test/drag-entry";
import { errorResponse, FakeServer } from "../../test/fake-server";
import { setValue } from "../../test/joining";
import { openScreen } from "../../test/render-site";

const TOKEN = `${"ab".repeat(16)}.${"c".repeat(43)}`;
const READ = "GET /my-brand";
const SAVE = "PUT /my-brand/draft";
const SEND = "POST /my-brand/send";

/** A live brand as its owner opens it. */
function brand(changes: Partial<MyBrand> = {}): MyBrand {
  const product = (id: string, name: string) => ({ ...emptyProduct(id), name, pictures: [] });
  return {
    brandName: "Saheli Pickles",
    language: "en",
    module: "shops",
    category: "Food & Food Products",
    notShown: [],
    stalls: [],
    status: "live",
    liveUntil: "2027-11-22T10:00:00.000Z",
    publicPath: "/brands/Saheli%20Pickles",
    verified: true,
    page: {
      ...EMPTY_PAGE,
      story: "We cook pickles in Jaipur.",
      place: "Jaipur, Rajasthan",
      products: [
        product("8d0f0a3e-8a54-4a3e-9b0e-2d4f5c6b7a80", "Mango pickle"),
        product("8d0f0a3e-8a54-4a3e-9b0e-2d4f5c6b7a81", "Lemon pickle"),
      ],
    },
    pictures: [],
    weeks: [
      { week: "2026-11-16", views: 12, enquiries: 1 },
      { week: "2026-11-23", views: 1250, enquiries: 0 },
    ],
    uploadTicket: "ticket",
    documents: [
      {
        id: "8d0f0a3e-8a54-4a3e-9b0e-2d4f5c6b7a82",
        number: "INV/26-27/000123",
        amount: 999,
        issuedAt: "2026-11-22T10:00:00.000Z",
      },
    ],
    linkExpiresAt: "2027-11-22T10:00:00.000Z",
    links: [],
    email: "owner@pickles.example",
    ...changes,
  };
}
const draft = (version: number, place: string): MyBrand => {
  const whole = brand();
  return {
    ...whole,
    change: { state: "draft", version, savedAt: "2026-11-22T10:00:00.000Z", content: { ...whole.page, place } },
  };
};

beforeAll(async () => {
  await import("./my-brand.page");
});
beforeEach(() => {
  localStorage.clear();
});

test("exchanges the link's token, removes it from the address, and shows page, year, badge and invoices", async () => {
  const server = new FakeServer();
  server.on("POST /my-brand/session", { json: brand() });
  const { address } = await openScreen(`/my/brand#${TOKEN}`, server);
  expect(await screen.findByRole("heading", { level: 1, name: "Saheli Pickles" })).toBeVisible();
  expect(address()).toBe("/my/brand");
  expect(screen.getByText("Your listing is live until 22 November 2027.")).toBeVisible();
  expect(screen.getByText(/^Verified/)).toBeVisible();
  expect(screen.getByRole("link", { name: "INV/26-27/000123 (PDF)" })).toBeVisible();
  expect(screen.getByLabelText("Place")).toHaveValue("Jaipur, Rajasthan");
});

test("opens the page of what this browser applied for, without a mail; the order leaves the address", async () => {
  const server = new FakeServer();
  server.on("POST /my-brand/session/here", { json: brand({ status: "in_review" }) });
  const { address } = await openScreen("/my/brand?order_id=LIST1_AB", server);
  expect(await screen.findByRole("heading", { level: 1, name: "Saheli Pickles" })).toBeVisible();
  expect(server.callsTo("POST /my-brand/session/here").map(({ body }) => body)).toEqual([{ orderId: "LIST1_AB" }]);
  await waitFor(() => expect(address()).toBe("/my/brand"));
});

test("another browser's order leads to a new link instead", async () => {
  const server = new FakeServer();
  server.on("POST /my-brand/session/here", errorResponse(404, "brand_link_invalid", "Gone"));
  await openScreen("/my/brand?claimed=1", server);
  expect(await screen.findByRole("link", { name: "Find my booking or listing" })).toBeVisible();
});

test("saves what is typed, and keeps it in this browser while there is no answer", async () => {
  const server = new FakeServer();
  server.on(READ, { json: brand() });
  server.on(SAVE, "offline");
  const first = await openScreen("/my/brand", server);
  setValue(await screen.findByLabelText("Place"), "Ajmer, Rajasthan");
  expect(await screen.findByText(/^No connection/, undefined, { timeout: 4000 })).toBeVisible();
  first.unmount();
  server.on(SAVE, { json: draft(1, "Ajmer, Rajasthan") });
  await openScreen("/my/brand", server);
  expect(await screen.findByLabelText("Place")).toHaveValue("Ajmer, Rajasthan");
  expect(await screen.findByText("Saved", undefined, { timeout: 4000 })).toBeVisible();
  expect(server.callsTo(SAVE).at(-1)?.body).toMatchObject({ version: 0, content: { place: "Ajmer, Rajasthan" } });
  expect(localStorage.length).toBe(0);
});

test("asks when another device was faster, and loses neither text unasked", async () => {
  const user = quickUser();
  const server = new FakeServer();
  server.on(READ, { json: draft(3, "Jaipur") });
  server.on(SAVE, errorResponse(409, "brand_change_moved", "This page was changed on another device."));
  await openScreen("/my/brand", server);
  setValue(await screen.findByLabelText("Place"), "Ajmer");
  expect(await screen.findByRole("button", { name: "Keep mine" }, { timeout: 4000 })).toBeVisible();
  expect(screen.getByLabelText("Place")).toHaveValue("Ajmer");
  server.on(READ, { json: draft(4, "Jodhpur") });
  server.on(SAVE, { json: draft(5, "Ajmer") });
  await user.click(screen.getByRole("button", { name: "Keep mine" }));
  await waitFor(() =>
    expect(server.callsTo(SAVE).at(-1)?.body).toMatchObject({ version: 4, content: { place: "Ajmer" } }),
  );
  expect(await screen.findByText("Saved")).toBeVisible();
});

test("orders products by keys with an announcement, and marks what is missing", async () => {
  const user = quickUser();
  const server = new FakeServer();
  server.on(READ, { json: draft(2, "") });
  server.on(SAVE, { json: draft(3, "") });
  server.on(
    SEND,
    errorResponse(409, "brand_page_incomplete", "Some things are missing.", {
      fields: { place: ["Please say where you are"] },
    }),
  );
  await openScreen("/my/brand", server);
  await user.click(await screen.findByRole("button", { name: "Move Lemon pickle up" }));
  expect(screen.getByText("Lemon pickle is now 1 of 2")).toBeInTheDocument();
  const products = within(screen.getByRole("region", { name: "Products" })).getAllByRole("heading", { level: 3 });
  expect(products.map(({ textContent }) => textContent)).toEqual(["Lemon pickle", "Mango pickle"]);
  await user.click(screen.getByRole("button", { name: "Send for review" }));
  expect(await screen.findByText("Please say where you are")).toBeVisible();
  expect(screen.getByLabelText("Place")).toHaveAttribute("aria-invalid", "true");
  // Named where the focus is, with a way there.
  expect(screen.getByText("One thing is missing. Place: Please say where you are").parentElement).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Go to it" }));
  expect(screen.getByLabelText("Place")).toHaveFocus();
});

test("orders photographs by dragging and by keys, each with an announcement", async () => {
  const user = quickUser();
  const server = new FakeServer();
  const whole = draft(2, "Jaipur");
  const [product] = whole.page.products;
  const products = [
    {
      ...product!,
      pictures: ["front", "back", "detail"].map((alt, at) => ({ id: `${product!.id.slice(0, -1)}${at}`, alt })),
    },
  ];
  const content = { ...whole.page, products };
  server.on(READ, { json: { ...whole, change: { ...whole.change!, content } } });
  server.on(SAVE, { json: draft(3, "Jaipur") });
  await openScreen("/my/brand", server);
  const photographs = await screen.findByRole("group", { name: "Photographs: Mango pickle" });
  const words = () =>
    within(photographs)
      .getAllByRole<HTMLInputElement>("textbox")
      .map(({ value }) => value);
  dragEntry(within(photographs).getByRole("list"), 0, 2);
  expect(words()).toEqual(["back", "detail", "front"]);
  expect(screen.getByText("Photographs: Mango pickle 1 is now 3 of 3")).toBeInTheDocument();
  await user.click(within(photographs).getByRole("button", { name: "Move picture 3 earlier" }));
  expect(words()).toEqual(["back", "front", "detail"]);
  // A single picture has no order.
  expect(screen.getByRole("group", { name: "Logo" }).querySelector("[data-drag-handle]")).toBeNull();
});

test("asks before a product that is started is removed, and removes an empty one at once", async () => {
  const user = quickUser();
  const server = new FakeServer();
  server.on(READ, { json: draft(2, "Jaipur") });
  server.on(SAVE, { json: draft(3, "Jaipur") });
  await openScreen("/my/brand", server);
  const names = () =>
    within(screen.getByRole("region", { name: "Products" }))
      .getAllByRole("heading", { level: 3 })
      .map(({ textContent }) => textContent);
  await user.click(await screen.findByRole("button", { name: "Add a product" }));
  await user.click(screen.getByRole("button", { name: "Remove Product 3" }));
  expect(names()).toEqual(["Mango pickle", "Lemon pickle"]);
  await user.click(screen.getByRole("button", { name: "Remove Lemon pickle" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Remove Lemon pickle?" });
  await user.click(within(dialog).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(names()).toEqual(["Mango pickle"]));
});

test("shows visits and messages by week, newest first, in Indian digits", async () => {
  const server = new FakeServer();
  server.on(READ, { json: brand() });
  await openScreen("/my/brand", server);
  const rows = within(await screen.findByRole("region", { name: "Visits and messages" })).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "Week fromVisitsMessages",
    "23 November 20261,2500",
    "16 November 2026121",
  ]);
  expect(screen.getByText(/opened 1,262 times, and you were sent 1 message/)).toBeVisible();
});

test("a returned page says why; a sent one cannot be changed", async () => {
  const server = new FakeServer();
  const returned = draft(4, "Jaipur");
  server.on(READ, {
    json: { ...returned, change: { ...returned.change!, state: "returned", reason: "The cover is blurred" } },
  });
  const first = await openScreen("/my/brand", server);
  expect(await screen.findByText("The cover is blurred")).toBeVisible();
  first.unmount();
  server.on(READ, { json: { ...returned, change: { ...returned.change!, state: "sent" } } });
  await openScreen("/my/brand", server);
  expect(await screen.findByRole("button", { name: "Change it again" })).toBeVisible();
  expect(screen.getByLabelText("Place")).toHaveAttribute("readonly");
});

test("an invalid link leads to the page that sends a new one", async () => {
  const server = new FakeServer();
  server.on(
    "POST /my-brand/session",
    errorResponse(404, "brand_link_invalid", "This link no longer leads to a listing."),
  );
  await openScreen(`/my/brand#${TOKEN}`, server);
  expect(await screen.findByRole("link", { name: "Find my booking or listing" })).toHaveAttribute(
    "href",
    "/find-my-booking",
  );
});

test("contacts are empty, said to be shown to everyone, and a mistyped address is asked about before it is sent", async () => {
  const user = quickUser();
  const server = new FakeServer();
  server.on("POST /my-brand/session", { json: brand() });
  await openScreen(`/my/brand#${TOKEN}`, server);
  const contacts = within(await screen.findByRole("region", { name: "Contacts that everyone sees" }));
  expect(contacts.getAllByText("(optional, shown to everyone)")).toHaveLength(3);
  for (const box of contacts.getAllByRole("textbox")) expect(box).toHaveValue("");
  const whole = brand();
  const saved = (contactEmail: string, version: number): MyBrand => ({
    ...whole,
    change: {
      ...{ state: "draft", version, savedAt: "2026-11-22T10:00:00.000Z" },
      content: { ...whole.page, contactEmail },
    },
  });
  server.on(SAVE, { json: saved("kamla@gmial.com", 1) });
  setValue(contacts.getByRole("textbox", { name: /^Email/ }), "kamla@gmial.com");
  await user.click(screen.getByRole("button", { name: "Send for review" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Is this e-mail address right?" }));
  expect(server.callsTo(SEND)).toHaveLength(0);
  server.on(SAVE, { json: saved("kamla@gmail.com", 2) });
  server.on(SEND, { json: { outcome: "sent", brand: saved("kamla@gmail.com", 3) } });
  await user.click(question.getByRole("button", { name: "Use kamla@gmail.com" }));
  await waitFor(() => expect(server.callsTo(SEND)).toHaveLength(1));
  // What was saved and sent is the answer's address.
  expect(server.callsTo(SAVE).at(-1)?.body).toMatchObject({ content: { contactEmail: "kamla@gmail.com" } });
  expect(server.callsTo(SEND)[0]?.body).toEqual({ version: 2 });
});

test("a product begins with a price to fill in, in the category of the others; amounts have a keyboard of digits", async () => {
  const user = quickUser();
  const server = new FakeServer();
  server.on(READ, { json: brand() });
  server.on(SAVE, { json: draft(1, "Jaipur") });
  await openScreen("/my/brand", server);
  await user.click(await screen.findByRole("button", { name: "Add a product" }));
  const products = within(screen.getByRole("region", { name: "Products" }));
  expect(products.getAllByLabelText("Price").at(-1)).toHaveDisplayValue("One price");
  expect(products.getAllByLabelText("Category").at(-1)).toHaveDisplayValue("Food & Food Products");
  expect(products.getByRole("textbox", { name: "Rupees" })).toHaveAttribute("inputmode", "decimal");
  const labels = [...document.querySelectorAll("#products + * label, [aria-labelledby=products] label")];
  const texts = labels.map(({ textContent }) => textContent);
  expect(texts.lastIndexOf("Rupees")).toBeLessThan(texts.lastIndexOf("Category"));
});

test("can be sent only once something has changed", async () => {
  const server = new FakeServer();
  server.on(READ, { json: brand() });
  server.on(SAVE, { json: draft(1, "Ajmer, Rajasthan") });
  await openScreen("/my/brand", server);
  expect(await screen.findByText(/^Nothing to send/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Send for review" })).toBeNull();
  setValue(screen.getByLabelText("Place"), "Ajmer, Rajasthan");
  expect(await screen.findByRole("button", { name: "Send for review" })).toBeVisible();
  expect(screen.queryByText(/^Nothing to send/)).toBeNull();
});

test("pauses, hides and shows a product at once, keeps what is typed, and asks before the last one goes", async () => {
  const user = quickUser();
  const server = new FakeServer();
  const [mango, lemon] = brand().page.products;
  server.on(READ, { json: brand() });
  server.on(SAVE, { json: draft(1, "Ajmer") });
  const set = `POST /my-brand/products/${mango!.id}/state` as never;
  const setOther = `POST /my-brand/products/${lemon!.id}/state` as never;
  await openScreen("/my/brand", server);
  setValue(await screen.findByLabelText("Place"), "Ajmer");
  const hidden = [{ id: mango!.id, state: "hidden" as const }];
  server.on(set, { json: { ...draft(1, "Ajmer"), notShown: hidden } } as never);
  await user.click(screen.getByRole("button", { name: "Hide Mango pickle from everyone" }));
  expect(await screen.findByText("Mango pickle is hidden.")).toBeVisible();
  expect(screen.getByText("Hidden: nobody finds it until you show it again.")).toBeVisible();
  expect(screen.getByLabelText("Place")).toHaveValue("Ajmer");
  // The page goes with its last product.
  await user.click(screen.getByRole("button", { name: "Hide Lemon pickle from everyone" }));
  const question = within(await screen.findByRole("alertdialog", { name: /the last product that is shown/ }));
  expect(server.callsTo(setOther)).toHaveLength(0);
  await user.click(question.getByRole("button", { name: "Keep it shown" }));
  server.on(set, { json: draft(1, "Ajmer") } as never);
  await user.click(screen.getByRole("button", { name: "Show Mango pickle again" }));
  expect(await screen.findByText("Mango pickle is shown again.")).toBeVisible();
  expect(server.calls.filter(({ path }) => path.endsWith("/state")).map(({ body }) => body)).toEqual([
    { state: "hidden" },
    { state: "shown" },
  ]);
  server.on(setOther, errorResponse(404, "product_not_found", "The product with this id no longer exists."));
  await user.click(screen.getByRole("button", { name: "Pause Lemon pickle: it is not available now" }));
  expect(await screen.findByText("The product with this id no longer exists.")).toBeVisible();
});

test("asks whether her stall may be shown, and takes it back; what is typed stays", async () => {
  const user = quickUser();
  const server = new FakeServer();
  const id = "8d0f0a3e-8a54-4a3e-9b0e-2d4f5c6b7a99";
  const place = {
    ...{ event: "the-mela-2099", eventName: "The Mela", dates: "3–4 December 2099", city: "Bengaluru" },
    openingDays: [],
  };
  const stall = (shown: boolean) => ({ id, stallId: "B12", ...place, planPath: "/paid-events/mela", shown });
  server.on(READ, { json: brand({ stalls: [stall(false)] }) });
  await openScreen("/my/brand", server);
  const part = within(await screen.findByRole("region", { name: "Your stall" }));
  expect(part.getByText(/^You have stall B12 at The Mela, 3–4 December 2099\. Shall your page say/)).toBeVisible();
  server.on(`POST /my-brand/stalls/${id}/shown` as never, { json: brand({ stalls: [stall(true)] }) } as never);
  await user.click(part.getByRole("button", { name: "Yes, show stall B12 to everyone" }));
  expect(await part.findByText(/^Your page says “Visit us at B12”/)).toBeVisible();
  expect(server.calls.at(-1)?.body).toEqual({ shown: true });
  server.on(`POST /my-brand/stalls/${id}/shown` as never, errorResponse(404, "not_found", "Nothing here"));
  await user.click(part.getByRole("button", { name: "No longer show stall B12" }));
  expect(await part.findByRole("alert")).toHaveTextContent("Nothing here");
});

test("an application that waits has no products on the site to hide", async () => {
  const server = new FakeServer();
  server.on(READ, { json: brand({ status: "in_review" }) });
  await openScreen("/my/brand", server);
  await screen.findByRole("heading", { level: 1, name: "Saheli Pickles" });
  expect(screen.queryByRole("button", { name: /^Hide/ })).toBeNull();
});

test("sending waits for a save that is under way, and saves what was typed meanwhile", async () => {
  const user = quickUser();
  const server = new FakeServer();
  server.on(READ, { json: draft(2, "Jaipur") });
  const saved = server.withhold(SAVE, { json: draft(3, "Ajmer") });
  server.on(SEND, { json: { outcome: "sent", brand: draft(4, "Jodhpur") } });
  await openScreen("/my/brand", server);
  const place = await screen.findByLabelText("Place");
  setValue(place, "Ajmer");
  await waitFor(() => expect(server.callsTo(SAVE)).toHaveLength(1), { timeout: 4000 });
  setValue(place, "Jodhpur");
  await user.click(screen.getByRole("button", { name: "Send for review" }));
  server.on(SAVE, { json: draft(4, "Jodhpur") });
  saved();
  await waitFor(() => expect(server.callsTo(SEND).map(({ body }) => body)).toEqual([{ version: 4 }]));
  expect(server.callsTo(SAVE).at(-1)?.body).toMatchObject({ version: 3, content: { place: "Jodhpur" } });
});

test("an answer about withdrawn contacts saves what is typed first, and without a connection loses nothing", async () => {
  const user = quickUser();
  const server = new FakeServer();
  const withdrawn = { contactEmail: "kamla@example.com" };
  server.on(READ, { json: { ...draft(2, "Jaipur"), withdrawn } });
  server.on(SAVE, "offline");
  await openScreen("/my/brand", server);
  setValue(await screen.findByLabelText("Place"), "Ajmer");
  const question = within(screen.getByRole("region", { name: "May everyone see these contacts?" }));
  await user.click(question.getByRole("button", { name: "No, leave them out" }));
  expect((await screen.findAllByText(/^No connection/, undefined, { timeout: 4000 }))[0]).toBeVisible();
  expect(server.callsTo("POST /my-brand/contacts")).toHaveLength(0);
  expect(screen.getByLabelText("Place")).toHaveValue("Ajmer");
  server.on(SAVE, { json: { ...draft(3, "Ajmer"), withdrawn } });
  server.on("POST /my-brand/contacts", { json: draft(3, "Ajmer") });
  await user.click(question.getByRole("button", { name: "No, leave them out" }));
  expect(await screen.findByText("They stay off your page.")).toBeVisible();
  expect(screen.getByLabelText("Place")).toHaveValue("Ajmer");
  expect(server.callsTo(SAVE).at(-1)?.body).toMatchObject({ version: 2, content: { place: "Ajmer" } });
});

test("asks once whether withdrawn contacts may be shown, and ends a link after asking", async () => {
  const user = quickUser();
  const server = new FakeServer();
  const link = (id: string, isThis: boolean) => ({
    ...{ id, isThis, sentAt: `2026-11-${isThis ? "21" : "20"}T10:00:00.000Z`, expiresAt: "2027-01-01T10:00:00.000Z" },
    ...(isThis ? { usedAt: "2026-11-22T10:00:00.000Z" } : {}),
  });
  const [mine, other] = [
    link("8d0f0a3e-8a54-4a3e-9b0e-2d4f5c6b7a90", true),
    link("8d0f0a3e-8a54-4a3e-9b0e-2d4f5c6b7a91", false),
  ];
  const withdrawn = { partnerName: "Kamla Devi", contactEmail: "kamla@example.com" };
  server.on("POST /my-brand/session", { json: brand({ withdrawn, links: [mine, other] }) });
  await openScreen(`/my/brand#${TOKEN}`, server);
  const question = within(await screen.findByRole("region", { name: "May everyone see these contacts?" }));
  expect(question.getByText("kamla@example.com")).toBeVisible();
  server.on("POST /my-brand/contacts", { json: brand({ links: [mine, other] }) });
  await user.click(question.getByRole("button", { name: "No, leave them out" }));
  expect(await screen.findByText("They stay off your page.")).toBeVisible();
  expect(server.callsTo("POST /my-brand/contacts").map(({ body }) => body)).toEqual([{ show: false }]);

  const access = within(screen.getByRole("region", { name: "Who can open this page" }));
  expect(access.getByText(/Never used/)).toBeVisible();
  const end = "POST /my-brand/links/8d0f0a3e-8a54-4a3e-9b0e-2d4f5c6b7a91/end";
  server.on(end as never, { json: { message: "This link has ended." } } as never);
  await user.click(access.getAllByRole("button", { name: /^End the link sent/ })[1]!);
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "End this link" }));
  expect(await access.findByText("The link has ended.")).toBeVisible();
  expect(access.getAllByRole("button", { name: /^End the link sent/ })).toHaveLength(1);
});
