import { afterEach, beforeAll, expect, jest, test } from "@jest/globals";
import { act, screen, waitFor } from "@testing-library/react";
import type { CheckoutFactory } from "../../api/checkout";
import type { ListingOutcomeResponse, RenewalResponse } from "../../api/generated/visitor";
import { fakeClock, pass, quickUser } from "../../test/clock";
import { type FakeResponse, errorResponse, FakeServer } from "../../test/fake-server";
import { storeDraft, listingStatus, setValue } from "../../test/joining";
import { isOff, loadCheckout, removeCheckout } from "../../test/registering";
import { openScreen } from "../../test/render-site";
import { markDraftOrder } from "./stored-draft";

const ORDER = "LIST1764000000000_ABCDEFGHIJKLMNOPQRST";
const STATUS = "GET /brand/payment-status";
const SUCCESS = `/payment-success?order_id=${ORDER}`;
const FAILURE = `/payment-failure?order_id=${ORDER}`;
const statusReply = (status: string, outcome?: ListingOutcomeResponse) => listingStatus(ORDER, status, outcome);
const serverReturning = (reply: FakeResponse<typeof STATUS>) => {
  const server = new FakeServer();
  server.on(STATUS, reply);
  return server;
};
const FAILED_TEXT = /cancelled, declined or ended in an error, so your brand is not listed.*try again/;

// Import before the clock is faked: dynamic imports need real time.
beforeAll(async () => {
  await import("./listing-payment-success.page");
  await import("./listing-payment-failure.page");
});

test("without an order id the success page redirects to the failure page and sends no request", async () => {
  const { address, server } = await openScreen("/payment-success");
  expect(await screen.findByRole("heading", { level: 1, name: "Payment Failed" })).toBeVisible();
  expect(screen.getByText(FAILED_TEXT)).toBeVisible();
  expect(address()).toBe("/payment-failure");
  expect(screen.queryByText("Order details")).not.toBeInTheDocument();
  expect(server.callsTo(STATUS)).toHaveLength(0);
});

test("the success page shows a spinner, then the receipt and the next steps", async () => {
  const user = quickUser();
  const server = new FakeServer();
  const respond = server.withhold(STATUS, statusReply("payment_success"));
  await openScreen(SUCCESS, server);
  expect(screen.getByRole("heading", { name: "Verifying your payment..." })).toBeVisible();
  respond();
  expect(await screen.findByRole("heading", { level: 1, name: "Payment Successful!" })).toBeVisible();
  expect(server.callsTo(STATUS).map(({ query }) => query.get("order_id"))).toEqual([ORDER]);
  const receipt = screen.getByRole("article", { name: "Listing receipt" });
  for (const text of ["Meena Weaves", "Meena Devi", "₹999, paid", ORDER]) expect(receipt).toHaveTextContent(text);
  expect(screen.getByText(/within 2-3 business days/)).toBeVisible();
  // The next step, in this browser without a mail.
  expect(screen.getByRole("link", { name: "Make your page" })).toHaveAttribute("href", `/my/brand?order_id=${ORDER}`);
  expect(screen.getByText(/a photograph taken by daylight/)).toBeVisible();
  expect(screen.getByText(/on its way to your e-mail/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Copy order id" }));
  expect(await navigator.clipboard.readText()).toBe(ORDER);
});

test("the success page shows where the invoice goes, and corrects a mistyped address", async () => {
  const user = quickUser();
  const server = serverReturning(statusReply("payment_success"));
  server.on("GET /my-brand/receipt", { json: { email: "kamla@gmial.com", mail: "sent", correctable: true } });
  await openScreen(SUCCESS, server);
  const sentTo = await screen.findByRole("region", { name: "We write to you at" });
  expect(sentTo).toHaveTextContent("kamla@gmial.com");
  await user.click(screen.getByRole("button", { name: "Correct it" }));
  // What was probably meant is filled in.
  expect(await screen.findByRole("textbox", { name: "Email Address" })).toHaveValue("kamla@gmail.com");
  server.on("POST /my-brand/receipt/email", { json: { email: "kamla@gmail.com", mail: "queued", correctable: true } });
  server.on("GET /my-brand/receipt", { json: { email: "kamla@gmail.com", mail: "sent", correctable: true } });
  await user.click(screen.getByRole("button", { name: "Send it there" }));
  expect(await screen.findByText(/on their way to kamla@gmail.com/)).toBeVisible();
  expect(server.callsTo("POST /my-brand/receipt/email").map(({ body }) => body)).toEqual([
    { orderId: ORDER, email: "kamla@gmail.com" },
  ]);
});

test("the success page clears the draft that its order paid for, and never another draft", async () => {
  storeDraft();
  markDraftOrder("LIST1_ANOTHER");
  const { navigate } = await openScreen(SUCCESS, serverReturning(statusReply("payment_successful")));
  await screen.findByRole("article");
  expect(sessionStorage.getItem("join.draft")).not.toBeNull();
  await act(() => navigate("/join"));
  await screen.findByLabelText("Full Name");
  markDraftOrder(ORDER);
  sessionStorage.setItem("mela.payer", JSON.stringify({ fullName: "Meena Devi", businessName: "Meena Weaves" }));
  await act(() => navigate(SUCCESS));
  await screen.findByRole("article");
  await waitFor(() => expect(sessionStorage.getItem("join.draft")).toBeNull());
  await act(() => navigate("/join"));
  expect(await screen.findByLabelText("Brand Name")).toHaveValue("");
  setValue(screen.getByLabelText("Full Name"), "Asha Rao");
  await waitFor(() => expect(sessionStorage.getItem("join.draft")).toContain("Asha Rao"));
  await act(() => navigate(SUCCESS));
  await screen.findByRole("article");
  expect(sessionStorage.getItem("join.draft")).toContain("Asha Rao");
});

test.each(["payment_failed", "something_else"])(
  "%s redirects to the failure page once, which polls 3 times, 1 second apart, and stays",
  async (status) => {
    fakeClock();
    const server = serverReturning(statusReply(status));
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
    expect(screen.getByText(FAILED_TEXT)).toBeVisible();
    expect(screen.getByText("You have not been charged.")).toBeVisible();
    expect(screen.getByRole("region", { name: "Order details" })).toHaveTextContent(ORDER);
    await pass(30);
    expect(server.callsTo(STATUS)).toHaveLength(first + 2);
    expect(address()).toBe(FAILURE);
  },
);

test("a payment that succeeds while polling redirects to the success page, and never back", async () => {
  fakeClock();
  const server = serverReturning(statusReply("payment_pending"));
  const { address, visited } = await openScreen(FAILURE, server);
  await pass(0.1);
  server.on(STATUS, statusReply("payment_successful"));
  await pass(1);
  await pass(0.1);
  expect(address()).toBe(SUCCESS);
  expect(screen.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  // Not even if the status changes back.
  server.on(STATUS, statusReply("payment_pending"));
  await pass(10);
  expect(visited.lastIndexOf("/payment-failure")).toBeLessThan(visited.indexOf("/payment-success"));
});

test("Check again redirects to the success page once a pending payment has succeeded", async () => {
  const user = fakeClock();
  const server = serverReturning(statusReply("payment_pending"));
  const { address } = await openScreen(FAILURE, server);
  await pass(3);
  expect(screen.getByText(/do not pay twice/)).toBeVisible();
  server.on(STATUS, statusReply("payment_successful"));
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await pass(0.1);
  expect(address()).toBe(SUCCESS);
});

test("a failed request is not shown as a failed payment and can be retried; an unknown order is shown as such", async () => {
  const user = fakeClock();
  const server = serverReturning("offline");
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

test("an order that only the payment provider has is shown with what happens to its money", async () => {
  fakeClock();
  await openScreen(FAILURE, serverReturning(errorResponse(404, "order_in_review", "You will get your money back.")));
  await pass(3);
  expect(screen.getByRole("heading", { level: 1, name: "We are checking your payment" })).toBeVisible();
  expect(screen.getByText("You will get your money back.")).toBeVisible();
  expect(screen.queryByText(/don't know|charged|Payment Failed/)).not.toBeInTheDocument();
});

test("Try again restores the form, except the document number, which is never stored", async () => {
  const user = quickUser();
  storeDraft({ govtDocument: "" });
  const { address } = await openScreen("/payment-failure");
  expect(await screen.findByText("What you typed is still here, except document numbers.")).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Try again" }));
  const number = await screen.findByLabelText("Government Approved Document Number");
  expect(address()).toBe("/join?step=2");
  expect(screen.getByText("Still needed: Government Approved Document Number")).toBeVisible();
  setValue(number, "UDYAM-KR-01");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByRole("heading", { level: 2, name: "Review" })).toBeVisible();
  expect(screen.getByText("Meena Weaves")).toBeVisible();
  expect(isOff(screen.getByRole("button", { name: "Pay ₹999" }))).toBe(false);
});

test("a failed renewal links back to its renewal page, and its receipt mentions another year", async () => {
  localStorage.setItem("join.order", JSON.stringify({ orderId: ORDER, renew: "t.1" }));
  fakeClock();
  storeDraft();
  const { unmount } = await openScreen(FAILURE, serverReturning(statusReply("payment_failed")));
  await pass(3);
  expect(screen.getByRole("link", { name: "Try again" })).toHaveAttribute("href", "/join?renew=t.1");
  unmount();
  await openScreen(SUCCESS, serverReturning(statusReply("payment_successful")));
  await pass(0.1);
  expect(screen.getByText(/stays listed for another year/)).toBeVisible();
  expect(sessionStorage.getItem("join.draft")).not.toBeNull();
});

const pending = { state: "pending", amount: 999, reference: "RFND1" } as const;
const done = { state: "succeeded", amount: 999, date: "2099-12-08T10:00:00.000Z", reference: "123456" } as const;

// Outcomes in which money was taken: no screen may say "not charged" or "failed".
test.each<[string, ListingOutcomeResponse, string, readonly RegExp[]]>([
  [
    "a rejected application",
    { kind: "rejected", amount: 999, refund: pending },
    "Your application was not approved",
    [/We can't list Meena Weaves/, /₹999 is on its way back to you/, /RFND1/],
  ],
  [
    "a withdrawn listing with a refund",
    { kind: "withdrawn", amount: 999, refund: done },
    "Your listing was taken down",
    [/₹999 went back to you on 8 December 2099/],
  ],
  [
    "a withdrawn listing without a refund",
    { kind: "withdrawn", amount: 999 },
    "Your listing was taken down",
    [/Meena Weaves is not, or no longer, listed/],
  ],
  [
    "a pending refund",
    { kind: "refund_pending", amount: 999, refund: pending },
    "Your money is on its way back",
    [/Your payment of ₹999 reached us, but Meena Weaves is not listed for it/],
  ],
  [
    "a partial refund",
    { kind: "partly_refunded", amount: 999, kept: false, refund: { ...done, amount: 500 } },
    "Part of your payment was refunded",
    [/₹500 of the ₹999 you paid went back/, /123456/],
  ],
  [
    "money under review",
    { kind: "money_under_review", amount: 1, kept: false },
    "We are checking your payment",
    [/₹1 has reached us, but it does not match your order/],
  ],
])("the failure page shows %s, and not a failed payment", async (_name, outcome, title, texts) => {
  fakeClock();
  const { address } = await openScreen(FAILURE, serverReturning(statusReply("payment_failed", outcome)));
  await pass(3);
  expect(address()).toBe(FAILURE);
  expect(screen.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const page = screen.getByRole("main");
  for (const text of texts) expect(page).toHaveTextContent(text);
  expect(page).not.toHaveTextContent(/Payment Failed|not been charged|cancelled, declined/);
  expect(screen.getByRole("link", { name: "Contact Support" })).toBeVisible();
});

test("the receipt shows the listing's status and the refund of a second payment", async () => {
  const { unmount } = await openScreen(
    SUCCESS,
    serverReturning(statusReply("payment_successful", { kind: "paid", amount: 999, status: "live" })),
  );
  expect(await screen.findByText(/Meena Weaves is live on our site/)).toBeVisible();
  expect(screen.queryByText(/within 2-3 business days/)).not.toBeInTheDocument();
  unmount();
  const twice = { kind: "paid", amount: 1998, status: "in_review", secondAmount: 999 } as const;
  await openScreen(SUCCESS, serverReturning(statusReply("payment_successful", { ...twice, refund: pending })));
  expect(await screen.findByText(/You paid twice: ₹999 more.*₹999 is on its way back/)).toBeVisible();
});

const READ = "GET /brand/renewal";
const RENEW = "POST /brand/renew";
const INVALID = errorResponse(403, "renewal_link_invalid", "This renewal link is not valid.");

afterEach(removeCheckout);

function renewalServer(offer: Partial<RenewalResponse> = {}): FakeServer {
  const server = new FakeServer();
  const json: RenewalResponse = {
    brandName: "Meena Weaves",
    fullName: "Meena Devi",
    // An evening in UTC is the next day in India.
    liveUntil: "2099-11-20T20:00:00.000Z",
    amount: 999,
    state: "open",
    ...offer,
  };
  server.on(READ, { json });
  server.on(RENEW, {
    status: 201,
    json: { orderId: ORDER, paymentSessionId: "s", environment: "sandbox", checkoutScriptUrl: "/checkout.js" },
  });
  return server;
}

test("the renewal page shows brand, end date and fee, and does not pay on its own", async () => {
  const server = renewalServer();
  await openScreen("/join?renew=t.1", server);
  expect(await screen.findByText("Meena Weaves")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "Renew your listing" })).toBeVisible();
  expect(screen.getByText("Live until")).toBeVisible();
  expect(screen.getByText("21 November 2099")).toBeVisible();
  expect(screen.getByText("₹999")).toBeVisible();
  expect(server.callsTo(READ).map(({ query }) => query.get("token"))).toEqual(["t.1"]);
  expect(server.callsTo(RENEW)).toHaveLength(0);
});

test.each<[string, Partial<RenewalResponse>, string | RegExp, boolean]>([
  ["the end date of an expired listing", { liveUntil: "2026-01-31T10:00:00.000Z" }, "Ended on", true],
  ["a paid year, without a button", { state: "renewed" }, /paid for already/, false],
  ["an open payment, to continue", { state: "paying" }, /you pay once/, true],
])("the renewal page shows %s", async (_name, offer, text, payable) => {
  await openScreen("/join?renew=t.1", renewalServer(offer));
  expect(await screen.findByText(text)).toBeVisible();
  const pay = screen.queryByRole("button", { name: "Pay ₹999" });
  expect(pay !== null && !isOff(pay)).toBe(payable);
});

test("paying a renewal sends one request, shows a toast for 1.5 seconds and opens the checkout", async () => {
  const user = fakeClock();
  const server = renewalServer();
  await openScreen("/join?renew=t.1", server);
  await pass(0.1);
  await user.dblClick(screen.getByRole("button", { name: "Pay ₹999" }));
  await pass(0.1);
  expect(server.callsTo(RENEW).map(({ body }) => body)).toEqual([{ token: "t.1" }]);
  expect(screen.getByText("Redirecting to Payment Gateway")).toBeVisible();
  expect(isOff(screen.getByRole("button", { name: "Processing..." }))).toBe(true);
  await pass(1.5);
  const factory = jest.fn<CheckoutFactory>(() => ({ checkout: () => new Promise(() => undefined) }));
  expect((await loadCheckout(factory)).src).toBe(`${location.origin}/checkout.js`);
  await pass(0);
  expect(factory).toHaveBeenCalledWith({ mode: "sandbox" });
  expect(JSON.parse(localStorage.getItem("join.order") ?? "")).toEqual({ orderId: ORDER, renew: "t.1" });
  // Restored from the back/forward cache, with the checkout's promise still pending.
  act(() => void window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await user.click(screen.getByRole("button", { name: "Pay ₹999" }));
  await pass(0.1);
  expect(server.callsTo(RENEW)).toHaveLength(2);
});

test("a refused renewal shows a toast and can be retried", async () => {
  const user = quickUser();
  const server = renewalServer();
  server.on(RENEW, "offline");
  await openScreen("/join?renew=t.1", server);
  await user.click(await screen.findByRole("button", { name: "Pay ₹999" }));
  expect(await screen.findByText("Payment initiation failed")).toBeVisible();
  await waitFor(() => expect(isOff(screen.getByRole("button", { name: "Pay ₹999" }))).toBe(false));
});

test("a year that was paid for in another tab redirects to its receipt", async () => {
  const user = quickUser();
  const server = renewalServer();
  server.on(RENEW, errorResponse(409, "listing_already_paid", "This listing is already paid for.", { orderId: ORDER }));
  server.on("GET /brand/payment-status", listingStatus(ORDER));
  const { address } = await openScreen("/join?renew=t.1", server);
  await user.click(await screen.findByRole("button", { name: "Pay ₹999" }));
  expect(await screen.findByText(/stays listed for another year/)).toBeVisible();
  expect(address()).toBe(`/payment-success?order_id=${ORDER}`);
});

test("an invalid renewal link shows its own page", async () => {
  const server = renewalServer();
  server.on(READ, INVALID);
  await openScreen("/join?renew=nonsense", server);
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", "/support");
});

test("a lost connection is not shown as an invalid link, and can be retried", async () => {
  const user = quickUser();
  const server = renewalServer();
  server.on(READ, "offline");
  await openScreen("/join?renew=t.1", server);
  expect(await screen.findByText("We could not load your listing")).toBeVisible();
  const good = renewalServer();
  globalThis.fetch = good.fetch;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Meena Weaves")).toBeVisible();
});
