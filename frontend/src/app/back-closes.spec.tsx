import { beforeAll, expect, test } from "@jest/globals";
import { act, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { openListing } from "../shared/open-listing";
import { catalogueServer, listing } from "../test/catalogue-server";
import { quickUser } from "../test/clock";
import type { FakeServer } from "../test/fake-server";
import { openSite } from "../test/render-site";

beforeAll(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

/** A server with one free stall, and a page of a brand. */
function server(): FakeServer {
  const fake = catalogueServer([]);
  fake.layout = fake.layout.filter(({ stallId }) => stallId === "B12");
  return fake;
}

const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole("button", { name }));
const PLAN = "/paid-events/mela";
const SUPPORT = "/support";

/** Everything that opens over a page of the public site: how it is opened, and what shows that it is open. */
const OVERLAYS: readonly [string, string, (user: UserEvent) => Promise<unknown>, () => Element | null][] = [
  ["the menu", SUPPORT, (user) => press(user, "Menu"), () => document.querySelector("dialog[open]")],
  ["the menu Shop", SUPPORT, (user) => press(user, "Shop"), () => document.querySelector("button[aria-expanded=true]")],
  [
    "the search of a phone",
    SUPPORT,
    (user) => press(user, "Search"),
    () => document.querySelector('button[aria-label="Close search"]'),
  ],
  [
    "a product",
    SUPPORT,
    async () => act(async () => openListing(listing({ name: "Mango pickle" }))),
    () => document.querySelector('[role=dialog][data-state="open"]'),
  ],
  [
    "the question before a stall is reserved",
    PLAN,
    async (user) => {
      await waitFor(() => expect(document.querySelector('[data-stall="B12"]')).not.toBeNull());
      await user.click(document.querySelector('[data-stall="B12"]')!);
    },
    () => document.querySelector('[role=dialog][data-state="open"]'),
  ],
];

test.each(OVERLAYS)("Back closes %s, and then leaves the page", async (_what, address, open, shown) => {
  const user = quickUser();
  const site = await openSite("/paid-events/policies", server());
  await act(() => site.navigate(address));
  await waitFor(() => expect(site.visited.at(-1)).toBe(address));
  await open(user);
  await waitFor(() => expect(shown()).not.toBeNull());
  await site.back();
  await waitFor(() => expect(shown()).toBeNull());
  expect(site.visited.at(-1)).toBe(address);
  await site.back();
  await waitFor(() => expect(site.visited.at(-1)).toBe("/paid-events/policies"));
});

test("a page that is left by the menu's link is where Back leads, with the menu closed", async () => {
  const user = quickUser();
  const site = await openSite(SUPPORT, server());
  await press(user, "Menu");
  await waitFor(() => expect(document.querySelector("dialog[open]")).not.toBeNull());
  await user.click(document.querySelector('dialog a[href="/find-my-booking"]')!);
  await waitFor(() => expect(site.visited.at(-1)).toBe("/find-my-booking"));
  await site.back();
  await waitFor(() => expect(site.visited.at(-1)).toBe(SUPPORT));
  expect(document.querySelector("dialog[open]")).toBeNull();
});

test("Back takes a filter of the list away", async () => {
  const user = quickUser();
  const site = await openSite(`${PLAN}?view=list`, server());
  await user.selectOptions(await screen.findByLabelText("Status"), "Sold");
  await waitFor(() => expect(site.address()).toBe(`${PLAN}?view=list&status=Sold`));
  await site.back();
  await waitFor(() => expect(site.address()).toBe(`${PLAN}?view=list`));
});
