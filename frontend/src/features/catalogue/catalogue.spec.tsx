import { describe, expect, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import { catalogueServer, listing, searchReply } from "../../test/catalogue-server";
import { fakeClock, pass, quickUser } from "../../test/clock";
import { gate } from "../../test/fake-server";
import { openScreen, openSite } from "../../test/render-site";
import { aboutBrand, groupByBrand, imagesOf, wholeBrands } from "./brand-groups";

const LIVE = "GET /listings/live";
const images = (...names: string[]) => names.map((name) => ({ imageUrl: `/images/v1/shops/bags/${name}.svg` }));

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

  test("products: only categories with live listings, each leading to its page", async () => {
    const { server } = await openScreen("/products", all());
    expect(await screen.findByRole("link", { name: "Bags" })).toHaveAttribute("href", "/products/bags");
    expect(screen.getByRole("link", { name: "Food & Food Products" })).toHaveAttribute(
      "href",
      "/products/food-products",
    );
    expect(cards().slice(0, 2)).toEqual(["Food & Food Products", "Bags"]);
    const [call] = server.callsTo(LIVE);
    expect(call?.query.get("module")).toBe("shops");
    expect(call?.credentials).toBe("include");
    expect(document.title).toMatch(/ · Sakhi Bazaar$/);
  });

  test("products: the filter stands in the address and is read from it", async () => {
    const user = quickUser();
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

  test("products: Others is no filter", async () => {
    await openScreen(
      "/products?category=Others",
      catalogueServer([...SHOPS, listing({ name: "Kite", category: "Others" })]),
    );
    expect(await screen.findByRole("link", { name: "Bags" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Kite" })).toBeVisible();
    expect(screen.getByRole("combobox", { name: "Product category" })).toHaveValue("");
  });

  test("services: All Services first, then what is available in the alphabet's order", async () => {
    const site = await openScreen("/services", all());
    await screen.findByRole("link", { name: "Training" });
    expect(choices()).toEqual(["All Services", "Legal Consultancy", "Training"]);
    expect(site.server.callsTo(LIVE)[0]?.query.get("module")).toBe("services");
  });

  test("ngo: choosing goes to /ngo?category= and back; case makes no difference", async () => {
    const user = quickUser();
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
    ["/products", 10, "Failed to fetch listings"],
    ["/services", 10, "Failed to fetch services"],
    ["/ngo", 3, "Failed to fetch listings"],
    ["/products/bags", 3, "Failed to fetch listings"],
    ["/services/training", 3, "Failed to fetch services"],
    ["/categories/skilling", 3, "Failed to fetch listings"],
    ["/brands/Jhola", 4, "Failed to fetch listings"],
    ["/services/brands/Seekho", 4, "Failed to fetch services"],
    ["/events/Diwali", 0, "Failed to fetch listings"],
  ])(
    "%s has %d grey cards while loading, says %p, and tries again on request, never by itself",
    async (path, count, message) => {
      const user = quickUser();
      const held = gate();
      const server = all();
      server.on("GET /listings/categories", async () => {
        await held.opened;
        return { json: [] };
      });
      server.on(LIVE, async () => {
        await held.opened;
        return { status: 500, text: "broken" };
      });
      await openScreen(path, server);
      expect(screen.queryAllByTestId("skeleton")).toHaveLength(count);
      held.open();
      const alert = await screen.findByRole("alert");
      expect(alert).toHaveTextContent(message);
      expect(screen.queryByTestId("skeleton")).not.toBeInTheDocument();
      expect(server.callsTo(LIVE)).toHaveLength(1);
      server.on(LIVE, { json: [] });
      await user.click(within(alert).getByRole("button", { name: "Try again" }));
      await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
      expect(document.activeElement).toHaveProperty("tagName", expect.stringMatching(/^H[12]$/));
      expect(server.callsTo(LIVE)).toHaveLength(2);
    },
  );
});

test("what is on show already and can't be fetched again is asked for again on request", async () => {
  const user = fakeClock();
  const server = catalogueServer(Array.from({ length: 101 }, (_, place) => listing({ name: `Bag ${place}` })));
  const site = await openScreen("/products/bags", server);
  await pass(61);
  await act(() => site.navigate("/products"));
  await pass(1);
  server.on(LIVE, { status: 503, text: "" });
  await act(() => site.navigate("/products/bags"));
  await pass(1);
  const before = server.callsTo(LIVE).length;
  server.on(LIVE, { json: [listing({ name: "Sling", brand: "Dobara" })] });
  await user.click(within(screen.getByRole("alert")).getByRole("button", { name: "Try again" }));
  await pass(1);
  expect(screen.getByRole("link", { name: "Dobara" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Jhola Junction" })).not.toBeInTheDocument();
  expect(server.callsTo(LIVE)[before]?.query.get("cursor")).toBeNull();
});

test("what is on show already stands under the failure of asking for it again", async () => {
  fakeClock();
  const server = catalogueServer([listing({ name: "Tote" })]);
  const site = await openScreen("/products", server);
  await pass(61);
  await act(() => site.navigate("/products/bags"));
  await pass(1);
  server.on(LIVE, { status: 503, text: "" });
  server.on("GET /listings/categories", { status: 503, text: "" });
  await act(() => site.navigate("/products"));
  await pass(1);
  expect(screen.getByRole("alert")).toHaveTextContent("Failed to fetch listings");
  expect(screen.getByRole("link", { name: "Bags" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Tote" })).toBeVisible();
});

test("more that could not be fetched is asked for again on request", async () => {
  const user = quickUser();
  const server = catalogueServer([]);
  const bags = (from: number) => ({
    json: Array.from({ length: 100 }, (_, place) => listing({ name: `Bag ${from + place}`, brand: `Brand ${from}` })),
  });
  server.on(LIVE, { ...bags(0), headers: { "x-total-count": "200", "x-next-cursor": "100" } });
  await openScreen("/products/bags", server);
  const more = await screen.findByRole("button", { name: "Show more" });
  server.on(LIVE, "offline");
  await user.click(more);
  const alert = await screen.findByRole("alert");
  expect(screen.getByRole("link", { name: "Brand 0" })).toBeVisible();
  expect(more).toHaveFocus();
  server.on(LIVE, bags(100));
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("link", { name: "Brand 100" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Brand 0" })).toBeVisible();
  expect(server.callsTo(LIVE).map(({ query }) => query.get("cursor"))).toEqual([null, "100", "100"]);
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
    expect(server.callsTo(LIVE)).toHaveLength(0);
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

  test("one listed behind 500 others is found by the search; a search that fails is no answer (R-023)", async () => {
    const user = quickUser();
    const others = Array.from({ length: 500 }, (_, place) => ({ ...MOONJ, id: `${place}`, brand: "Aaa" }));
    const server = catalogueServer([...others, MOONJ]);
    server.on("GET /search", { status: 503, text: "" });
    await openScreen("/categories/handicrafts/moonj-co", server);
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to fetch listings");
    server.on("GET /search", {
      json: searchReply({
        brands: [{ name: "Moonj & Co", module: "ngos", category: "Handicrafts", logo: null, description: "" }],
      }),
    });
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
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

describe("brands and events", () => {
  test("a product category groups its listings by brand", async () => {
    const { server } = await openScreen(
      "/products/bags",
      catalogueServer([
        listing({ name: "Tote" }),
        listing({ name: "Potli" }),
        listing({ name: "Sling", brand: "Dobara", location: null }),
        listing({ name: "Pickle", category: "Food & Food Products" }),
      ]),
    );
    expect(screen.getByRole("heading", { level: 1, name: "Bags" })).toBeVisible();
    const link = await screen.findByRole("link", { name: "Explore Brand: Jhola Junction" });
    expect(link).toHaveAttribute("href", "/brands/Jhola%20Junction");
    const cards = screen.getAllByRole("article");
    expect(cards).toHaveLength(2);
    expect(cards[0]).toHaveTextContent("Pune, Maharashtra");
    expect(cards[0]).toHaveTextContent("2 products");
    expect(cards[1]).toHaveTextContent("India");
    expect(cards[1]).toHaveTextContent("1 product");
    expect(server.callsTo(LIVE)[0]?.query.get("category")).toBe("Bags");
  });

  test("an empty category says so and leads back", async () => {
    await openScreen("/products/kids", catalogueServer([]));
    expect(await screen.findByText("We're curating amazing brands for you — check back soon!")).toBeVisible();
    for (const back of screen.getAllByRole("link", { name: "Back to Products" })) {
      expect(back).toHaveAttribute("href", "/products");
    }
  });

  test("a long category is fetched page by page, and no brand is shown before it is whole", async () => {
    const user = quickUser();
    const listings = Array.from({ length: 150 }, (_, index) =>
      listing({ name: `Bag ${index}`, brand: `Brand ${Math.floor(index / 30)}` }),
    );
    const { server } = await openScreen("/products/bags", catalogueServer(listings));
    expect(await screen.findByText("100 of 150 listings looked through")).toBeVisible();
    expect(screen.getAllByRole("article")).toHaveLength(3);
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(5));
    expect(screen.getAllByText("30 products")).toHaveLength(5);
    expect(screen.queryByRole("button", { name: "Show more" })).not.toBeInTheDocument();
    // By keyboard one goes on from here.
    expect(screen.getByText("150 of 150 listings looked through")).toHaveFocus();
    expect(server.callsTo(LIVE).map(({ query }) => query.get("limit"))).toEqual(["100", "100"]);
  });

  test("a provider's card counts pictures and leads twice to its page", async () => {
    await openScreen(
      "/services/transport-delivery",
      catalogueServer([
        listing({
          name: "Parcels",
          module: "services",
          category: "Transport and Delivery",
          brand: "  Sakhi Wheels ",
          productImages: images("a", "b"),
          brandDescription: "",
          description: "",
        }),
        listing({
          name: "Moving",
          module: "services",
          category: "Transport and Delivery",
          brand: "Sakhi Wheels",
          productImages: images("c"),
          brandDescription: "",
          description: "",
        }),
      ]),
    );
    expect(screen.getByRole("heading", { level: 1, name: "Transport and Delivery" })).toBeVisible();
    const card = await screen.findByRole("article");
    expect(card).toHaveTextContent("3 services");
    expect(card).toHaveTextContent("This provider offers professional services in Transport and Delivery.");
    for (const name of ["Sakhi Wheels", "Explore Brand: Sakhi Wheels"]) {
      expect(within(card).getByRole("link", { name })).toHaveAttribute("href", "/services/brands/Sakhi%20Wheels");
    }
    expect(screen.getByRole("link", { name: "Back to Services" })).toHaveAttribute("href", "/services");
  });

  test("an unknown service id is used as it is given", async () => {
    const { server } = await openScreen("/services/moon%20walks", catalogueServer([]));
    expect(screen.getByRole("heading", { level: 1, name: "moon walks" })).toBeVisible();
    expect(
      await screen.findByText(
        "Exciting service providers coming soon! Meanwhile, explore other services you might love.",
      ),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "Explore Other Categories" })).toHaveAttribute("href", "/services");
    expect(server.callsTo(LIVE)[0]?.query.get("category")).toBe("moon walks");
  });

  test("a brand shows at most 5 pictures and 3 categories, its networks, and the way to its shop", async () => {
    const user = quickUser();
    const { server } = await openSite(
      "/brands/jhola%20junction",
      catalogueServer(
        ["Bags", "Gifts", "Kids", "Apparel"].map((category, index) =>
          listing({ name: `Thing ${index}`, category, productImages: images(`${index}a`, `${index}b`) }),
        ),
      ),
    );
    expect(await screen.findByRole("heading", { level: 1, name: "Jhola Junction" })).toBeVisible();
    expect(screen.getAllByRole("article")).toHaveLength(5);
    expect(screen.getAllByTestId("category-badge").map(({ textContent }) => textContent)).toEqual([
      "Bags",
      "Gifts",
      "Kids",
    ]);
    const visit = screen.getByRole("link", { name: /^Visit Shop/ });
    expect(visit).toHaveAttribute("href", "https://jhola.example");
    expect(visit).toHaveAttribute("target", "_blank");
    expect(visit).toHaveAttribute("rel", "noopener noreferrer");
    expect(screen.getByRole("link", { name: /^Jhola Junction: Instagram/ })).toBeVisible();
    expect(screen.queryByRole("link", { name: /^Jhola Junction: Facebook/ })).not.toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Back to Bags" })).toHaveAttribute("href", "/products/bags");
    expect(server.callsTo(LIVE)[0]?.query.get("module")).toBe("shops");
    const [first] = screen.getAllByRole("button", { name: "Thing 0" });
    if (first === undefined) throw new Error("no picture of the first thing");
    await user.click(first);
    expect(await screen.findByRole("dialog", { name: "Thing 0" })).toBeVisible();
  });

  test.each([
    ["/brands/jhola%20JUNCTION", "/brands/Jhola%20Junction", "Bags from old sarees."],
    ["/brands/hunar?module=ngos", "/brands/Hunar?module=ngos", "Sewing for girls."],
    ["/brands/seekho?module=services", "/services/brands/Seekho", expect.stringMatching(/^Seekho on Sakhi Bazaar/)],
    ["/services/brands/seekho", "/services/brands/Seekho", expect.stringMatching(/^Seekho on Sakhi Bazaar/)],
    ["/categories/skilling/hunar", "/brands/Hunar?module=ngos", "Sewing for girls."],
    ["/events/DIWALI", "/events/Diwali", "Brands and products that take part in Diwali."],
  ])("%s says that its address is %s, and what it is about", async (path, canonical, description) => {
    const ngo = {
      module: "ngos",
      category: "Skilling",
      brand: "Hunar",
      brandDescription: "Sewing for girls.",
    } as const;
    const service = { module: "services", category: "Training", brand: "Seekho", brandDescription: "" } as const;
    const server = catalogueServer([
      listing({ name: "Tote", eventName: "Diwali" }),
      listing({ name: "Course", ...ngo }),
      listing({ name: "Sewing", ...service }),
    ]);
    await openScreen(path, server);
    const link = () => document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href;
    await waitFor(() => expect(link()).toBe(globalThis.location.origin + canonical));
    await waitFor(() =>
      expect(document.querySelector<HTMLMetaElement>("meta[name=description]")?.content).toEqual(description),
    );
  });

  test.each([
    "/brands/Nobody",
    "/services/brands/Nobody",
    "/products/rockets",
    "/categories/rockets",
    "/categories/handicrafts/nobody",
  ])("%s, where there is nothing, asks to be left out of what is found", async (path) => {
    await openScreen("/products", catalogueServer([]));
    await openScreen(path, catalogueServer([]));
    const robots = () => document.querySelector<HTMLMetaElement>("meta[name=robots]")?.content;
    await waitFor(() => expect(robots()).toBe("noindex"));
    expect(document.querySelector("link[rel=canonical]")).toBeNull();
  });

  test.each([
    ["Handicrafts", "Back to Handicrafts", "/categories/handicrafts"],
    ["Handloom Textiles", "Back to Handloom Textiles", "/categories/handloom-textiles"],
    ["Skilling", "Back to NGO", "/ngo"],
  ])("an NGO brand of %s goes %s and shows its mission", async (category, label, back) => {
    await openScreen(
      "/brands/Hunar?module=ngos",
      catalogueServer([listing({ name: "Work", module: "ngos", category, brand: "Hunar" })]),
    );
    expect(await screen.findByRole("link", { name: /^View Mission/ })).toBeVisible();
    expect(screen.getByRole("link", { name: label })).toHaveAttribute("href", back);
  });

  test("a provider without a website has no button for it; without listings it says so, and so does a brand", async () => {
    const server = catalogueServer([
      listing({ name: "Course", module: "services", category: "Training", brand: "Seekho", websiteUrl: "  " }),
    ]);
    const site = await openScreen("/services/brands/Seekho", server);
    expect(await screen.findByText("Pune, Maharashtra")).toBeVisible();
    expect(screen.queryByRole("link", { name: /Explore Services/ })).not.toBeInTheDocument();
    await act(() => site.navigate("/brands/Nobody"));
    expect(await screen.findByText("Products Will Be Published Soon")).toBeVisible();
    await act(() => site.navigate("/services/brands/Nobody"));
    expect(await screen.findByText("Services Will Be Published Soon")).toBeVisible();
    expect(
      screen.getByText(
        "Meanwhile, check out other amazing service providers or come back later to explore this provider's offerings",
      ),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "Explore Other Services" })).toHaveAttribute("href", "/services");
  });

  test("an event's listings are found whatever the case, counted, and open the dialog", async () => {
    const user = quickUser();
    const site = await openSite(
      "/events/DIWALI",
      catalogueServer([
        listing({ name: "Diya", eventName: "Diwali" }),
        listing({ name: "Rangoli", eventName: "diwali" }),
        listing({ name: "Kite", eventName: "Sankranti" }),
      ]),
    );
    expect(await screen.findByText("2 participants")).toBeVisible();
    // As specified, without parameters.
    expect(site.server.callsTo(LIVE).map(({ query }) => query.toString())).toEqual([""]);
    expect(screen.queryByText("Kite")).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Rangoli" }));
    expect(await screen.findByRole("dialog", { name: "Rangoli" })).toBeVisible();
    await act(() => site.navigate("/events/sankranti"));
    expect(await screen.findByText("1 participant")).toBeVisible();
  });

  test("an event among more listings than one answer holds is asked for by its name", async () => {
    const server = catalogueServer([
      ...Array.from({ length: 500 }, (_, place) => listing({ name: `Kite ${place}`, eventName: "Sankranti" })),
      listing({ name: "Diya", eventName: "Diwali" }),
    ]);
    await openScreen("/events/diwali", server);
    expect(await screen.findByText("1 participant")).toBeVisible();
  });

  test("an event of the past keeps its page when nobody is listed with it any more", async () => {
    const server = catalogueServer([]);
    server.on("GET /listings/past-events", {
      json: [
        {
          id: "mela-1",
          kind: "mela",
          title: "The Mela 2025",
          date: "3rd and 4th December 2025",
          time: null,
          venue: "Palace Grounds, Pune",
          description: "A two-day market.",
          image: null,
        },
      ],
    });
    await openScreen("/events/the%20mela%202025", server);
    expect(await screen.findByRole("heading", { level: 1, name: "The Mela 2025" })).toBeVisible();
    expect(screen.getByText("A two-day market.")).toBeVisible();
    expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
      "3rd and 4th December 2025",
      "Palace Grounds, Pune",
    ]);
    expect(screen.getByText("No Products Found")).toBeVisible();
    expect(screen.queryByText("Stalls for this edition can't be booked yet.")).toBeNull();
  });

  test("an edition of the Mela to come says that it can't be booked yet", async () => {
    const server = catalogueServer([]);
    const edition = { id: "mela-2", kind: "mela", title: "The Mela 2027", date: "1st December 2027" } as const;
    server.on("GET /listings/past-events", {
      json: [{ ...edition, time: null, venue: null, description: "A market.", image: null, toCome: true }],
    });
    await openScreen("/events/The%20Mela%202027", server);
    expect(await screen.findByText("Stalls for this edition can't be booked yet.")).toBeVisible();
  });

  test("an event says when it loads and when nothing is found", async () => {
    const held = gate();
    const server = catalogueServer([]);
    server.on(LIVE, async () => {
      await held.opened;
      return { json: [] };
    });
    await openScreen("/events/Holi%20Mela", server);
    expect(screen.getByText("Loading event details...")).toBeVisible();
    held.open();
    expect(await screen.findByText("No Products Found")).toBeVisible();
    expect(screen.getByText('We couldn\'t find any products for the event "Holi Mela"')).toBeVisible();
  });
});
