import { afterEach, expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeClock, pass } from "../../../test/clock";
import type { Answer } from "../../../test/fake-server";
import { listingStatus } from "../../../test/joining";
import { FakeServer, errorResponse } from "../../../test/fake-server";
import { removeCheckout, checkoutScript } from "../../../test/registering";
import { openSite } from "../../../test/render-site";

const ORDER = "LIST1764000000000_ABCDEFGHIJKLMNOPQRST";
const READ = "GET /brand/renewal";
const RENEW = "POST /brand/renew";
const INVALID = errorResponse(403, "renewal_link_invalid", "This renewal link is not valid.");

afterEach(removeCheckout);

function server(offer: Answer | object = {}): FakeServer {
  const made = new FakeServer();
  const json = {
    brandName: "Meena Weaves",
    fullName: "Meena Devi",
    // An evening in UTC is the next day in India.
    liveUntil: "2027-11-20T20:00:00.000Z",
    amount: 999,
    state: "open",
    ...(offer as object),
  };
  made.on(READ, { json });
  made.on(RENEW, {
    status: 201,
    json: {
      orderId: ORDER,
      paymentSessionId: "s",
      environment: "sandbox",
      checkoutScriptUrl: "/checkout.js",
    },
  });
  return made;
}

test("the link shows the brand, until when it is live and the fee; looking pays nothing", async () => {
  const made = server();
  await openSite("/join?renew=t.1", made);
  expect(await screen.findByRole("heading", { level: 1, name: "Renew your listing" })).toBeVisible();
  expect(screen.getByText("Meena Weaves")).toBeVisible();
  expect(screen.getByText("Live until")).toBeVisible();
  expect(screen.getByText("21 November 2027")).toBeVisible();
  expect(screen.getByText("₹999")).toBeVisible();
  expect(made.callsTo(READ).map(({ query }) => query.get("token"))).toEqual(["t.1"]);
  expect(made.callsTo(RENEW)).toHaveLength(0);
});

test("an ended listing says when it ended", async () => {
  await openSite("/join?renew=t.1", server({ liveUntil: "2026-01-31T10:00:00.000Z" }));
  expect(await screen.findByText("Ended on")).toBeVisible();
});

test("a year that is paid for already is not paid again; an open payment is gone on with", async () => {
  const { unmount } = await openSite("/join?renew=t.1", server({ state: "renewed" }));
  expect(await screen.findByText(/paid for already/)).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Pay/ })).not.toBeInTheDocument();
  unmount();
  await openSite("/join?renew=t.1", server({ state: "paying" }));
  expect(await screen.findByText(/you pay once/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Pay ₹999" })).toBeEnabled();
});

test("paying asks once, toasts, waits 1.5 seconds and opens the checkout", async () => {
  const user = fakeClock();
  const made = server();
  await openSite("/join?renew=t.1", made);
  await pass(0.1);
  await user.dblClick(screen.getByRole("button", { name: "Pay ₹999" }));
  await pass(0.1);
  expect(made.callsTo(RENEW).map(({ body }) => body)).toEqual([{ token: "t.1" }]);
  expect(screen.getByText("Redirecting to Payment Gateway")).toBeVisible();
  expect(screen.getByRole("button", { name: "Processing..." })).toBeDisabled();
  await pass(1.5);
  await checkoutScript();
  expect(JSON.parse(localStorage.getItem("join.order") ?? "")).toEqual({ orderId: ORDER, renew: "t.1" });
});

test("a refused payment says so and can be tried again", async () => {
  const user = userEvent.setup();
  const made = server();
  made.on(RENEW, "offline");
  await openSite("/join?renew=t.1", made);
  await user.click(await screen.findByRole("button", { name: "Pay ₹999" }));
  expect(await screen.findByText("Payment initiation failed")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: "Pay ₹999" })).toBeEnabled());
});

test("a year that was paid for in another tab leads to its receipt", async () => {
  const user = userEvent.setup();
  const made = server();
  made.on(
    RENEW,
    errorResponse(409, "listing_already_paid", "This listing is already paid for.", { orderId: ORDER }),
  );
  made.on("GET /brand/payment-status", listingStatus(ORDER));
  const { address } = await openSite("/join?renew=t.1", made);
  await user.click(await screen.findByRole("button", { name: "Pay ₹999" }));
  expect(await screen.findByText(/stays listed for another year/)).toBeVisible();
  expect(address()).toBe(`/payment-success?order_id=${ORDER}`);
});

test("a wrong or old link has a clear page", async () => {
  const made = server();
  made.on(READ, INVALID);
  await openSite("/join?renew=nonsense", made);
  expect(await screen.findByRole("heading", { name: "This link does not work any more" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", "/support");
});

test("a lost connection is no wrong link: it can be read again", async () => {
  const user = userEvent.setup();
  const made = server();
  made.on(READ, "offline");
  await openSite("/join?renew=t.1", made);
  expect(await screen.findByText("We could not read your listing")).toBeVisible();
  const good = server();
  globalThis.fetch = good.fetch;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Meena Weaves")).toBeVisible();
});
