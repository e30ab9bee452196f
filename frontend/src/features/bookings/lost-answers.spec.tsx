import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { quickUser } from "../../test/clock";
import { type FakeFailure, FakeServer } from "../../test/fake-server";
import { loadCheckout, openFilledIn, registeringServer, submitButton } from "../../test/registering";
import { openScreen } from "../../test/render-site";
import { reachable } from "../../test/settled-dialog";

const PLAN = "/paid-events/mela";

function smallHall(): FakeServer {
  const server = new FakeServer();
  server.layout = server.layout.filter(({ stallId }) => ["A1", "B12"].includes(stallId));
  return server;
}

/** Chooses B12 and confirms. */
async function reserve(user: UserEvent): Promise<void> {
  const stall = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('[data-stall="B12"]');
    if (found === null) throw new Error("B12 is not rendered");
    return found;
  });
  await user.click(await reachable(stall));
  const dialog = await screen.findByRole("dialog", { name: "Confirm Stall Reservation" });
  await user.click(within(dialog).getByRole("button", { name: "Yes, Reserve" }));
}

/** How an answer gets lost: no connection, or a proxy that gave up waiting. */
const LOST: readonly FakeFailure[] = ["offline", { status: 504, text: "<html>Gateway Timeout</html>" }];

test.each(LOST)("a stall whose reservation was done opens its registration, though the answer was %j", async (lost) => {
  const user = quickUser();
  const server = smallHall();
  const { visited } = await openScreen(PLAN, server);
  server.on("POST /mela/reserve", () => {
    server.holds("B12");
    return lost;
  });
  await reserve(user);
  await waitFor(() => expect(visited.at(-1)).toBe("/paid-events/mela/register"));
  expect(screen.queryByText("Reservation Failed")).not.toBeInTheDocument();
  expect(server.callsTo("POST /mela/reserve")).toHaveLength(1);
});

test("without any answer, the page does not say that the stall is taken", async () => {
  const user = quickUser();
  const server = smallHall();
  await openScreen(PLAN, server);
  server.on("POST /mela/reserve", () => {
    server.on("GET /mela/my-hold", "offline");
    return "offline";
  });
  await reserve(user);
  // In the dialog, for as long as it is open.
  const dialog = screen.getByRole("dialog", { name: "Confirm Stall Reservation" });
  expect(await within(dialog).findByText(/^We could not find out whether B12 is yours/)).toBeVisible();
});

test("a release that was done is shown as released, though its answer was lost", async () => {
  const user = quickUser();
  const server = smallHall();
  server.holds("B12");
  await openScreen(PLAN, server);
  server.on("POST /mela/release", () => {
    server.hold = null;
    return "offline";
  });
  await user.click(await screen.findByRole("button", { name: "Release" }));
  await user.click(await screen.findByRole("button", { name: "Release B12" }));
  expect(await screen.findByText("B12 released")).toBeVisible();
});

test("a registration and a payment that were done go on to the checkout, though their answers were lost", async () => {
  const user = quickUser();
  const server = registeringServer();
  await openFilledIn(server);
  server.on("POST /mela/create-provisional-registration", ({ body }) => {
    server.holds("B12", 600, { state: "registered", orderId: body.orderId, finalAmount: 27_000 });
    return "offline";
  });
  let started = 0;
  server.on("POST /cashfree/initiate", ({ body }) => {
    started += 1;
    if (!("orderId" in body)) throw new Error("not a stall's payment");
    const { orderId } = body;
    server.holds("B12", 1080, { state: "paying", orderId, finalAmount: 27_000 });
    if (started === 1) return "offline";
    return { status: 201, json: { orderId, paymentSessionId: "s", environment: "sandbox" } };
  });
  let opened = 0;
  await user.click(submitButton());
  await loadCheckout(() => ({
    checkout: () => {
      opened += 1;
      return Promise.resolve(undefined);
    },
  }));
  await waitFor(() => expect(opened).toBe(1));
  expect(server.callsTo("POST /mela/create-provisional-registration")).toHaveLength(1);
  expect(started).toBe(2);
});

test("while there is no connection, the toast says how long the stall is kept", async () => {
  const user = quickUser();
  const server = registeringServer();
  await openFilledIn(server);
  server.on("GET /mela/my-hold", "offline");
  server.on("POST /mela/create-provisional-registration", "offline");
  await user.click(submitButton());
  expect(
    await screen.findByText(/^You seem to be offline\. B12 is kept for you for \d+:\d\d, and your details/),
  ).toBeVisible();
});

test("a browser that refuses the cookie says so, and reserves nothing", async () => {
  const user = quickUser();
  const server = smallHall();
  server.on("GET /mela/my-hold", { json: null, headers: { "visitor-cookie": "new" } });
  await openScreen(PLAN, server);
  await reserve(user);
  const dialog = screen.getByRole("dialog", { name: "Confirm Stall Reservation" });
  expect(await within(dialog).findByText("Cookies are switched off")).toBeVisible();
  expect(server.callsTo("POST /mela/reserve")).toHaveLength(0);
});

test("a new browser that keeps the cookie reserves after the second answer shows it", async () => {
  const user = quickUser();
  const server = smallHall();
  let asked = 0;
  server.on("GET /mela/my-hold", () => {
    asked += 1;
    return { json: server.myHold(), headers: { "visitor-cookie": asked === 1 ? "new" : "known" } };
  });
  const { visited } = await openScreen(PLAN, server);
  await reserve(user);
  await waitFor(() => expect(visited.at(-1)).toBe("/paid-events/mela/register"));
});
