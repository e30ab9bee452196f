import { expect, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { catalogueServer, listing } from "../../test/catalogue-server";
import { gate } from "../../test/fake-server";
import { openScreen, openSite } from "../../test/render-site";

const images = (...names: string[]) => names.map((name) => ({ imageUrl: `/images/v1/shops/bags/${name}.svg` }));

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
  expect(server.callsTo("GET /listings/live")[0]?.query.get("category")).toBe("Bags");
});

test("an empty category says so and leads back", async () => {
  await openScreen("/products/kids", catalogueServer([]));
  expect(await screen.findByText("We're curating amazing brands for you — check back soon!")).toBeVisible();
  for (const back of screen.getAllByRole("link", { name: "Back to Products" })) {
    expect(back).toHaveAttribute("href", "/products");
  }
});

test.each([
  ["/products/bags", 3],
  ["/services/training", 3],
  ["/categories/skilling", 3],
  ["/brands/Jhola", 4],
  ["/services/brands/Seekho", 4],
])("%s stands with %d grey cards while loading", async (path, count) => {
  const held = gate();
  const server = catalogueServer([]);
  server.on("GET /listings/live", async () => {
    await held.opened;
    return { json: [] };
  });
  await openScreen(path, server);
  expect(screen.getAllByTestId("skeleton")).toHaveLength(count);
  held.open();
  await waitFor(() => expect(screen.queryByTestId("skeleton")).not.toBeInTheDocument());
});

test("a long category is fetched page by page, and no brand is shown before it is whole", async () => {
  const user = userEvent.setup();
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
  expect(server.callsTo("GET /listings/live").map(({ query }) => query.get("limit"))).toEqual(["100", "100"]);
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
  expect(server.callsTo("GET /listings/live")[0]?.query.get("category")).toBe("moon walks");
});

test("a brand shows at most 5 pictures and 3 categories, its networks, and the way to its shop", async () => {
  const user = userEvent.setup();
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
  expect(server.callsTo("GET /listings/live")[0]?.query.get("module")).toBe("shops");
  const [first] = screen.getAllByRole("button", { name: "Thing 0" });
  if (first === undefined) throw new Error("no picture of the first thing");
  await user.click(first);
  expect(await screen.findByRole("dialog", { name: "Thing 0" })).toBeVisible();
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

test("a brand or provider without live listings will be published soon", async () => {
  await openScreen("/brands/Nobody", catalogueServer([]));
  expect(await screen.findByText("Products Will Be Published Soon")).toBeVisible();
});

test("a provider without a website has no button for it; without listings it says so", async () => {
  const server = catalogueServer([
    listing({ name: "Course", module: "services", category: "Training", brand: "Seekho", websiteUrl: "  " }),
  ]);
  const site = await openScreen("/services/brands/Seekho", server);
  expect(await screen.findByText("Pune, Maharashtra")).toBeVisible();
  expect(screen.queryByRole("link", { name: /Explore Services/ })).not.toBeInTheDocument();
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
  const user = userEvent.setup();
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
  expect(site.server.callsTo("GET /listings/live").map(({ query }) => query.toString())).toEqual([""]);
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
  server.on("GET /listings/live", async () => {
    await held.opened;
    return { json: [] };
  });
  await openScreen("/events/Holi%20Mela", server);
  expect(screen.getByText("Loading event details...")).toBeVisible();
  held.open();
  expect(await screen.findByText("No Products Found")).toBeVisible();
  expect(screen.getByText('We couldn\'t find any products for the event "Holi Mela"')).toBeVisible();
});
