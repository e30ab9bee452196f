import { describe, expect, test } from "@jest/globals";
import { QueryStatus } from "@reduxjs/toolkit/query";
import { screen, waitFor } from "@testing-library/react";
import { servedFacts } from "../api/event-facts";
import { VIEWS } from "../features/admin/frame/views";
import { AdminServer } from "./admin-server";
import { embedFacts } from "./embedded-facts";
import { FakeServer } from "./fake-server";
import { openView } from "./open-dashboard";
import { openScreen, type Site } from "./render-site";

// Nothing unknown is shown as known: no page claims anything of the API's before its first answer, nor if every call fails.

const PAGES = [
  ...[
    "/",
    "/products",
    "/products/apparel",
    "/brands/Asha",
    "/services",
    "/services/training",
    "/services/brands/Asha",
  ],
  ...["/ngo", "/categories/handicrafts", "/corporate-gifting", "/support", "/status", "/join"],
  ...["/payment-success?order_id=L1", "/payment-failure?order_id=L1"],
  ...["/paid-events", "/paid-events/policies", "/paid-events/mela", "/paid-events/mela?view=list"],
  ...["/paid-events/mela/register?stallId=B1&type=General&price=27000"],
  ...["/paid-events/mela/payment-success?order_id=M1", "/paid-events/mela/payment-failure?order_id=M1"],
  ...["/paid-events/winter", "/paid-events/winter?view=list", "/paid-events/winter/policies"],
  ...["/paid-events/winter/register?stallId=B1&type=General&price=27000"],
  ...["/my-booking", "/find-my-booking", "/my/brand", "/find-my-listing"],
] as const;

/** What only an answer says: counts, prices of stalls, absence, openings. */
const CLAIMS = [
  /sold out/i,
  /\bno [\w ]*(found|yet|stalls|brands|bookings|products|registrations|results)\b/i,
  /\bnothing (needs|here|yet|found|was found|matches)/i,
  /\bnone\b/i,
  /there (is|are) no\b/i,
  /\b0 (of|stalls|brands|products|results|registrations)\b/i,
  /sales (open on|closed on)/i,
  /1970/,
  /(seventy|70) stalls/i,
  /27,000|36,000/,
  /not found|does not exist|doesn't exist/i,
  /everything works/i,
];

const answers: Readonly<Record<string, () => Promise<Response>>> = {
  pending: () => new Promise<Response>(() => undefined),
  failing: () =>
    Promise.resolve(
      Response.json({ statusCode: 500, code: "internal_error", message: "That did not work." }, { status: 500 }),
    ),
  offline: () => Promise.reject(new TypeError("Failed to fetch")),
};

/** What the page claims once it stands, and its calls have got what they get. */
async function claims({ store }: Site, kind: string): Promise<readonly string[]> {
  await waitFor(() => {
    expect(screen.getByRole("main")).not.toBeEmptyDOMElement();
    if (kind === "pending") return;
    const asked = Object.values(store.getState().api.queries);
    expect(asked.filter((query) => query?.status === QueryStatus.pending)).toEqual([]);
  });
  const text = screen.getByRole("main").textContent;
  return CLAIMS.flatMap((claim) => claim.exec(text)?.[0] ?? []);
}

describe.each(Object.keys(answers))("with calls that are %s", (kind) => {
  const broken = <Server extends FakeServer>(server: Server): Server => Object.assign(server, { fetch: answers[kind] });

  test.each(PAGES)("%s claims nothing", async (path) => {
    expect(await claims(await openScreen(path, broken(new FakeServer())), kind)).toEqual([]);
  });

  test.each(VIEWS.map(({ name }) => name))("the dashboard's %s claims nothing", async (name) => {
    expect(await claims(await openView(`?view=${name}`, broken(new AdminServer())), kind)).toEqual([]);
  });

  test("the designer claims nothing", async () => {
    expect(await claims(await openView("?view=plan&draw=on", broken(new AdminServer())), kind)).toEqual([]);
    if (kind !== "pending") expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
  });
});

test("an event whose sales have opened long ago is open before the first answer", async () => {
  const server = Object.assign(new FakeServer(), { fetch: answers["pending"] });
  embedFacts({ ...servedFacts(), salesOpenAt: "2026-01-01T00:00:00.000Z" });
  await openScreen("/paid-events/mela", server);
  expect(screen.getByRole("main")).not.toHaveTextContent("Stall sales open on");
});
