import { beforeAll, expect, test } from "@jest/globals";
import { act, screen, within, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { catalogueServer, listing } from "../test/catalogue-server";
import { fakeClock, pass } from "../test/clock";
import { openSite } from "../test/render-site";

beforeAll(() => {
  // jsdom draws no modal dialogs.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

const linksOf = (element: HTMLElement) =>
  [...element.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")]);

test("the main navigation has its entries in order, and Shop its three", async () => {
  const user = userEvent.setup();
  await openSite("/paid-events/policies", catalogueServer([]));
  const [navigation] = document.querySelectorAll<HTMLElement>("header nav");
  if (navigation === undefined) throw new Error("no navigation");
  expect(linksOf(navigation)).toEqual([
    ["Home", "/"],
    ["Corporate Gifting", "/corporate-gifting"],
    ["About", "/about"],
    ["Awards", "/awards"],
    ["Support", "/support"],
    ["Paid Events", "/paid-events"],
  ]);
  // jsdom knows no screen widths: it shows the phone's Shop sign.
  const shop = screen.getByRole("button", { name: "Shop" });
  await user.click(shop);
  expect(shop).toHaveAttribute("aria-expanded", "true");
  const list = document.getElementById(shop.getAttribute("aria-controls") ?? "");
  expect(linksOf(list!)).toEqual([
    ["Products", "/products"],
    ["Services", "/services"],
    ["NGO", "/ngo"],
  ]);
  await user.keyboard("{Escape}");
  expect(shop).toHaveAttribute("aria-expanded", "false");
  expect(shop).toHaveFocus();
});

test.each([
  ["/products", true],
  ["/products/bags", true],
  ["/services/brands/Seekho", true],
  ["/ngo", true],
  ["/", false],
  ["/categories/handicrafts", false],
  ["/paid-events", false],
])("at %s Shop is marked: %p", async (path, marked) => {
  await openSite(path, catalogueServer([]));
  expect(screen.getByRole("button", { name: "Shop" }).hasAttribute("aria-current")).toBe(marked);
});

test("the side menu opens, has everything, and a navigation closes it", async () => {
  const user = userEvent.setup();
  await openSite("/paid-events/policies", catalogueServer([]));
  await user.click(screen.getByRole("button", { name: "Menu" }));
  const menu = await screen.findByRole("dialog", { name: "Menu" });
  const community = within(menu).getByRole("link", { name: /^Join Our Community/ });
  expect(community).toHaveAttribute("target", "_blank");
  expect(community.getAttribute("href")).toMatch(/^https:/);
  expect(within(menu).getByRole("link", { name: "List Your Brand" })).toHaveAttribute("href", "/join");
  await user.click(within(menu).getByRole("link", { name: "NGO" }));
  expect(await screen.findByRole("heading", { level: 1, name: "NGO Initiatives" })).toBeVisible();
  expect(screen.queryByRole("dialog", { name: "Menu" })).not.toBeInTheDocument();
});

test("the footer has quick links, legal links, address, networks and the copyright line", async () => {
  await openSite("/paid-events/policies", catalogueServer([]));
  const footer = within(screen.getByRole("contentinfo"));
  expect(linksOf(footer.getByRole("navigation", { name: "Quick links" })).map(([, to]) => to)).toEqual([
    "/",
    "/products",
    "/services",
    "/ngo",
    "/corporate-gifting",
    "/about",
    "/awards",
    "/support",
  ]);
  expect(linksOf(footer.getByRole("navigation", { name: "Legal" })).map(([, to]) => to)).toEqual([
    "/privacy-policy",
    "/disclaimer",
    "/terms-and-conditions",
  ]);
  expect(footer.getByText(/Mumbai/)).toBeVisible();
  expect(footer.getByRole("link", { name: /Instagram/ })).toBeVisible();
  expect(footer.getByRole("link", { name: /LinkedIn/ })).toBeVisible();
  expect(footer.getByText(/2024/)).toBeVisible();
});

test("the e-mail address goes to the clipboard, and that is said for 2 seconds", async () => {
  const user = fakeClock();
  await openSite("/paid-events/policies", catalogueServer([]));
  await user.click(screen.getByRole("button", { name: "Copy the e-mail address" }));
  await pass(0);
  expect(await navigator.clipboard.readText()).toBe("support@sakhibazaar.example");
  expect(screen.getByRole("button", { name: "Copied" })).toBeVisible();
  await pass(1.9);
  expect(screen.getByRole("button", { name: "Copied" })).toBeVisible();
  await pass(0.2);
  expect(screen.getByRole("button", { name: "Copy the e-mail address" })).toBeVisible();
});

test("the window event openListing opens the dialog anywhere; a second shows nothing of the first", async () => {
  await openSite("/paid-events/policies", catalogueServer([]));
  const fire = (detail: unknown) =>
    act(async () => {
      globalThis.dispatchEvent(new CustomEvent("openListing", { detail }));
    });
  await fire(listing({ name: "Tote", location: null, websiteUrl: " http://tote.example " }));
  const dialog = await screen.findByRole("dialog", { name: "Tote" });
  expect(within(dialog).getByText("By Asha Patil")).toBeVisible();
  expect(within(dialog).getByText("India")).toBeVisible();
  expect(within(dialog).getByText("Bags")).toBeVisible();
  expect(within(dialog).getByRole("link", { name: "asha@jhola.example" })).toHaveAttribute(
    "href",
    "mailto:asha@jhola.example",
  );
  expect(within(dialog).getByRole("link", { name: "+91 90000 00001" })).toHaveAttribute("href", "tel:+919000000001");
  expect(within(dialog).getByRole("link", { name: /Visit Shop/ })).toHaveAttribute("href", "http://tote.example");
  await fire({ id: "2", name: "Bare", description: "", category: "Kids", websiteUrl: " " });
  const second = await screen.findByRole("dialog", { name: "Bare" });
  expect(within(second).queryByText(/Asha/)).not.toBeInTheDocument();
  expect(within(second).queryByRole("link", { name: /Visit Shop/ })).not.toBeInTheDocument();
  await userEvent.setup().click(within(second).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await fire("nothing that is a listing");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});
