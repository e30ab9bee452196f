import { beforeAll, expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { FakeServer } from "../../test/fake-server";
import { openScreen } from "../../test/render-site";

const AT = "GET /brand-stalls/at";

beforeAll(async () => {
  await Promise.all([import("./floor-plan.page"), import("./who-is-there")]);
});

/** A plan of two stalls; A1 is sold unless it is free. */
function hall(free = false): FakeServer {
  const server = new FakeServer();
  server.layout = server.layout
    .filter(({ stallId }) => ["A1", "B12"].includes(stallId))
    .map((stall) => (free ? { ...stall, status: "Available" } : stall));
  return server;
}

test("below the plan stand the brands that show their stall, each with its page", async () => {
  const server = hall();
  server.on(AT, { json: [{ stallId: "A1", brandName: "Saheli Pickles", module: "shops" }] });
  await openScreen("/paid-events/mela", server);
  const who = within(await screen.findByRole("region", { name: /^Who you meet at/ }));
  expect(who.getByText("A1")).toBeVisible();
  expect(who.getByRole("link", { name: "Saheli Pickles" })).toHaveAttribute("href", "/brands/Saheli%20Pickles");
  expect(server.callsTo(AT).map(({ query }) => query.get("event"))).toEqual(["the-mela-2099"]);
});

test("while nothing is sold, nobody is asked for", async () => {
  const server = hall(true);
  await openScreen("/paid-events/mela", server);
  await screen.findByText(/2 of 2/);
  expect(server.callsTo(AT)).toHaveLength(0);
});
