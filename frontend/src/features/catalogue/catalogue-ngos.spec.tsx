import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { catalogueServer, listing } from "../../test/catalogue-server";
import { openScreen } from "../../test/render-site";

const MOONJ = listing({ name: "Basket", module: "ngos", category: "Handicrafts", brand: "Moonj & Co" });

test("an NGO category shows its brands with a count", async () => {
  await openScreen(
    "/categories/handicrafts",
    catalogueServer([
      MOONJ,
      { ...MOONJ, id: "2" },
      listing({ name: "Pot", module: "ngos", category: "Handicrafts", brand: "Kumhar" }),
    ]),
  );
  const link = await screen.findByRole("link", { name: "Moonj & Co" });
  expect(link).toHaveAttribute("href", "/brands/Moonj%20%26%20Co?module=ngos");
  expect(screen.getByText("2 Products")).toBeVisible();
  expect(screen.getByText("1 Product")).toBeVisible();
  expect(screen.getByRole("link", { name: "Back to NGO" })).toHaveAttribute("href", "/ngo");
});

test("an empty NGO category says so", async () => {
  await openScreen("/categories/skilling", catalogueServer([]));
  expect(await screen.findByText("No NGOs found for this category yet.")).toBeVisible();
});

test("an unknown NGO category makes no call", async () => {
  const { server } = await openScreen("/categories/nope", catalogueServer([]));
  expect(screen.getByRole("heading", { level: 1, name: "Category Not Found" })).toBeVisible();
  expect(screen.getByText("The category you're looking for doesn't exist.")).toBeVisible();
  expect(server.callsTo("GET /listings/live")).toHaveLength(0);
});

test("a static NGO brand shows its people, its places and its website", async () => {
  await openScreen("/categories/handicrafts/tisser", catalogueServer([]));
  const main = within(screen.getByRole("main"));
  expect(main.getByRole("heading", { level: 1, name: "Tisser" })).toBeVisible();
  for (const text of ["Contact person", "Founder", "Mumbai", "Handicrafts"]) {
    expect(main.getByText(text)).toBeVisible();
  }
  expect(main.getByRole("link", { name: "namaste@tisser.example" })).toHaveAttribute(
    "href",
    "mailto:namaste@tisser.example",
  );
  expect(main.getByRole("link", { name: "+91 90000 00103" })).toHaveAttribute("href", "tel:+919000000103");
  expect(main.getByRole("link", { name: /^View Mission/ })).toHaveAttribute("href", "https://tisser.example");
  expect(main.getByRole("link", { name: /LinkedIn/ })).toBeVisible();
  expect(main.getByRole("link", { name: "Back to Handicrafts" })).toHaveAttribute(
    "href",
    "/categories/handicrafts",
  );
});

test("one without a website writes an e-mail instead", async () => {
  await openScreen("/categories/handloom-textiles/kashiavika", catalogueServer([]));
  expect(screen.getByRole("link", { name: "Write an e-mail" })).toHaveAttribute(
    "href",
    "mailto:weave@kashiavika.example",
  );
  expect(screen.queryByRole("link", { name: /View Mission/ })).not.toBeInTheDocument();
});

test("a live NGO brand without a page of its own has one that works", async () => {
  await openScreen("/categories/handicrafts/moonj-co", catalogueServer([MOONJ]));
  expect(await screen.findByRole("heading", { level: 1, name: "Moonj & Co" })).toBeVisible();
  expect(await screen.findByRole("button", { name: "Basket" })).toBeVisible();
});

test.each(["/categories/handicrafts/nobody", "/categories/nowhere/tisser"])(
  "%s is no brand",
  async (path) => {
    await openScreen(path, catalogueServer([MOONJ]));
    expect(await screen.findByRole("heading", { level: 1, name: "Brand Not Found" })).toBeVisible();
    expect(screen.getByText("The brand you're looking for doesn't exist.")).toBeVisible();
  },
);
