import { beforeAll, expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import type { Listing } from "../../api/catalogue-api";
import { catalogueServer, listing } from "../../test/catalogue-server";
import { quickUser } from "../../test/clock";
import { openScreen } from "../../test/render-site";

beforeAll(async () => {
  await import("./brand.pages");
});

type Shown = NonNullable<Listing["picture"]>;
const picture = (id: string, alt = ""): Shown => ({
  ...{ id, alt, width: 1080, height: 810, placeholder: "data:image/webp;base64,AA==" },
  files: (["avif", "webp"] as const).flatMap((format) =>
    [320, 1080].map((width) => ({
      ...{ format, width, height: (width * 3) / 4 },
      url: `/pictures/${id}-${width}.${format}`,
    })),
  ),
});

/** A product with pictures of its own. */
const product = (name: string, count: number, more: Partial<Listing> = {}): Listing => {
  const productPictures = Array.from({ length: count }, (_, at) =>
    picture(`${name}-${at}`, `${name}, picture ${at + 1}`),
  );
  return listing({
    ...{ name, productPictures, picture: productPictures[0] ?? null, verified: true },
    productImages: productPictures.map(({ files }) => ({ imageUrl: files.at(-1)!.url })),
    image: productPictures[0]?.files.at(-1)?.url ?? null,
    ...{ logoPicture: picture("logo"), coverPicture: picture("cover", "A loom by the river"), ...more },
  });
};
const open = (...listings: Listing[]) => openScreen("/brands/Jhola%20Junction", catalogueServer(listings));

test("a brand's page shows its cover in words, logo, badge, story and a gallery of at most five pictures", async () => {
  await open(product("Tote", 3), product("Potli", 2), product("Sling", 2));
  expect(await screen.findByRole("heading", { level: 1, name: "Jhola Junction" })).toBeVisible();
  expect(screen.getByRole("img", { name: "A loom by the river" })).toBeInTheDocument();
  expect(screen.getByText("Bags from old sarees.")).toBeVisible();
  const gallery = within(screen.getByRole("region", { name: "Products" }));
  const names = gallery.getAllByRole("article").map((card) => within(card).getByRole("heading").textContent);
  // The first picture of each product, then the second ones.
  expect(names).toEqual(["Tote", "Potli", "Sling", "Tote", "Potli"]);
  expect(screen.queryByRole("region", { name: "More products" })).not.toBeInTheDocument();
});

test("products beyond the gallery have their own part; pictures come in both formats with their size", async () => {
  await open(...["Tote", "Potli", "Sling", "Clutch", "Pouch", "Satchel"].map((name) => product(name, 1)));
  const more = within(await screen.findByRole("region", { name: "More products" }));
  expect(more.getByRole("heading", { name: "Satchel" })).toBeVisible();
  const cover = screen.getByRole("img", { name: "A loom by the river" }).closest("picture");
  const sources = [...(cover?.querySelectorAll("source") ?? [])];
  expect(sources.map(({ type }) => type)).toEqual(["image/avif", "image/webp"]);
  expect(sources[0]).toHaveAttribute("srcset", "/pictures/cover-320.avif 320w, /pictures/cover-1080.avif 1080w");
});

test("the badge says what it means on focus, on hover and for screen readers, and closes by Escape", async () => {
  const user = quickUser();
  await open(product("Tote", 1));
  await screen.findByRole("heading", { level: 1, name: "Jhola Junction" });
  const [badge] = screen.getAllByRole("button", { name: "Verified" });
  const meaning = () => screen.queryAllByRole("tooltip").length;
  expect(badge).toHaveAccessibleDescription("We have seen this business's registration document.");
  expect(meaning()).toBe(0);
  await user.hover(badge!);
  expect(meaning()).toBe(1);
  await user.unhover(badge!);
  expect(meaning()).toBe(0);
  await user.click(badge!);
  expect(meaning()).toBe(1);
  await user.keyboard("{Escape}");
  expect(meaning()).toBe(0);
});

test("a brand that nobody has verified has no badge", async () => {
  await open(product("Tote", 1, { verified: false }));
  await screen.findByRole("heading", { level: 1, name: "Jhola Junction" });
  expect(screen.queryByRole("button", { name: "Verified" })).not.toBeInTheDocument();
});
