import { afterEach, beforeAll, expect, jest, test } from "@jest/globals";
import { act, screen, waitFor } from "@testing-library/react";
import type { CheckoutFactory } from "../../api/checkout";
import type { ListingOutcomeResponse, RenewalResponse } from "../../api/generated/visitor";
import { fakeClock, pass, quickUser } from "../../test/clock";
import { type Answer, errorResponse, FakeServer, gate } from "../../test/fake-server";
import { keepFilledIn, listingStatus, put } from "../../test/joining";
import { isOff, loadCheckout, removeCheckout } from "../../test/registering";
import { openScreen } from "../../test/render-site";
import { keepDraftOrder } from "./application-form";

const ORDER = "LIST1764000000000_ABCDEFGHIJKLMNOPQRST";
const STATUS = "GET /brand/payment-status";
const SUCCESS = `/payment-success?order_id=${ORDER}`;
const FAILURE = `/payment-failure?order_id=${ORDER}`;
const answer = (status: string, outcome?: ListingOutcomeResponse) => listingStatus(ORDER, status, outcome);
const serverSaying = (reply: Answer<typeof STATUS>) => {
  const server = new FakeServer();
  server.on(STATUS, reply);
  return server;
};
const SENTENCE = /cancelled, declined or ended in an error, so your brand is not listed.*try again/;

// Loaded before any clock is faked: modules come by real time.
beforeAll(async () => {
  await import("./listing-payment-success.page");
  await import("./listing-payment-failure.page");
});

test("without an order id the success page goes to the failure page, and nothing is asked", async () => {
  const { address, server } = await openScreen("/payment-success");
  expect(await screen.findByRole("heading", { level: 1, name: "Payment Failed" })).toBeVisible();
  expect(screen.getByText(SENTENCE)).toBeVisible();
  expect(address()).toBe("/payment-failure");
  expect(screen.queryByText("Order details")).not.toBeInTheDocument();
  expect(server.callsTo(STATUS)).toHaveLength(0);
});

test("payment_success: a spinner first, then the receipt and what happens next", async () => {
  const user = quickUser();
  const server = new FakeServer();
  const held = gate();
  server.on(STATUS, async () => {
    await held.opened;
    return answer("payment_success");
  });
  await openScreen(SUCCESS, server);
  expect(screen.getByRole("heading", { name: "Verifying your payment..." })).toBeVisible();
  held.open();
  expect(await screen.findByRole("heading", { level: 1, name: "Payment Successful!" })).toBeVisible();
  expect(server.callsTo(STATUS).map(({ query }) => query.get("order_id"))).toEqual([ORDER]);
  const receipt = screen.getByRole("article", { name: "Listing receipt" });
  for (const text of ["Meena Weaves", "Meena Devi", "₹999, paid", ORDER]) expect(receipt).toHaveTextContent(text);
  expect(screen.getByText(/within 2-3 business days/)).toBeVisible();
  expect(screen.getByText(/on its way to your e-mail/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Copy order id" }));
  expect(await navigator.clipboard.readText()).toBe(ORDER);
});

test("success clears the form that it paid for; opened again, its receipt leaves the next brand's form alone", async () => {
  keepFilledIn();
  keepDraftOrder("LIST1_ANOTHER");
  const { navigate } = await openScreen(SUCCESS, serverSaying(answer("payment_successful")));
  await screen.findByRole("article");
  expect(sessionStorage.getItem("join.draft")).not.toBeNull();
  await act(() => navigate("/join"));
  await screen.findByLabelText("Full Name");
  keepDraftOrder(ORDER);
  sessionStorage.setItem("mela.payer", JSON.stringify({ fullName: "Meena Devi", businessName: "Meena Weaves" }));
  await act(() => navigate(SUCCESS));
  await screen.findByRole("article");
  await waitFor(() => expect(sessionStorage.getItem("join.draft")).toBeNull());
  await act(() => navigate("/join"));
  expect(await screen.findByLabelText("Brand Name")).toHaveValue("");
  put(screen.getByLabelText("Full Name"), "Asha Rao");
  await waitFor(() => expect(sessionStorage.getItem("join.draft")).toContain("Asha Rao"));
  await act(() => navigate(SUCCESS));
  await screen.findByRole("article");
  expect(sessionStorage.getItem("join.draft")).toContain("Asha Rao");
});

test.each(["payment_failed", "something_else"])(
  "%s goes to the failure page once, which asks 3 times, 1 second apart, and stays",
  async (status) => {
    fakeClock();
    const server = serverSaying(answer(status));
    const { address } = await openScreen(SUCCESS, server);
    await waitFor(() => expect(address()).toBe(FAILURE));
    await pass(0.1);
    const first = server.callsTo(STATUS).length;
    expect(screen.getByRole("heading", { level: 1, name: "Checking the payment" })).toBeVisible();
    expect(screen.getByText(/We are asking the payment service/)).toBeVisible();
    await pass(1);
    expect(server.callsTo(STATUS)).toHaveLength(first + 1);
    await pass(1);
    expect(server.callsTo(STATUS)).toHaveLength(first + 2);
    expect(screen.getByRole("heading", { name: "Payment Failed" })).toBeVisible();
    expect(screen.getByText(SENTENCE)).toBeVisible();
    expect(screen.getByText("You have not been charged.")).toBeVisible();
    expect(screen.getByRole("region", { name: "Order details" })).toHaveTextContent(ORDER);
    await pass(30);
    expect(server.callsTo(STATUS)).toHaveLength(first + 2);
    expect(address()).toBe(FAILURE);
  },
);

test("turning successful during the tries leads to the success page, without bouncing", async () => {
  fakeClock();
  const server = serverSaying(answer("payment_pending"));
  const { address, visited } = await openScreen(FAILURE, server);
  await pass(0.1);
  server.on(STATUS, answer("payment_successful"));
  await pass(1);
  await pass(0.1);
  expect(address()).toBe(SUCCESS);
  expect(screen.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  // Even where the service is of two minds by now.
  server.on(STATUS, answer("payment_pending"));
  await pass(10);
  expect(visited.lastIndexOf("/payment-failure")).toBeLessThan(visited.indexOf("/payment-success"));
});

test("a pending payment is not forbidden to succeed: check again leads on", async () => {
  const user = fakeClock();
  const server = serverSaying(answer("payment_pending"));
  const { address } = await openScreen(FAILURE, server);
  await pass(3);
  expect(screen.getByText(/do not pay twice/)).toBeVisible();
  server.on(STATUS, answer("payment_successful"));
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await pass(0.1);
  expect(address()).toBe(SUCCESS);
});

test("no answer is not called a failure, and can be checked again; an unknown order is called unknown", async () => {
  const user = fakeClock();
  const server = serverSaying("offline");
  await openScreen(FAILURE, server);
  await pass(3);
  expect(screen.getByRole("heading", { name: "We could not check your payment" })).toBeVisible();
  server.on(STATUS, errorResponse(404, "order_not_found", "We could not find an order with this number."));
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await pass(3);
  expect(screen.getByRole("heading", { level: 1, name: "We don't know this order number" })).toBeVisible();
  expect(screen.getByText(/check the link in our e-mail/)).toBeVisible();
  expect(screen.queryByText(/charged|Payment Failed/)).not.toBeInTheDocument();
});

test("trying again leads to the form as it was, but for the document's number, which is kept nowhere", async () => {
  const user = quickUser();
  keepFilledIn({ govtDocument: "" });
  const { address } = await openScreen("/payment-failure");
  expect(await screen.findByText("What you typed is still here, except document numbers.")).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Try again" }));
  const number = await screen.findByLabelText("Government Approved Document Number");
  expect(address()).toBe("/join?step=2");
  expect(screen.getByText("Still needed: Government Approved Document Number")).toBeVisible();
  put(number, "UDYAM-KR-01");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByRole("heading", { level: 2, name: "Review" })).toBeVisible();
  expect(screen.getByText("Meena Weaves")).toBeVisible();
  expect(isOff(screen.getByRole("button", { name: "Pay ₹999" }))).toBe(false);
});

test("a renewal's payment tries again at its own page, and its receipt speaks of another year", async () => {
  localStorage.setItem("join.order", JSON.stringify({ orderId: ORDER, renew: "t.1" }));
  fakeClock();
  keepFilledIn();
  const { unmount } = await openScreen(FAILURE, serverSaying(answer("payment_failed")));
  await pass(3);
  expect(screen.getByRole("link", { name: "Try again" })).toHaveAttribute("href", "/join?renew=t.1");
  unmount();
  await openScreen(SUCCESS, serverSaying(answer("payment_successful")));
  await pass(0.1);
  expect(screen.getByText(/stays listed for another year/)).toBeVisible();
  expect(sessionStorage.getItem("join.draft")).not.toBeNull();
});

const pending = { state: "pending", amount: 999, reference: "RFND1" } as const;
const done = { state: "succeeded", amount: 999, date: "2026-12-08T10:00:00.000Z", reference: "123456" } as const;

// Money was taken: nothing here may say that it was not, or that the payment failed.
test.each<[string, ListingOutcomeResponse, string, readonly RegExp[]]>([
  [
    "not approved",
    { kind: "rejected", amount: 999, refund: pending },
    "Your application was not approved",
    [/We cannot list Meena Weaves/, /₹999 is on its way back to you/, /RFND1/],
  ],
  [
    "taken down, money back",
    { kind: "withdrawn", amount: 999, refund: done },
    "Your listing was taken down",
    [/₹999 went back to you on 8 December 2026/],
  ],
  [
    "taken down, nothing back",
    { kind: "withdrawn", amount: 999 },
    "Your listing was taken down",
    [/Meena Weaves is not, or no longer, listed/],
  ],
  [
    "money that goes back",
    { kind: "refund_pending", amount: 999, refund: pending },
    "Your money is on its way back",
    [/Your payment of ₹999 reached us, but Meena Weaves is not listed for it/],
  ],
  [
    "a refused refund",
    { kind: "refund_pending", amount: 999, refund: { state: "failed", amount: 999 } },
    "We still owe you ₹999",
    [/could not be returned yet/],
  ],
  ["refunded", { kind: "refunded", amount: 999, refund: done }, "Your payment was refunded", [/123456/]],
  [
    "part of it back",
    { kind: "partly_refunded", amount: 999, kept: false, refund: { ...done, amount: 500 } },
    "Part of your payment was refunded",
    [/₹500 of the ₹999 you paid went back/],
  ],
  [
    "money that a person looks at",
    { kind: "money_under_review", amount: 1, kept: false },
    "We are checking your payment",
    [/₹1 has reached us, but it does not match your order/],
  ],
])("%s says so", async (_what, outcome, title, words) => {
  fakeClock();
  const { address } = await openScreen(FAILURE, serverSaying(answer("payment_failed", outcome)));
  await pass(3);
  expect(address()).toBe(FAILURE);
  expect(screen.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const page = screen.getByRole("main");
  for (const text of words) expect(page).toHaveTextContent(text);
  expect(page).not.toHaveTextContent(/Payment Failed|not been charged|cancelled, declined/);
  expect(screen.getByRole("link", { name: "Contact Support" })).toBeVisible();
});

test("the receipt says how far the listing is, and what became of a second payment", async () => {
  const { unmount } = await openScreen(
    SUCCESS,
    serverSaying(answer("payment_successful", { kind: "paid", amount: 999, status: "live" })),
  );
  expect(await screen.findByText(/Meena Weaves is live on our site/)).toBeVisible();
  expect(screen.queryByText(/within 2-3 business days/)).not.toBeInTheDocument();
  unmount();
  const twice = { kind: "paid", amount: 1998, status: "in_review", secondAmount: 999 } as const;
  await openScreen(SUCCESS, serverSaying(answer("payment_successful", { ...twice, refund: pending })));
  expect(await screen.findByText(/You paid twice: ₹999 more.*₹999 is on its way back/)).toBeVisible();
});

const READ = "GET /brand/renewal";
const RENEW = "POST /brand/renew";
const INVALID = errorResponse(403, "renewal_link_invalid", "This renewal link is not valid.");

afterEach(removeCheckout);

function server(offer: Partial<RenewalResponse> = {}): FakeServer {
  const made = new FakeServer();
  const json: RenewalResponse = {
    brandName: "Meena Weaves",
    fullName: "Meena Devi",
    // An evening in UTC is the next day in India.
    liveUntil: "2027-11-20T20:00:00.000Z",
    amount: 999,
    state: "open",
    ...offer,
  };
  made.on(READ, { json });
  made.on(RENEW, {
    status: 201,
    json: { orderId: ORDER, paymentSessionId: "s", environment: "sandbox", checkoutScriptUrl: "/checkout.js" },
  });
  return made;
}

test("the link shows the brand, until when it is live and the fee; looking pays nothing", async () => {
  const made = server();
  await openScreen("/join?renew=t.1", made);
  expect(await screen.findByRole("heading", { level: 1, name: "Renew your listing" })).toBeVisible();
  expect(screen.getByText("Meena Weaves")).toBeVisible();
  expect(screen.getByText("Live until")).toBeVisible();
  expect(screen.getByText("21 November 2027")).toBeVisible();
  expect(screen.getByText("₹999")).toBeVisible();
  expect(made.callsTo(READ).map(({ query }) => query.get("token"))).toEqual(["t.1"]);
  expect(made.callsTo(RENEW)).toHaveLength(0);
});

test.each<[string, Partial<RenewalResponse>, string | RegExp, boolean]>([
  ["a listing that has ended says since when", { liveUntil: "2026-01-31T10:00:00.000Z" }, "Ended on", true],
  ["a year that is paid for already is not paid again", { state: "renewed" }, /paid for already/, false],
  ["a payment that is open is gone on with", { state: "paying" }, /you pay once/, true],
])("%s", async (_what, offer, words, payable) => {
  await openScreen("/join?renew=t.1", server(offer));
  expect(await screen.findByText(words)).toBeVisible();
  const pay = screen.queryByRole("button", { name: "Pay ₹999" });
  expect(pay !== null && !isOff(pay)).toBe(payable);
});

test("paying asks once, toasts, waits 1.5 seconds and opens the checkout", async () => {
  const user = fakeClock();
  const made = server();
  await openScreen("/join?renew=t.1", made);
  await pass(0.1);
  await user.dblClick(screen.getByRole("button", { name: "Pay ₹999" }));
  await pass(0.1);
  expect(made.callsTo(RENEW).map(({ body }) => body)).toEqual([{ token: "t.1" }]);
  expect(screen.getByText("Redirecting to Payment Gateway")).toBeVisible();
  expect(isOff(screen.getByRole("button", { name: "Processing..." }))).toBe(true);
  await pass(1.5);
  const factory = jest.fn<CheckoutFactory>(() => ({ checkout: () => new Promise(() => undefined) }));
  expect((await loadCheckout(factory)).src).toBe(`${location.origin}/checkout.js`);
  await pass(0);
  expect(factory).toHaveBeenCalledWith({ mode: "sandbox" });
  expect(JSON.parse(localStorage.getItem("join.order") ?? "")).toEqual({ orderId: ORDER, renew: "t.1" });
  // Back out of the browser's own cache, where the way to the checkout never came to an end.
  act(() => void window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await user.click(screen.getByRole("button", { name: "Pay ₹999" }));
  await pass(0.1);
  expect(made.callsTo(RENEW)).toHaveLength(2);
});

test("a refused payment says so and can be tried again", async () => {
  const user = quickUser();
  const made = server();
  made.on(RENEW, "offline");
  await openScreen("/join?renew=t.1", made);
  await user.click(await screen.findByRole("button", { name: "Pay ₹999" }));
  expect(await screen.findByText("Payment initiation failed")).toBeVisible();
  await waitFor(() => expect(isOff(screen.getByRole("button", { name: "Pay ₹999" }))).toBe(false));
});

test("a year that was paid for in another tab leads to its receipt", async () => {
  const user = quickUser();
  const made = server();
  made.on(RENEW, errorResponse(409, "listing_already_paid", "This listing is already paid for.", { orderId: ORDER }));
  made.on("GET /brand/payment-status", listingStatus(ORDER));
  const { address } = await openScreen("/join?renew=t.1", made);
  await user.click(await screen.findByRole("button", { name: "Pay ₹999" }));
  expect(await screen.findByText(/stays listed for another year/)).toBeVisible();
  expect(address()).toBe(`/payment-success?order_id=${ORDER}`);
});

test("a wrong or old link has a clear page", async () => {
  const made = server();
  made.on(READ, INVALID);
  await openScreen("/join?renew=nonsense", made);
  expect(await screen.findByRole("heading", { name: "This link does not work any more" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", "/support");
});

test("a lost connection is no wrong link: it can be read again", async () => {
  const user = quickUser();
  const made = server();
  made.on(READ, "offline");
  await openScreen("/join?renew=t.1", made);
  expect(await screen.findByText("We could not load your listing")).toBeVisible();
  const good = server();
  globalThis.fetch = good.fetch;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Meena Weaves")).toBeVisible();
});
