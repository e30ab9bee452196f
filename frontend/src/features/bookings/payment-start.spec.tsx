import { afterEach, expect, jest, test } from "@jest/globals";
import { MELA_ORDER_ID_PATTERN, ORDER_ID_MAX_LENGTH } from "@sakhi/domain/bookings/booking.rules";
import { POLICIES_VERSION } from "@sakhi/domain/bookings/policies";
import { act, screen, waitFor } from "@testing-library/react";
import { type CheckoutFactory, type CheckoutPage, openCheckout } from "../../api/checkout";
import type { InitiateRequest } from "../../api/mela-api";
import { fakeClock, quickUser } from "../../test/clock";
import { type CallName, type FakeFailure, type FakeServer, errorResponse } from "../../test/fake-server";
import { field } from "../../test/quick-queries";
import {
  confirmsClosing,
  isOff,
  loadCheckout,
  openFilledIn,
  policiesBox,
  REGISTER,
  registeringServer,
  removeCheckout,
  submitButton,
} from "../../test/registering";
import { openScreen } from "../../test/render-site";
import { newOrderId } from "./use-submit";

const REGISTRATION = "POST /mela/create-provisional-registration";
const INITIATE = "POST /cashfree/initiate";
const RELEASE = "POST /mela/release";
const bodies = (server: FakeServer, key: CallName) =>
  server.callsTo(key).map(({ body }) => body as Record<string, unknown>);

afterEach(removeCheckout);

/** A checkout that never settles, because the browser navigates away. */
const neverSettles = () => jest.fn<CheckoutPage["checkout"]>(() => new Promise(() => undefined));

test("submit registers, initiates the payment and opens the hosted checkout in the same window", async () => {
  const user = quickUser();
  const { server } = await openFilledIn(registeringServer());
  await user.click(field("Coupon code"));
  await user.paste("mela10");
  // Submitting straight from the coupon field applies the code.
  await user.click(submitButton());
  const checkout = neverSettles();
  const factory = jest.fn<CheckoutFactory>(() => ({ checkout }));
  await loadCheckout(factory);
  await waitFor(() => expect(checkout).toHaveBeenCalledTimes(1));
  expect(factory).toHaveBeenCalledWith({ mode: "sandbox" });
  expect(checkout).toHaveBeenCalledWith({ paymentSessionId: "session_1", redirectTarget: "_self" });
  expect(submitButton()).toHaveTextContent("Processing...");

  const orderId = expect.stringMatching(MELA_ORDER_ID_PATTERN);
  const stall = { stallId: "B12", stallType: "General" };
  const details = { businessName: "Asha Pottery", gstNumber: "", gstAddress: "", pincode: "560066" };
  expect(bodies(server, REGISTRATION)).toEqual([
    {
      orderId,
      fullName: "Asha Rao",
      email: "asha@example.com",
      phoneNumber: "9876543210",
      ...details,
      ...stall,
      appliedCouponCode: "MELA10",
      policiesVersion: POLICIES_VERSION,
      event: "the-mela-2099",
      paymentStatus: "payment_pending",
    },
  ]);
  expect(bodies(server, INITIATE)).toEqual([
    {
      orderId: bodies(server, REGISTRATION)[0]?.["orderId"],
      amount: 24300,
      customerName: "Asha Rao",
      customerEmail: "asha@example.com",
      customerPhone: "9876543210",
      metadata: { type: "mela_stall", ...stall, ...details },
    },
  ]);
  expect(server.callsTo(RELEASE)).toHaveLength(0);
  // After a reload, this tab knows that its draft is what the order was registered with.
  expect(JSON.parse(sessionStorage.getItem("mela.registration.the-mela-2099") ?? "")).toEqual(
    expect.objectContaining({ orderId }),
  );
});

test("a double click registers once; a resent registration keeps its order id, and a refused id is replaced", async () => {
  const user = quickUser();
  const server = registeringServer();
  await openFilledIn(server);
  const submit = async (press: "click" | "dblClick", failure: FakeFailure) => {
    const respond = server.withhold(REGISTRATION, failure);
    await user[press](submitButton());
    await waitFor(() => expect(submitButton()).toHaveTextContent("Processing..."));
    expect(isOff()).toBe(true);
    // Controls are not disabled, so the focused one keeps the focus.
    expect(policiesBox()).toBeEnabled();
    respond();
    await waitFor(() => expect(isOff()).toBe(false));
  };
  await submit("dblClick", errorResponse(503, "service_unavailable", "We can't answer right now."));
  expect(screen.getByText("We can't answer right now.")).toBeVisible();
  const taken = errorResponse(409, "order_id_taken", "This order number is already in use.");
  await submit("click", "offline");
  await submit("click", taken);
  await submit("click", taken);
  const ids = bodies(server, REGISTRATION).map(({ orderId }) => orderId);
  expect(ids).toHaveLength(4);
  expect(new Set(ids.slice(0, 3)).size).toBe(1);
  expect(ids[3]).not.toBe(ids[2]);
  expect(bodies(server, REGISTRATION)[0]).not.toHaveProperty("appliedCouponCode");
});

test("a refused initiation shows the server's message or a default, and the visitor can retry", async () => {
  const user = quickUser();
  const server = registeringServer();
  await openFilledIn(server);
  for (const [failure, title, sentence] of [
    [errorResponse(503, "provider_unavailable", "No answer."), "Payment Initiation Failed", "No answer."],
    [{ status: 502, text: "<html>" }, "Payment Initiation Failed", "Failed to initiate payment"],
    // Without a session.
    [{ status: 201, text: '{"orderId":"x","environment":"sandbox"}' }, "Payment Error", /^Failed to initialize/],
  ] as const) {
    server.on(INITIATE, failure);
    await user.click(submitButton());
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByText(title)).toBeVisible();
    // Not only in passing: an order that was opened says so by its heading.
    if (title === "Payment Initiation Failed")
      expect(document.querySelector("[data-problem]")).toHaveTextContent(
        /You have not been charged, and B12 is still kept for you: try again here\.$/,
      );
    await waitFor(() => expect(isOff()).toBe(false));
    expect(submitButton()).toHaveTextContent("Proceed to Payment");
  }
});

test("each checkout failure has its own toast, and the payment can be continued", async () => {
  const user = quickUser();
  const { server } = await openFilledIn(registeringServer());
  const REDIRECT = ["Payment Redirect Failed", "Unable to redirect to payment page. Please try again."] as const;
  const setupFails = () => {
    throw new Error("bad mode");
  };
  for (const [[title, sentence], factory] of [
    [["Payment System Error", "Unable to load payment system. Please try again."], undefined],
    [["Payment Error", "Failed to initialize payment. Please try again."], setupFails],
    [REDIRECT, () => ({ checkout: async () => ({ error: { message: "no" } }) })],
    [REDIRECT, () => ({ checkout: () => Promise.reject(new Error("no")) })],
  ] as const) {
    removeCheckout();
    await user.click(submitButton());
    expect(screen.queryByText(title)).not.toBeInTheDocument();
    await loadCheckout(factory);
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(sentence)).toBeVisible();
    // The order is open: the form is read-only and continues the same payment.
    await waitFor(() => expect(submitButton()).toHaveTextContent("Continue to payment"));
    // What is to do comes first, before the fields that only show what was sent.
    expect(submitButton().compareDocumentPosition(field("Full Name"))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getAllByRole("button", { name: "Continue to payment" })).toHaveLength(1);
    expect(isOff()).toBe(false);
    expect(field("Full Name")).toHaveAttribute("readonly");
  }
  removeCheckout();
  await user.click(submitButton());
  const checkout = neverSettles();
  await loadCheckout(() => ({ checkout }));
  await waitFor(() => expect(checkout).toHaveBeenCalledTimes(1));
  const orders = bodies(server, INITIATE).map(({ orderId, amount }) => `${String(orderId)} ${String(amount)}`);
  expect(orders).toHaveLength(5);
  expect(new Set(orders).size).toBe(1);
  expect(bodies(server, REGISTRATION)).toHaveLength(1);
  await user.click(submitButton());
  expect(bodies(server, INITIATE)).toHaveLength(5);
  // Restored from the back/forward cache, with the checkout's promise still pending.
  act(() => void window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await waitFor(() => expect(isOff()).toBe(false));
  await user.click(submitButton());
  await waitFor(() => expect(checkout).toHaveBeenCalledTimes(2));
});

test("openCheckout times out after 15 seconds when the script hangs", async () => {
  fakeClock();
  const refused = expect(openCheckout({ paymentSessionId: "session_1", environment: "sandbox" })).rejects.toMatchObject(
    { fault: "script" },
  );
  await jest.advanceTimersByTimeAsync(14_900);
  expect(document.querySelector("script[data-checkout]")).not.toBeNull();
  await jest.advanceTimersByTimeAsync(100);
  expect(document.querySelector("script[data-checkout]")).toBeNull();
  await refused;
});

test("a visitor who returns to the form after paying is redirected to the confirmation, not shown an expiry", async () => {
  const user = quickUser();
  const { server, unmount } = await openFilledIn(registeringServer());
  await user.click(submitButton());
  await loadCheckout(() => ({ checkout: neverSettles() }));
  await waitFor(() => expect(server.callsTo(INITIATE)).toHaveLength(1));
  const orderId = String(bodies(server, INITIATE)[0]?.["orderId"]);
  unmount();
  server.hold = null;
  server.on(`GET /mela/payment-status/${orderId}`, {
    json: {
      orderId,
      event: "the-mela-2099",
      stallId: "B12",
      stallType: "General",
      paymentStatus: "payment_successful",
      outcome: { kind: "sold", amount: 27_000 },
    },
  });
  const { address } = await openScreen(REGISTER, server);
  expect(await screen.findByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  expect(address()).toBe(`/paid-events/mela/payment-success?order_id=${orderId}`);
  expect(screen.queryByText("Reservation Expired")).not.toBeInTheDocument();
});

test("a payment started in another tab makes the form read-only; leaving neither confirms nor releases", async () => {
  const user = quickUser();
  const server = registeringServer();
  server.on(REGISTRATION, () => {
    server.holds("B12", 900, { state: "paying", orderId: "MELA1764000000000OTHER" });
    return errorResponse(409, "payment_in_progress", "Your payment for this stall has already started.", {
      orderId: "MELA1764000000000OTHER",
    });
  });
  const { address, navigate } = await openFilledIn(server);
  await user.click(submitButton());
  expect(await screen.findByText("Your payment for this stall has already started.")).toBeVisible();
  await waitFor(() => expect(submitButton()).toHaveTextContent("Continue to payment"));
  expect(isOff()).toBe(false);
  expect(confirmsClosing()).toBe(false);
  await act(() => navigate("/privacy-policy"));
  expect(await screen.findByRole("heading", { name: "Privacy Policy" })).toBeVisible();
  expect(address()).toBe("/privacy-policy");
  expect(server.callsTo(RELEASE)).toHaveLength(0);
});

test("leaving during a submit does not release the stall, and no checkout opens afterwards", async () => {
  const user = quickUser();
  const server = registeringServer();
  const respond = server.withhold(INITIATE, ({ body }) => ({
    status: 201,
    json: { orderId: (body as InitiateRequest).orderId, paymentSessionId: "s", environment: "sandbox" },
  }));
  const { navigate } = await openFilledIn(server);
  await user.click(submitButton());
  await waitFor(() => expect(server.callsTo(INITIATE)).toHaveLength(1));
  await act(() => navigate("/privacy-policy"));
  expect(await screen.findByRole("heading", { name: "Privacy Policy" })).toBeVisible();
  await act(async () => respond());
  expect(server.callsTo(RELEASE)).toHaveLength(0);
  expect(document.querySelector("script[data-checkout]")).toBeNull();
});

test("newOrderId generates unique ids in the server's format", () => {
  const ids = Array.from({ length: 50 }, () => newOrderId());
  for (const id of ids) expect(id).toMatch(MELA_ORDER_ID_PATTERN);
  expect(Math.max(...ids.map((id) => id.length))).toBeLessThanOrEqual(ORDER_ID_MAX_LENGTH);
  expect(new Set(ids).size).toBe(50);
});
