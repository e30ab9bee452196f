import { describe, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { catalogueServer, listing } from "../../test/catalogue-server";
import { gate } from "../../test/fake-server";
import { openScreen } from "../../test/render-site";
import { aboutBrand, groupByBrand, imagesOf, wholeBrands } from "./brand-groups";

describe("browsing", () => {
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
    expect(await screen.findByRole("link", { name: "Handicrafts" })).toHaveAttribute("href", "/categories/handicrafts");
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
});

describe("community partners", () => {
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
    expect(main.getByRole("link", { name: "Back to Handicrafts" })).toHaveAttribute("href", "/categories/handicrafts");
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

  test.each(["/categories/handicrafts/nobody", "/categories/nowhere/tisser"])("%s is no brand", async (path) => {
    await openScreen(path, catalogueServer([MOONJ]));
    expect(await screen.findByRole("heading", { level: 1, name: "Brand Not Found" })).toBeVisible();
    expect(screen.getByText("The brand you're looking for doesn't exist.")).toBeVisible();
  });
});

describe("brands in groups", () => {
  const at = (imageUrl: string) => ({ imageUrl });

  test("listings are grouped by the trimmed brand; one without a brand is left out", () => {
    const groups = groupByBrand([
      listing({ name: "a", brand: " Asha " }),
      listing({ name: "b", brand: "Asha" }),
      listing({ name: "c", brand: "Devi" }),
      listing({ name: "d", brand: " ", brandName: null }),
    ]);
    expect(groups.map(({ name, listings }) => [name, listings.length])).toEqual([
      ["Asha", 2],
      ["Devi", 1],
    ]);
  });

  test("a group counts pictures, takes the first one, and each category once", () => {
    const [group] = groupByBrand([
      listing({ name: "a", productImages: [], image: "/own.svg", location: " ", category: "Bags" }),
      listing({ name: "b", productImages: [at("/1.svg"), at("/2.svg")], location: null, category: "Gifts" }),
      listing({ name: "c", productImages: [at("/3.svg")], location: null, category: "Bags" }),
    ]);
    expect(group).toMatchObject({
      serviceCount: 3,
      firstImage: "/1.svg",
      location: "India",
      categories: ["Bags", "Gifts"],
    });
  });

  test("without product pictures the listing's own stands", () => {
    const bare = listing({ name: "a", productImages: [], image: "/own.svg" });
    expect(groupByBrand([bare])[0]?.firstImage).toBe("/own.svg");
    expect(imagesOf(bare)).toEqual(["/own.svg"]);
    expect(imagesOf({ ...bare, image: null })).toEqual([]);
  });

  test("a brand that says nothing of itself gets a sentence of its module", () => {
    const [group] = groupByBrand([listing({ name: "a", category: "Training", description: "", brandDescription: "" })]);
    expect(aboutBrand(group!, "services")).toBe("This provider offers professional services in Training.");
  });

  test("while more follow, the last brand waits unless it is the only one", () => {
    const groups = groupByBrand([listing({ name: "a", brand: "A" }), listing({ name: "b", brand: "B" })]);
    expect(wholeBrands(groups, true).map(({ name }) => name)).toEqual(["A"]);
    expect(wholeBrands(groups, false)).toHaveLength(2);
    expect(wholeBrands(groups.slice(0, 1), true)).toHaveLength(1);
  });
});
