import { beforeAll, expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import { catalogueServer, searchReply } from "../../test/catalogue-server";
import { fakeClock, pass } from "../../test/clock";
import type { FakeServer } from "../../test/fake-server";
import { loadHome } from "../../test/lazy-parts";
import { openSite } from "../../test/render-site";

// Loaded before the clock is faked: modules come by real time.
beforeAll(async () => {
  await import("./search-parts");
  await loadHome();
});

/** The site at an address, with a search that is answered as it is said. */
async function open(address: string, answer: Parameters<FakeServer["on"]>[1]) {
  const user = fakeClock();
  const server = catalogueServer([]);
  server.on("GET /search", answer);
  await openSite(address, server);
  return { user, server };
}

test("the focus comes back to the box when the panel goes from under it", async () => {
  const { user } = await open("/paid-events/policies", { json: searchReply({}) });
  await user.click(screen.getByRole("button", { name: "Search" }));
  const box = screen.getByRole("combobox", { name: /^Search/ });
  await user.type(box, "zzz");
  await pass(1);
  await user.tab();
  await user.tab();
  expect(screen.getByRole("button", { name: "All" })).toHaveFocus();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("button", { name: "All" })).not.toBeInTheDocument();
  expect(box).toHaveValue("");
  expect(box).toHaveFocus();
});

test("the focus stays with the search when a failed one is tried again", async () => {
  const { user, server } = await open("/paid-events/policies", { status: 500, text: "x" });
  await user.click(screen.getByRole("button", { name: "Search" }));
  const box = screen.getByRole("combobox", { name: /^Search/ });
  await user.type(box, "zzz");
  await pass(1);
  screen.getByRole("button", { name: "Retry" }).focus();
  await user.keyboard("{Enter}");
  await pass(1);
  expect(server.callsTo("GET /search")).toHaveLength(2);
  expect(box).toHaveFocus();
});

test("an address that asks for a search shows its box, on phones too", async () => {
  const { server } = await open("/?q=zzz", { json: searchReply({}) });
  await pass(1);
  expect(screen.getByRole("button", { name: "Close search" })).toHaveAttribute("aria-expanded", "true");
  expect(screen.getByRole("combobox", { name: /^Search/ })).toHaveFocus();
  expect(server.callsTo("GET /search").map(({ query }) => query.get("q"))).toEqual(["zzz"]);
  expect(screen.getByText('No results found for "zzz"')).toBeVisible();
});
