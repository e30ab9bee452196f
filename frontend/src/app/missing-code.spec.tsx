import { expect, jest, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import { openListing } from "../shared/open-listing";
import { catalogueServer, listing } from "../test/catalogue-server";
import { quickUser } from "../test/clock";
import { openSite } from "../test/render-site";

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

test.each([
  ["reloads the page if the server is reachable", async () => new Response(), 1, "is saved."],
  ["reloads a page with the status 404", async () => new Response("", { status: 404 }), 1, "is saved."],
  ["reports a failing server", async () => new Response("", { status: 502 }), 0, "can't be reached"],
  ["reports an unreachable server", () => Promise.reject(new TypeError("Failed to fetch")), 0, "can't be reached"],
])("the toast's button %s", async (_what, respond, reloads, note) => {
  // jsdom reports a reload as an error.
  const consoleError = jest.spyOn(console, "error").mockImplementation(() => undefined);
  await openSite("/paid-events/policies", catalogueServer([]));
  openListing(listing({ name: "Tote" }));
  const button = await screen.findByRole("button", { name: "Reload the page" });
  const fetchPage = jest.fn<typeof fetch>(respond);
  globalThis.fetch = fetchPage;
  await quickUser().click(button);
  expect(fetchPage).toHaveBeenCalledWith(globalThis.location.href, { method: "HEAD" });
  expect(await screen.findByText(new RegExp(note))).toBeVisible();
  const reloaded = () => consoleError.mock.calls.filter(([error]) => String(error).includes("navigation"));
  await waitFor(() => expect(reloaded()).toHaveLength(reloads));
  expect(button).toHaveFocus();
  consoleError.mockRestore();
});

test("after-start prefetches the menu and the search, in case the connection is lost before their first use", async () => {
  const fetched: string[] = [];
  for (const part of ["./side-menu", "../features/search/search-parts"])
    jest.unstable_mockModule(part, () => {
      fetched.push(part);
      return {};
    });
  const { store, history } = await openSite("/paid-events/policies", catalogueServer([]));
  const { afterStart } = await import("./after-start");
  afterStart(store, history);
  await waitFor(() =>
    expect(fetched).toEqual(expect.arrayContaining(["./side-menu", "../features/search/search-parts"])),
  );
});
