import { expect, jest, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import { catalogueServer, listing } from "../test/catalogue-server";
import { quickUser } from "../test/clock";
import { openSite } from "../test/render-site";
import { openListing } from "../ui/open-listing";

const missing = () => {
  throw new TypeError("Failed to fetch dynamically imported module");
};
jest.unstable_mockModule("./side-menu", missing);
jest.unstable_mockModule("../features/listings/listing-dialog", missing);

test.each([
  ["the menu", async () => quickUser().click(screen.getByRole("button", { name: "Menu" }))],
  ["a listing", async () => openListing(listing({ name: "Tote" }))],
])("%s whose code cannot be fetched shows an error toast and leaves the page as it was", async (_what, open) => {
  await openSite("/paid-events/policies", catalogueServer([]));
  await open();
  expect(await screen.findByText("This did not open")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "Event Policies" })).toBeVisible();
});

test("after-start prefetches the menu and the search, in case the connection is lost before their first use", async () => {
  const fetched: string[] = [];
  for (const part of ["./side-menu", "../features/search/search-parts", "../ui/theme/fonts-devanagari.css"])
    jest.unstable_mockModule(part, () => {
      fetched.push(part);
      return {};
    });
  await import("./after-start");
  await waitFor(() =>
    expect(fetched).toEqual(expect.arrayContaining(["./side-menu", "../features/search/search-parts"])),
  );
});
