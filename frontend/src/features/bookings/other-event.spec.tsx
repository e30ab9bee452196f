import { beforeEach, describe, expect, test } from "@jest/globals";
import { NO_ARRIVAL } from "@sakhi/domain/events/arrival.rules";
import { publicFacts } from "@sakhi/domain/events/event-facts";
import { SEED_CALENDAR, SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { screen, waitFor, within } from "@testing-library/react";
import { servedFacts } from "../../api/event-facts";
import type { MyHold } from "../../api/mela-api";
import { quickUser } from "../../test/clock";
import { EXAMPLE_EVENT } from "../../test/example-event";
import { errorResponse, type FakeServer } from "../../test/fake-server";
import { policiesBox, registeringServer } from "../../test/registering";
import { openScreen } from "../../test/render-site";
import { settledDialog } from "../../test/settled-dialog";

// The pages of another event than the current one: the same screens, with its own facts, calls and addresses.

const WINTER = "the-winter-mela-2099";
const PAGE = `/paid-events/${WINTER}`;
const days = [{ date: "2099-02-05", opens: "09:30", closes: "18:30" }];

const winter = (status: "published" | "cancelled" | "archived" = "published") =>
  publicFacts({
    slug: WINTER,
    status,
    event: { id: 2, version: 1, ...EXAMPLE_EVENT, name: "The Winter Mela", edition: "2099", days, city: "Nashik" },
    organisation: { id: 1, version: 0, ...SEED_ORGANISATION },
    calendar: SEED_CALENDAR,
    arrival: NO_ARRIVAL,
    updatedAt: "2098-10-01T00:00:00.000Z",
  });

let holds: Record<string, MyHold>;
beforeEach(() => {
  holds = {};
  sessionStorage.clear();
});

/** A server with two events; each has its own hold of the visitor. */
function twoEvents(status?: "cancelled" | "archived"): FakeServer {
  const server = registeringServer();
  server.hold = null;
  const facts = winter(status);
  const sales = status === undefined ? ("open" as const) : ("sales_closed" as const);
  server.on("GET /mela/facts", ({ query }) => {
    const event = query.get("event");
    if (event !== null && event !== WINTER) return errorResponse(404, "event_not_found", "There is no such event");
    const serverTime = new Date().toISOString();
    if (event === null) return { json: { ...servedFacts(), sales: "open", serverTime } as never };
    return { json: { ...facts, sales, serverTime } as never };
  });
  server.on("GET /mela/my-hold", ({ query }) => ({ json: holds[query.get("event") ?? "the-mela-2099"] ?? null }));
  server.on("POST /mela/reserve", ({ body }) => {
    const event = body.event ?? "the-mela-2099";
    const hold = { ...server.holds(body.stallId), event };
    holds[event] = hold;
    return { status: 201, json: hold };
  });
  server.on("POST /mela/release", ({ body }) => {
    const released = body.event ?? "the-mela-2099";
    holds = Object.fromEntries(Object.entries(holds).filter(([event]) => event !== released));
    return { json: { released: true } };
  });
  return server;
}

const button = (stallId: string) =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[data-stall="${stallId}"]`);
    if (found === null) throw new Error(`stall ${stallId} is not rendered`);
    return found;
  });

test("its plan, reservation, registration and release name the event in calls and addresses, beside a hold of the current one", async () => {
  const user = quickUser();
  const server = twoEvents();
  holds["the-mela-2099"] = server.holds("B12");
  const { address, navigate } = await openScreen(PAGE, server);
  expect(await screen.findByRole("heading", { level: 1, name: "The Winter Mela 2099 floor plan" })).toBeVisible();
  expect(screen.getByText(/^5th February, .*Nashik/)).toBeVisible();
  // The current event's hold is neither shown nor offered here.
  await user.click(await button("B12"));
  const dialog = await settledDialog("dialog", "Confirm Stall Reservation");
  expect(dialog).not.toHaveTextContent("You hold");
  await user.click(within(dialog).getByRole("button", { name: "Yes, Reserve" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Stall registration" })).toBeVisible();
  expect(address()).toBe(`${PAGE}/register?stallId=B12&type=General&price=27000`);
  expect(server.callsTo("GET /mela/layout").map(({ query }) => query.get("event"))).toContain(WINTER);
  expect(server.callsTo("POST /mela/reserve").at(-1)?.body).toMatchObject({ stallId: "B12", event: WINTER });
  await screen.findByRole("timer");
  expect(screen.getByRole("link", { name: /Read the full policies/ })).toHaveAttribute(
    "href",
    `${PAGE}/policies?tab=refunds`,
  );

  await user.click(screen.getByRole("link", { name: "Back to the floor plan" }));
  await user.click(await screen.findByRole("button", { name: "Release and leave" }));
  await waitFor(() => expect(address()).toBe(PAGE));
  expect(server.callsTo("POST /mela/release").at(-1)?.body).toEqual({ stallId: "B12", event: WINTER });
  expect(holds).toEqual({ "the-mela-2099": expect.objectContaining({ stallId: "B12" }) });

  // The specified addresses name no event.
  await navigate("/paid-events/mela");
  expect(await screen.findByText("You hold B12")).toBeVisible();
  expect(screen.getByRole("link", { name: "Continue" })).toHaveAttribute(
    "href",
    "/paid-events/mela/register?stallId=B12&type=General&price=27000",
  );
  expect(server.callsTo("GET /mela/layout").at(-1)?.query.has("event")).toBe(false);
});

test("its registration and coupon name the event, and its draft is its own", async () => {
  const user = quickUser();
  const server = twoEvents();
  holds[WINTER] = { ...server.holds("B12"), event: WINTER };
  const values = { fullName: "Asha Rao", email: "asha@example.com", phoneNumber: "9876543210" };
  const draft = { values: { ...values, businessName: "Asha Pottery", pincode: "560066" }, coupon: "MELA10" };
  sessionStorage.setItem(`mela.registration.${WINTER}`, JSON.stringify(draft));
  sessionStorage.setItem("mela.registration.the-mela-2099", JSON.stringify({ values: { fullName: "Meera" } }));
  await openScreen(`${PAGE}/register?stallId=B12&type=General&price=27000`, server);
  await screen.findByRole("timer");
  expect(screen.getByRole("textbox", { name: "Full Name" })).toHaveValue("Asha Rao");
  expect(await screen.findByText("You saved ₹2,700")).toBeVisible();
  await user.click(policiesBox());
  await user.click(screen.getByRole("button", { name: /^Proceed to Payment/ }));
  await waitFor(() => expect(server.callsTo("POST /mela/create-provisional-registration")).toHaveLength(1));
  expect(server.callsTo("POST /mela/create-provisional-registration")[0]?.body).toMatchObject({ event: WINTER });
  expect(server.callsTo("POST /mela/validate-coupon")[0]?.body).toEqual({ code: "MELA10", event: WINTER });
});

test("a hold of the former event is shown with its event, also where it is released", async () => {
  const user = quickUser();
  const server = twoEvents();
  holds["the-mela-2099"] = { ...server.holds("B12"), event: WINTER };
  await openScreen("/paid-events/mela", server);
  const banner = await screen.findByRole("region", { name: "Your stall" });
  expect(await within(banner).findByText(/^The Winter Mela, 5th February 2099, Nashik$/)).toBeVisible();
  await user.click(within(banner).getByRole("button", { name: "Release" }));
  expect(await screen.findByRole("alertdialog", { name: "Release B12?" })).toHaveTextContent(
    /The Winter Mela, 5th Feb/,
  );
});

test("a hold of the page's event is shown without it", async () => {
  const server = twoEvents();
  holds["the-mela-2099"] = server.holds("B12");
  await openScreen("/paid-events/mela", server);
  expect(await screen.findByRole("region", { name: "Your stall" })).toHaveTextContent(/^You hold B12\d+:\d\d left/);
});

test("back at the current event's address, an order of the former event that has ended leads to its result", async () => {
  localStorage.setItem("mela.order", JSON.stringify({ event: WINTER, stallId: "B12", orderId: "MELA1" }));
  const server = twoEvents();
  // Else the result leads on at once: the order is not known.
  const status = { orderId: "MELA1", event: WINTER, stallId: "B12", stallType: "General", paymentStatus: "pending" };
  server.on("GET /mela/payment-status/MELA1" as never, { json: status } as never);
  const { address } = await openScreen("/paid-events/mela/register?stallId=B12&type=General&price=27000", server);
  await waitFor(() => expect(address()).toBe("/paid-events/mela/payment-success?order_id=MELA1"));
  localStorage.clear();
});

test("an order of another event, opened at the current one's address, leads back to its own event", async () => {
  const server = twoEvents();
  const status = {
    ...{ orderId: "MELA1", event: WINTER, stallId: "B12", stallType: "General", paymentStatus: "payment_failed" },
    outcome: { kind: "not_charged" },
  } as const;
  server.on("GET /mela/payment-status/MELA1" as never, { json: status } as never);
  await openScreen("/paid-events/mela/payment-failure?order_id=MELA1", server);
  expect(await screen.findByRole("link", { name: "Try Booking Again" })).toHaveAttribute("href", PAGE);
});

describe("an event that does not sell", () => {
  test.each<[string, "cancelled" | "archived", string]>([
    ["a cancelled one", "cancelled", "The Winter Mela has been cancelled."],
    ["an archived one", "archived", "The Winter Mela is over."],
  ])("%s keeps its page, says so, and reserves nothing", async (_what, status, sentence) => {
    const user = quickUser();
    const server = twoEvents(status);
    await openScreen(PAGE, server);
    expect(await screen.findByText(sentence)).toBeVisible();
    await user.click(await button("B12"));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(server.callsTo("POST /mela/reserve")).toHaveLength(0);
  });

  test("an announced one shows that its stalls are to come", async () => {
    const server = twoEvents();
    server.on("GET /mela/layout", { json: [] });
    await openScreen(PAGE, server);
    expect(await screen.findByRole("heading", { name: "Stalls are not on sale yet" })).toBeVisible();
    expect(screen.queryByRole("group", { name: "View" })).toBeNull();
  });

  test.each(["", "/register?stallId=B12&type=General&price=27000", "/policies", "/payment-success?order_id=MELA1"])(
    "an unknown one has no page%s",
    async (more) => {
      await openScreen(`/paid-events/nothing-of-ours${more}`, twoEvents());
      expect(await screen.findByRole("heading", { level: 1, name: "404 Page Not Found" })).toBeVisible();
      expect(document.title).toBe("404 Page Not Found · Sakhi Bazaar");
    },
  );
});
