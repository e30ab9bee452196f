import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { catalogueServer, listing } from "../../test/catalogue-server";
import { gate } from "../../test/fake-server";
import { openScreen } from "../../test/render-site";

const SHOPS = [
  listing({ name: "Tote", category: "Bags" }),
  listing({ name: "Pickle", category: "Food & Food Products", brand: "Achaar Ghar" }),
];
const SERVICES = [
  listing({ name: "Course", module: "services", category: "Training", brand: "Seekho" }),
  listing({ name: "Contract", module: "services", category: "Legal Consultancy", brand: "Nyaya" }),
];
const NGOS = [
  listing({ name: "Basket", module: "ngos", category: "HANDICRAFTS", brand: "Moonj Samiti" }),
  listing({ name: "Sewing", module: "ngos", category: "Skilling", brand: "Hunar" }),
];
const all = () => catalogueServer([...SHOPS, ...SERVICES, ...NGOS]);

const choices = () =>
  within(screen.getByRole("combobox", { name: /category$/ }))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);
const cards = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);

test.each([
  ["/products", 10],
  ["/services", 10],
  ["/ngo", 3],
])("%s stands with %d grey cards while loading", async (path, count) => {
  const held = gate();
  const server = all();
  server.on("GET /listings/categories", async () => {
    await held.opened;
    return { json: [] };
  });
  await openScreen(path, server);
  expect(screen.getAllByTestId("skeleton")).toHaveLength(count);
  held.open();
  await waitFor(() => expect(screen.queryByTestId("skeleton")).not.toBeInTheDocument());
});

test("products: only categories with live listings, each leading to its page", async () => {
  const { server } = await openScreen("/products", all());
  expect(await screen.findByRole("link", { name: "Bags" })).toHaveAttribute("href", "/products/bags");
  expect(screen.getByRole("link", { name: "Food & Food Products" })).toHaveAttribute(
    "href",
    "/products/food-products",
  );
  expect(cards().slice(0, 2)).toEqual(["Food & Food Products", "Bags"]);
  const [call] = server.callsTo("GET /listings/live");
  expect(call?.query.get("module")).toBe("shops");
  expect(call?.credentials).toBe("include");
  expect(document.title).toMatch(/ · Sakhi Bazaar$/);
});

test("products: the filter stands in the address and is read from it", async () => {
  const user = userEvent.setup();
  const site = await openScreen("/products?category=bags", all());
  const select = await screen.findByRole("combobox", { name: "Product category" });
  await screen.findByRole("link", { name: "Bags" });
  expect(select).toHaveValue("Bags");
  expect(screen.queryByRole("link", { name: "Food & Food Products" })).not.toBeInTheDocument();
  await user.selectOptions(select, "Food & Food Products");
  expect(site.address()).toBe("/products?category=Food+%26+Food+Products");
  await user.selectOptions(select, "All");
  expect(site.address()).toBe("/products");
});

test("services: All Services first, then what is available in the alphabet's order", async () => {
  const site = await openScreen("/services", all());
  await screen.findByRole("link", { name: "Training" });
  expect(choices()).toEqual(["All Services", "Legal Consultancy", "Training"]);
  expect(site.server.callsTo("GET /listings/live")[0]?.query.get("module")).toBe("services");
});

test("ngo: choosing goes to /ngo?category= and back; case makes no difference", async () => {
  const user = userEvent.setup();
  const site = await openScreen("/ngo", all());
  expect(await screen.findByRole("link", { name: "Handicrafts" })).toHaveAttribute(
    "href",
    "/categories/handicrafts",
  );
  expect(screen.queryByRole("link", { name: "Handloom Textiles" })).not.toBeInTheDocument();
  await user.selectOptions(screen.getByRole("combobox", { name: "NGO category" }), "Skilling");
  expect(site.address()).toBe("/ngo?category=Skilling");
  await user.selectOptions(screen.getByRole("combobox", { name: "NGO category" }), "All Categories");
  expect(site.address()).toBe("/ngo");
});

test("ngo: a brand in the address is brought forward", async () => {
  await openScreen("/ngo?brand=moonj%20samiti", all());
  const asked = await screen.findByRole("region", { name: "The initiative you are looking for" });
  expect(within(asked).getByRole("link", { name: "Moonj Samiti" })).toHaveAttribute(
    "href",
    "/brands/Moonj%20Samiti?module=ngos",
  );
});

test.each([
  ["/products", "Failed to fetch listings"],
  ["/services", "Failed to fetch services"],
  ["/ngo", "Failed to fetch listings"],
  ["/products/bags", "Failed to fetch listings"],
  ["/services/training", "Failed to fetch services"],
  ["/brands/Jhola", "Failed to fetch listings"],
  ["/services/brands/Seekho", "Failed to fetch services"],
  ["/events/Diwali", "Failed to fetch listings"],
  ["/categories/skilling", "Failed to fetch listings"],
])("%s: a failed call says %p and is tried again on request, never by itself", async (path, message) => {
  const user = userEvent.setup();
  const server = all();
  server.on("GET /listings/live", { status: 500, text: "broken" });
  await openScreen(path, server);
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent(message);
  const before = server.callsTo("GET /listings/live").length;
  expect(before).toBe(1);
  server.on("GET /listings/live", { json: [] });
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
  expect(server.callsTo("GET /listings/live")).toHaveLength(2);
});
