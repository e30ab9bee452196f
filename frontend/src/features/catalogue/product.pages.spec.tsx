import { beforeAll, expect, jest, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { Listing } from "../../api/catalogue-api";
import { catalogueServer, listing } from "../../test/catalogue-server";
import { quickUser } from "../../test/clock";
import { openScreen, openSite } from "../../test/render-site";

const PRICE = { kind: "fixed", fromPaise: 350_00, toPaise: null } as const;
const BRAND_PAGE = "/brands/Jhola%20Junction";
const TOTE = `${BRAND_PAGE}/products/tote-tote`;
const product = (name: string, more: Partial<Listing> = {}) => listing({ name, price: PRICE, ...more });
const whatsappUrl = "https://wa.me/919845054321";

beforeAll(async () => {
  await import("./product.pages");
});

/** The text of a chat that a link opens. */
const textOf = (link: HTMLElement) => new URL(link.getAttribute("href") ?? "").searchParams.get("text");

test("a product's card leads to its address, which opens over the brand's page and closes by Back", async () => {
  const user = quickUser();
  const { address, navigate } = await openSite(BRAND_PAGE, catalogueServer([product("Tote"), product("Sling")]));
  const card = await screen.findByRole("link", { name: "Tote" });
  expect(card).toHaveAttribute("href", TOTE);
  await user.click(card);
  expect(await screen.findByRole("dialog", { name: "Tote" })).toBeVisible();
  expect(address()).toBe(TOTE);
  // The page below stays.
  expect(screen.getByRole("heading", { level: 1, name: "Jhola Junction", hidden: true })).toBeInTheDocument();
  await waitFor(() => expect(document.title).toBe("Tote · Sakhi Bazaar"));
  expect(document.querySelector("link[rel=canonical]")).toHaveAttribute("href", location.origin + TOTE);
  await act(() => navigate(-1));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(address()).toBe(BRAND_PAGE);
  await waitFor(() => expect(document.title).toBe("Jhola Junction · Sakhi Bazaar"));
  // Forward shows it again, and Close goes back, as Back does; as often as one likes.
  for (const step of [1, 1]) {
    await act(() => navigate(step));
    const again = await screen.findByRole("dialog", { name: "Tote" });
    await user.click(within(again).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(address()).toBe(BRAND_PAGE);
  }
});

test("a product that is opened cold is a page: price, Ask on WhatsApp with product, price and address, its brand's others", async () => {
  await openScreen(TOTE, catalogueServer([product("Tote", { whatsappUrl }), product("Sling", { whatsappUrl })]));
  expect(await screen.findByRole("heading", { level: 1, name: "Tote" })).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(screen.getAllByText("₹350")[0]).toBeVisible();
  expect(textOf(screen.getByRole("link", { name: /^Ask on WhatsApp/ }))).toBe(
    `Hello Jhola Junction, I have a question about Tote (₹350) on Sakhi Bazaar: ${location.origin}${TOTE}`,
  );
  expect(screen.getByRole("link", { name: /Visit Shop/ })).toHaveAttribute("href", "https://jhola.example");
  expect(screen.getByRole("link", { name: "Everything by Jhola Junction" })).toHaveAttribute("href", BRAND_PAGE);
  expect(
    within(screen.getByRole("region", { name: "More products" })).getByRole("link", { name: "Sling" }),
  ).toBeVisible();
});

test("a brand's page asks about the brand; a brand without WhatsApp is sent a message that names the product", async () => {
  const user = quickUser();
  const { navigate } = await openScreen(BRAND_PAGE, catalogueServer([product("Tote", { whatsappUrl })]));
  expect(textOf(await screen.findByRole("link", { name: /^Ask on WhatsApp/ }))).toBe(
    `Hello Jhola Junction, I have a question about your page on Sakhi Bazaar: ${location.origin}${BRAND_PAGE}`,
  );
  await act(() => navigate("/"));
  await openScreen(TOTE, catalogueServer([product("Tote")]));
  await user.click(await screen.findByRole("link", { name: "Send a message" }));
  expect(await screen.findByRole("textbox", { name: "Message" })).toHaveValue("About Tote (₹350): ");
});

test("Share uses the system's sheet; without one it offers WhatsApp and a copied link", async () => {
  const user = quickUser();
  await openScreen(TOTE, catalogueServer([product("Tote")]));
  const share = await screen.findByRole("button", { name: "Share" });
  await user.click(share);
  expect(share).toHaveAttribute("aria-expanded", "true");
  const text = `Tote, ₹350, by Jhola Junction: ${location.origin}${TOTE}`;
  expect(textOf(screen.getByRole("link", { name: /^Share on WhatsApp/ }))).toBe(text);
  await user.click(screen.getByRole("button", { name: "Copy the link" }));
  expect(await screen.findByRole("button", { name: "Link copied" })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(location.origin + TOTE);
  const sheet = jest.fn<Navigator["share"]>(() => Promise.resolve());
  Object.defineProperty(navigator, "share", { value: sheet, configurable: true });
  await user.click(share);
  expect(sheet).toHaveBeenCalledWith({
    ...{ title: "Tote, ₹350, by Jhola Junction", text: "Tote, ₹350, by Jhola Junction" },
    url: location.origin + TOTE,
  });
  Reflect.deleteProperty(navigator, "share");
});

test("a product that its brand no longer has says so, and leads to the others", async () => {
  await openScreen(`${BRAND_PAGE}/products/potli-00000000`, catalogueServer([product("Tote")]));
  expect(await screen.findByRole("heading", { level: 1, name: "This product is no longer here" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Everything by Jhola Junction" })).toHaveAttribute("href", BRAND_PAGE);
});

test("a product of a brand that nobody has says that the brand is not known", async () => {
  await openScreen("/services/brands/Nobody/products/potli", catalogueServer([product("Tote")]));
  expect(await screen.findByRole("heading", { level: 1, name: "We don't know this brand" })).toBeVisible();
});

test("a service has its address under its provider's", async () => {
  const yoga = product("Yoga", { module: "services", brand: "Leela", brandName: "Leela", category: "Wellness" });
  await openScreen("/services/brands/Leela/products/yoga", catalogueServer([yoga]));
  expect(await screen.findByRole("heading", { level: 1, name: "Yoga" })).toBeVisible();
  await waitFor(() =>
    expect(document.querySelector("link[rel=canonical]")).toHaveAttribute(
      "href",
      `${location.origin}/services/brands/Leela/products/yoga-yoga`,
    ),
  );
});
