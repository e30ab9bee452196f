import { beforeEach, expect, test } from "@jest/globals";
import { type PublicFacts, publicFacts } from "@sakhi/domain/events/event-facts";
import { SEED_EVENT, SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { errorResponse, FakeServer } from "../../test/fake-server";
import { openScreen } from "../../test/render-site";
import { settledDialog } from "../../test/settled-dialog";
import { learnFacts } from "../../ui/mela";

const PLAN = "/paid-events/mela";
const stall = () =>
  waitFor(() => {
    const button = document.querySelector<HTMLElement>('[data-stall="B11"]');
    if (button === null) throw new Error("the plan is not drawn");
    return button;
  });

let changes = 0;
/** The page knows these bounds. */
function known(salesOpenAt: string | null, salesCloseAt: string | null): PublicFacts {
  changes += 1;
  const facts = publicFacts({
    event: { id: 1, version: 1, ...SEED_EVENT, salesOpenAt, salesCloseAt },
    organisation: { id: 1, version: 0, ...SEED_ORGANISATION },
    updatedAt: new Date(Date.UTC(2026, 10, 1, 0, 0, changes)).toISOString(),
  });
  learnFacts(facts);
  return facts;
}

/** The page brings these bounds, and the server says the same with its clock. */
function selling(salesOpenAt: string | null, salesCloseAt: string | null, serverTime: string): FakeServer {
  const facts = known(salesOpenAt, salesCloseAt);
  const server = new FakeServer();
  server.on("GET /mela/facts", { json: { ...facts, sales: "open", serverTime } as never });
  return server;
}
beforeEach(() => {
  known(null, null);
});

test("before the sales the plan is there to look at, with a countdown by the server's clock", async () => {
  const user = userEvent.setup();
  await openScreen(PLAN, selling("2099-11-01T04:30:00.000Z", null, "2099-11-01T03:00:00.000Z"));
  expect(await screen.findByText("Stall sales open on 1 November 2099 at 10:00.")).toBeVisible();
  expect(await screen.findByText(/^1 h (29|30) min$/)).toBeVisible();
  await user.click(await stall());
  expect(await screen.findByText("Stall sales have not opened yet")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("at the opening stalls can be chosen, without loading the page again", async () => {
  const user = userEvent.setup();
  const soon = new Date(Date.now() + 1500).toISOString();
  await openScreen(PLAN, selling(soon, null, new Date().toISOString()));
  await waitFor(() => expect(screen.queryByRole("timer")).toBeNull());
  await user.click(await stall());
  expect(await settledDialog("dialog", "Confirm Stall Reservation")).toBeVisible();
});

test("after the close nobody can reserve, and the page says since when", async () => {
  const user = userEvent.setup();
  await openScreen(PLAN, selling(null, "2026-11-01T12:30:00.000Z", "2026-11-02T00:00:00.000Z"));
  expect(await screen.findByText("Stall sales closed on 1 November 2026 at 18:00.")).toBeVisible();
  expect(screen.getByText("A payment that was started before then still goes through.")).toBeVisible();
  await user.click(await stall());
  expect(await screen.findByText("Stall sales have closed")).toBeVisible();
});

test("what the server refuses after all is said in its words", async () => {
  const user = userEvent.setup();
  const server = new FakeServer();
  server.on(
    "POST /mela/reserve",
    errorResponse(409, "sales_closed", "Stall sales have closed.", { closedAt: "2026-11-01T12:30:00.000Z" }),
  );
  await openScreen(PLAN, server);
  await user.click(await stall());
  await settledDialog("dialog", "Confirm Stall Reservation");
  await user.click(screen.getByRole("button", { name: "Yes, Reserve" }));
  expect(await screen.findByText("Stall sales have closed.")).toBeVisible();
});
