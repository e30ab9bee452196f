import { beforeAll, expect, test } from "@jest/globals";
import { EMPTY_PAGE, emptyProduct } from "@sakhi/domain/brands/brand-page.rules";
import { screen, within } from "@testing-library/react";
import type { MyBrand } from "../../api/brand-api";
import { errorResponse, FakeServer } from "../../test/fake-server";
import { openScreen } from "../../test/render-site";
import { listingsOf } from "./brand-look";

const [MANGO, LEMON, FIG] = ["a", "b", "c"].map((end) => `8d0f0a3e-8a54-4a3e-9b0e-2d4f5c6b7a8${end}`);
const PHOTO = "8d0f0a3e-8a54-4a3e-9b0e-2d4f5c6b7a90";

const page = {
  ...EMPTY_PAGE,
  ...{ story: "We cook pickles in Jaipur.", place: "Jaipur, Rajasthan", whatsappUrl: "https://wa.me/919845012345" },
  products: [
    {
      ...emptyProduct(MANGO!),
      ...{ name: "Mango pickle", category: "Food & Food Products", text: "Hot." },
      price: { kind: "fixed" as const, fromPaise: 25_000, toPaise: null },
      pictures: [{ id: PHOTO, alt: "" }],
    },
    { ...emptyProduct(LEMON!), name: "Lemon pickle", category: "Food & Food Products", pictures: [] },
    { ...emptyProduct(FIG!), name: "Fig jam", category: "Food & Food Products", pictures: [] },
  ],
};
const file = { format: "webp" as const, url: "/pictures/jar-640.webp", width: 640, height: 480 };
const brand = {
  ...{ brandName: "Saheli Pickles", module: "shops", category: "Food & Food Products", status: "in_review" },
  notShown: [
    { id: LEMON, state: "paused" },
    { id: FIG, state: "hidden" },
  ],
  ...{ verified: false, page: EMPTY_PAGE, documents: [], weeks: [], links: [], uploadTicket: "t" },
  pictures: [{ id: PHOTO, state: "ready", bytes: 9, received: 9, alt: "", width: 640, height: 480, files: [file] }],
  change: { state: "draft", version: 3, content: page, savedAt: "2026-11-22T10:00:00.000Z" },
} as unknown as MyBrand;

beforeAll(async () => {
  await import("./brand-look.page");
});

test("shows the page as it is written: pictures, prices and WhatsApp; not what its owner hides", async () => {
  const server = new FakeServer();
  server.on("GET /my-brand", { json: brand });
  await openScreen("/my/brand/look", server);
  expect(await screen.findByRole("heading", { level: 1, name: "Saheli Pickles" })).toBeVisible();
  expect(screen.getByText(/^This is how your page will look\./)).toBeVisible();
  expect(screen.getByText("Jaipur, Rajasthan")).toBeVisible();
  expect(screen.getByRole("link", { name: /Ask on WhatsApp/ })).toBeVisible();
  const mango = within(screen.getByText("Mango pickle").closest("article")!);
  expect(mango.getByText("₹250")).toBeVisible();
  expect(within(screen.getByText("Lemon pickle").closest("article")!).getByText("Not available now")).toBeVisible();
  expect(screen.queryByText("Fig jam")).toBeNull();
  expect(screen.getByRole("link", { name: "Back to my page" })).toHaveAttribute("href", "/my/brand");
  // Nobody writes to a page that is not there yet.
  expect(screen.queryByRole("heading", { name: /^Write to/ })).toBeNull();
});

test("without a link, it says so and offers a new one", async () => {
  const server = new FakeServer();
  server.on("GET /my-brand", errorResponse(403, "brand_link_invalid", "This link no longer works"));
  await openScreen("/my/brand/look", server);
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeVisible();
});

test("is the public page where nothing is being changed, and the brand's card without products", () => {
  const { change: _, ...unchanged } = brand;
  expect(listingsOf(unchanged as MyBrand)).toEqual([expect.objectContaining({ isCard: true, name: "Saheli Pickles" })]);
});
