import { describe, expect, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import { catalogueServer, listing, searchReply } from "../../test/catalogue-server";
import { fakeClock, pass, quickUser } from "../../test/clock";
import { openScreen, openSite } from "../../test/render-site";
import { groupByBrand, imagesOf, completeBrands } from "./brand-groups";

const LIVE = "GET /listings/live";
const images = (...names: string[]) => names.map((name) => ({ imageUrl: `/images/v1/shops/bags/${name}.svg` }));

describe("category pages", () => {
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

  test("/products shows only categories with live listings, each linked to its page", async () => {
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

  test("/products reads its filter from the URL and writes it there", async () => {
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

  test("/products?category=Others does not filter", async () => {
    await openScreen(
      "/products?category=Others",
      catalogueServer([...SHOPS, listing({ name: "Kite", category: "Others" })]),
    );
    expect(await screen.findByRole("link", { name: "Bags" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Kite" })).toBeVisible();
    expect(screen.getByRole("combobox", { name: "Product category" })).toHaveValue("");
  });

  test("/services lists All Services, then the available categories alphabetically", async () => {
    const site = await openScreen("/services", all());
    await screen.findByRole("link", { name: "Training" });
    expect(choices()).toEqual(["All Services", "Legal Consultancy", "Training"]);
    expect(site.server.callsTo(LIVE)[0]?.query.get("module")).toBe("services");
  });

  test("/ngo writes its filter to the URL and matches categories case-insensitively", async () => {
    const user = quickUser();
    const site = await openScreen("/ngo", all());
    expect(await screen.findByRole("link", { name: "Handicrafts" })).toHaveAttribute("href", "/categories/handicrafts");
    expect(screen.queryByRole("link", { name: "Handloom Textiles" })).not.toBeInTheDocument();
    await user.selectOptions(screen.getByRole("combobox", { name: "NGO category" }), "Skilling");
    expect(site.address()).toBe("/ngo?category=Skilling");
    await user.selectOptions(screen.getByRole("combobox", { name: "NGO category" }), "All Categories");
    expect(site.address()).toBe("/ngo");
  });

  test("/ngo?brand= shows that brand first", async () => {
    await openScreen("/ngo?brand=moonj%20samiti", all());
    const region = await screen.findByRole("region", { name: "The initiative you are looking for" });
    expect(await within(region).findByRole("link", { name: "Moonj Samiti" })).toHaveAttribute(
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
    "%s shows %d skeletons while loading, then the error %p, and retries only on request",
    async (path, count, message) => {
      const user = quickUser();
      const server = all();
      const respond = [
        server.withhold("GET /listings/categories", { json: [] }),
        server.withhold(LIVE, { status: 500, text: "broken" }),
      ];
      await openScreen(path, server);
      expect(screen.queryAllByTestId("skeleton")).toHaveLength(count);
      for (const each of respond) each();
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

test("a cached list whose refetch failed is fetched from the first page on retry", async () => {
  const user = fakeClock();
  const server = catalogueServer(Array.from({ length: 101 }, (_, index) => listing({ name: `Bag ${index}` })));
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

test("a cached page stays visible below the error of its refetch", async () => {
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
  expect(screen.getByRole("link", { name: "Tote" })).toBeVisible();
});

test("Show more keeps the list when the next page fails, and fetches that page on retry", async () => {
  const user = quickUser();
  const server = catalogueServer([]);
  const bags = (from: number) => ({
    json: Array.from({ length: 100 }, (_, index) => listing({ name: `Bag ${from + index}`, brand: `Brand ${from}` })),
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

describe("NGO pages", () => {
  const MOONJ = listing({ name: "Basket", module: "ngos", category: "Handicrafts", brand: "Moonj & Co" });

  test("a category shows its brands with product counts", async () => {
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

  test("an unknown category shows Category Not Found without an API call", async () => {
    const { server } = await openScreen("/categories/nope", catalogueServer([]));
    expect(screen.getByRole("heading", { level: 1, name: "Category Not Found" })).toBeVisible();
    expect(screen.getByText("The category you're looking for doesn't exist.")).toBeVisible();
    expect(server.callsTo(LIVE)).toHaveLength(0);
  });

  test("a static brand shows its contacts, city and website", async () => {
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

  test("a static brand without a website has an e-mail link instead", async () => {
    await openScreen("/categories/handloom-textiles/kashiavika", catalogueServer([]));
    expect(screen.getByRole("link", { name: "Write an e-mail" })).toHaveAttribute(
      "href",
      "mailto:weave@kashiavika.example",
    );
    expect(screen.queryByRole("link", { name: /View Mission/ })).not.toBeInTheDocument();
  });

  test("a live brand is found by its slug", async () => {
    await openScreen("/categories/handicrafts/moonj-co", catalogueServer([MOONJ]));
    expect(await screen.findByRole("heading", { level: 1, name: "Moonj & Co" })).toBeVisible();
    expect(await screen.findByRole("link", { name: "Basket" })).toBeVisible();
  });

  test("a live brand beyond the first 500 listings is found by the search, whose failure is shown as an error (R-023)", async () => {
    const user = quickUser();
    const others = Array.from({ length: 500 }, (_, index) => ({ ...MOONJ, id: `${index}`, brand: "Aaa" }));
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
    expect(await screen.findByRole("link", { name: "Basket" })).toBeVisible();
  });

  test.each(["/categories/handicrafts/nobody", "/categories/nowhere/tisser"])(
    "%s shows Brand Not Found",
    async (path) => {
      await openScreen(path, catalogueServer([MOONJ]));
      expect(await screen.findByRole("heading", { level: 1, name: "Brand Not Found" })).toBeVisible();
      expect(screen.getByText("The brand you're looking for doesn't exist.")).toBeVisible();
    },
  );
});

describe("brand groups", () => {
  const at = (imageUrl: string) => ({ imageUrl });

  test("groupByBrand groups listings by trimmed brand name and omits those without one", () => {
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

  test("groupByBrand counts images, takes the first one, and lists each category once", () => {
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

  test("imagesOf falls back to the listing's image without product images", () => {
    const bare = listing({ name: "a", productImages: [], image: "/own.svg" });
    expect(groupByBrand([bare])[0]?.firstImage).toBe("/own.svg");
    expect(imagesOf(bare)).toEqual([{ src: "/own.svg", picture: undefined }]);
    expect(imagesOf({ ...bare, image: null })).toEqual([]);
  });

  test("completeBrands omits the last brand while more pages follow, unless it is the only one", () => {
    const groups = groupByBrand([listing({ name: "a", brand: "A" }), listing({ name: "b", brand: "B" })]);
    expect(completeBrands(groups, true).map(({ name }) => name)).toEqual(["A"]);
    expect(completeBrands(groups, false)).toHaveLength(2);
    expect(completeBrands(groups.slice(0, 1), true)).toHaveLength(1);
  });
});

describe("brand, category and event pages", () => {
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

  test.each([
    ["/products/kids", "We're curating amazing brands for you — check back soon!", "Back to Products", "/products"],
    ["/categories/skilling", "No NGOs found for this category yet.", "Back to NGO", "/ngo"],
  ])("%s without brands shows an empty state with links back", async (path, text, label, back) => {
    await openScreen(path, catalogueServer([]));
    expect(await screen.findByText(text)).toBeVisible();
    for (const link of screen.getAllByRole("link", { name: label })) expect(link).toHaveAttribute("href", back);
  });

  test("a long category loads page by page and shows only complete brands", async () => {
    const user = quickUser();
    const listings = Array.from({ length: 150 }, (_, index) =>
      listing({ name: `Bag ${index}`, brand: `Brand ${Math.floor(index / 30)}` }),
    );
    const { server } = await openScreen("/products/bags", catalogueServer(listings));
    expect(await screen.findByText("100 of 150 listings loaded")).toBeVisible();
    expect(screen.getAllByRole("article")).toHaveLength(3);
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(5));
    expect(screen.getAllByText("30 products")).toHaveLength(5);
    expect(screen.queryByRole("button", { name: "Show more" })).not.toBeInTheDocument();
    // The removed button's focus.
    expect(screen.getByText("150 of 150 listings loaded")).toHaveFocus();
    expect(server.callsTo(LIVE).map(({ query }) => query.get("limit"))).toEqual(["100", "100"]);
  });

  test("a provider's card counts its images as services and has two links to its page", async () => {
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

  test("an unknown service category is used verbatim", async () => {
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

  test("a brand shows at most 5 images and 3 categories, its social networks, and a link to its shop", async () => {
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
    const [first] = screen.getAllByRole("link", { name: "Thing 0" });
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
  ])("%s has the canonical URL %s and a description", async (path, canonical, description) => {
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
    "/events/Holi",
  ])("%s is noindex since nothing exists there", async (path) => {
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
  ])("an NGO brand of %s links %s and to its website", async (category, label, back) => {
    await openScreen(
      "/brands/Hunar?module=ngos",
      catalogueServer([listing({ name: "Work", module: "ngos", category, brand: "Hunar" })]),
    );
    expect(await screen.findByRole("link", { name: /^View Mission/ })).toBeVisible();
    expect(screen.getByRole("link", { name: label })).toHaveAttribute("href", back);
  });

  test("a provider without a website has no button for it, and providers and brands that nobody knows are called unknown, with a search", async () => {
    const server = catalogueServer([
      listing({ name: "Course", module: "services", category: "Training", brand: "Seekho", websiteUrl: "  " }),
    ]);
    const site = await openScreen("/services/brands/Seekho", server);
    expect(await screen.findByText("Pune, Maharashtra")).toBeVisible();
    expect(screen.queryByRole("link", { name: /Explore Services/ })).not.toBeInTheDocument();
    await act(() => site.navigate("/brands/Nobody"));
    expect(await screen.findByRole("heading", { level: 1, name: "We don't know this brand" })).toBeVisible();
    expect(screen.queryByText(/pictures ready|Published Soon/)).not.toBeInTheDocument();
    await act(() => site.navigate("/services/brands/No%20body"));
    expect(await screen.findByText(/^Nobody called “No body” is listed here/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Search for it" })).toHaveAttribute("href", "/?q=No%20body");
    expect(screen.getByRole("link", { name: "Explore Other Services" })).toHaveAttribute("href", "/services");
  });

  test("an event's listings are matched case-insensitively, counted, and open the dialog", async () => {
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
    // Without parameters, as specified.
    expect(site.server.callsTo(LIVE).map(({ query }) => query.toString())).toEqual([""]);
    expect(screen.queryByText("Kite")).not.toBeInTheDocument();
    await user.click(screen.getByRole("link", { name: "Rangoli" }));
    expect(await screen.findByRole("dialog", { name: "Rangoli" })).toBeVisible();
    await act(() => site.navigate("/events/sankranti"));
    expect(await screen.findByText("1 participant")).toBeVisible();
  });

  test("an event is fetched by name if all listings exceed one response", async () => {
    const server = catalogueServer([
      ...Array.from({ length: 500 }, (_, index) => listing({ name: `Kite ${index}`, eventName: "Sankranti" })),
      listing({ name: "Diya", eventName: "Diwali" }),
    ]);
    await openScreen("/events/diwali", server);
    expect(await screen.findByText("1 participant")).toBeVisible();
  });

  const EDITION = {
    ...{ id: "mela-1", title: "The Mela 2025", description: "A two-day market.", image: null },
    ...{ kind: "mela" as const, date: "3rd and 4th December 2025", time: null, venue: "Palace Grounds, Pune" },
  };

  test("a past event keeps its page without listings", async () => {
    const server = catalogueServer([]);
    server.on("GET /listings/past-events", { json: [EDITION] });
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

  test("a future edition of the Mela says that it can't be booked yet", async () => {
    const server = catalogueServer([]);
    server.on("GET /listings/past-events", { json: [{ ...EDITION, title: "The Mela 2027", toCome: true }] });
    await openScreen("/events/The%20Mela%202027", server);
    expect(await screen.findByText("Stalls for this edition can't be booked yet.")).toBeVisible();
  });

  test("an event shows its loading and empty states", async () => {
    const server = catalogueServer([]);
    const respond = server.withhold(LIVE, { json: [] });
    await openScreen("/events/Holi%20Mela", server);
    expect(screen.getByText("Loading event details...")).toBeVisible();
    respond();
    expect(await screen.findByText("No Products Found")).toBeVisible();
    expect(screen.getByText('We couldn\'t find any products for the event "Holi Mela"')).toBeVisible();
  });
});
