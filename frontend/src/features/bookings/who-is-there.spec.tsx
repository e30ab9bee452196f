import { beforeAll, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { quickUser } from "../../test/clock";
import { FakeServer } from "../../test/fake-server";
import { openScreen } from "../../test/render-site";

const AT = "GET /brand-stalls/at";

beforeAll(async () => {
  await Promise.all([import("./floor-plan.page"), import("./who-is-there")]);
});

/** A plan of three stalls; A1 and B12 are sold unless it is free. */
function hall(free = false): FakeServer {
  const server = new FakeServer();
  server.layout = server.layout
    .filter(({ stallId }) => ["A1", "B12", "B2"].includes(stallId))
    .map((stall) => ({ ...stall, status: free ? "Available" : "Sold" }));
  return server;
}

const PICKLES = {
  ...{ stallId: "A1", brandName: "Saheli Pickles", module: "shops" as const },
  ...{ categories: ["Food & Beverages"], products: ["Mango achaar"] },
};
const STOLES = {
  ...{ stallId: "B12", brandName: "Nakshi", module: "shops" as const },
  ...{ categories: ["Clothing"], products: ["Kantha stole"] },
};
const stall = (stallId: string) => document.querySelector<HTMLElement>(`button[data-stall="${stallId}"]`);
const region = async () => within(await screen.findByRole("region", { name: /^Who you meet at/ }));

test("below the plan stand the brands that show their stall, each with its page; the plan names them too", async () => {
  const server = hall();
  server.on(AT, { json: [PICKLES] });
  await openScreen("/paid-events/mela", server);
  const who = await region();
  expect(who.getByText("A1")).toBeVisible();
  expect(who.getByText("1 brand shows its stall.")).toBeVisible();
  expect(who.getByRole("link", { name: "Saheli Pickles" })).toHaveAttribute("href", "/brands/Saheli%20Pickles");
  expect(server.callsTo(AT).map(({ query }) => query.get("event"))).toEqual(["the-mela-2099"]);
  await waitFor(() =>
    expect(stall("A1")).toHaveAttribute("aria-label", "Stall A1, Premium, ₹36,000, Sold, Saheli Pickles"),
  );
  // Nobody else's stall says whose it is.
  expect(stall("B2")).toHaveAttribute("aria-label", "Stall B2, Standard, ₹27,000, Sold");
});

test("a search finds brands by name, category and product, and rings their stalls; a stall leads to the plan", async () => {
  const user = quickUser();
  const server = hall();
  server.on(AT, { json: [PICKLES, STOLES] });
  await openScreen("/paid-events/mela", server);
  const who = await region();
  expect(who.getByText("2 brands show their stall.")).toBeVisible();
  expect(stall("A1")).not.toHaveAttribute("data-ringed");
  const search = who.getByRole("searchbox", { name: "Find a brand or a product" });
  await user.type(search, "stoles");
  expect(await who.findByText("1 of 2 brands")).toBeVisible();
  expect(who.queryByRole("link", { name: "Saheli Pickles" })).toBeNull();
  await waitFor(() => expect(stall("B12")).toHaveAttribute("data-ringed"));
  expect(stall("A1")).not.toHaveAttribute("data-ringed");
  await user.click(who.getByRole("button", { name: "Show B12, Nakshi, on the plan" }));
  expect(stall("B12")).toHaveFocus();
  expect(screen.getByRole("tooltip")).toHaveTextContent("Nakshi");
  await user.clear(search);
  await user.type(search, "candles");
  expect(await who.findByText("No brand that shows its stall has “candles”.")).toBeVisible();
  await user.click(who.getByRole("button", { name: "Show all" }));
  expect(who.getAllByRole("link")).toHaveLength(2);
});

test("while nothing is sold, nobody is asked for", async () => {
  const server = hall(true);
  await openScreen("/paid-events/mela", server);
  await screen.findByText(/3 of 3/);
  expect(server.callsTo(AT)).toHaveLength(0);
});
