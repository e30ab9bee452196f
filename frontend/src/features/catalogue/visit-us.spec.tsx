import { beforeAll, expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import { catalogueServer, listing } from "../../test/catalogue-server";
import { openScreen } from "../../test/render-site";

const STALLS = "GET /brand-stalls";

beforeAll(async () => {
  await Promise.all([import("./brand.pages"), import("./visit-us")]);
});

test("a brand's page says where it is met, with the way to the plan", async () => {
  const server = catalogueServer([listing({ name: "Tote" })]);
  const place = { event: "the-mela-2099", eventName: "The Mela", dates: "3–4 December 2099", city: "Bengaluru" };
  server.on(STALLS, { json: [{ stallId: "B12", ...place, openingDays: [], planPath: "/paid-events/mela" }] });
  await openScreen("/brands/Jhola%20Junction", server);
  expect(await screen.findByText("Visit us at B12")).toBeVisible();
  expect(screen.getByText(/The Mela, 3–4 December 2099, Bengaluru/)).toBeVisible();
  expect(screen.getByRole("link", { name: "See it on the plan" })).toHaveAttribute("href", "/paid-events/mela");
  expect(server.callsTo(STALLS).map(({ query }) => query.get("brandName"))).toEqual(["Jhola Junction"]);
});

test("a page whose brand is met nowhere, or of which that is not known, says nothing of it", async () => {
  await openScreen("/brands/Jhola%20Junction", catalogueServer([listing({ name: "Tote" })]));
  await screen.findByRole("heading", { level: 1, name: "Jhola Junction" });
  expect(screen.queryByText(/^Visit us/)).toBeNull();
});
