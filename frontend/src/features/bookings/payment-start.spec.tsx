import userEvent from "@testing-library/user-event";
import { afterEach, expect, jest, test } from "@jest/globals";
import { MELA_ORDER_ID_PATTERN } from "@sakhi/domain/bookings/booking.rules";
import { POLICIES_VERSION } from "@sakhi/domain/bookings/policies";
import { act, screen, waitFor } from "@testing-library/react";
import { fakeClock, pass } from "../../test/clock";
import type { InitiateRequest } from "../../api/mela-api";
import { type CallName, type FailedAnswer, type FakeServer, gate, errorResponse } from "../../test/fake-server";
import type { CheckoutFactory, CheckoutPage } from "../../api/checkout";
import {
  checkoutScript,
  defineCheckout,
  fillIn,
  openRegistration,
  REGISTER,
  registeringServer,
  removeCheckout,
  submitButton,
} from "../../test/registering";
import { openScreen } from "../../test/render-site";

const REGISTRATION = "POST /mela/create-provisional-registration";
const INITIATE = "POST /cashfree/initiate";
const bodies = (server: FakeServer, key: CallName) =>
  server.callsTo(key).map(({ body }) => body as Record<string, unknown>);

afterEach(removeCheckout);

/** A checkout on its way: the browser leaves before it says anything. */
const neverSettles = () => jest.fn<CheckoutPage["checkout"]>(() => new Promise(() => undefined));

/** Lets the checkout script load and define what the provider defines. */
async function loadCheckout(factory: CheckoutFactory): Promise<void> {
  const script = await checkoutScript();
  defineCheckout(factory);
  act(() => void script.dispatchEvent(new Event("load")));
}

test("submit registers, initiates and opens the hosted checkout in the same window", async () => {
  const user = userEvent.setup();
  const { server } = await openRegistration(registeringServer());
  await fillIn(user);
  await user.type(screen.getByLabelText("Coupon code"), "mela10");
  // Straight from the coupon field to paying: the code that leaving it asked about counts.
  await user.click(submitButton());
  const checkout = neverSettles();
  const factory = jest.fn<CheckoutFactory>(() => ({ checkout }));
  await loadCheckout(factory);
  await waitFor(() => expect(checkout).toHaveBeenCalledTimes(1));
  expect(factory).toHaveBeenCalledWith({ mode: "sandbox" });
  expect(checkout).toHaveBeenCalledWith({ paymentSessionId: "session_1", redirectTarget: "_self" });
  expect(submitButton()).toHaveTextContent("Processing...");

  const [registration] = bodies(server, REGISTRATION);
  const orderId = registration?.["orderId"];
  expect(orderId).toMatch(MELA_ORDER_ID_PATTERN);
  expect(registration).toEqual({
    orderId,
    fullName: "Asha Rao",
    email: "asha@example.com",
    phoneNumber: "9876543210",
    businessName: "Asha Pottery",
    gstNumber: "",
    gstAddress: "",
    pincode: "560066",
    stallId: "B12",
    stallType: "General",
    appliedCouponCode: "MELA10",
    policiesVersion: POLICIES_VERSION,
    paymentStatus: "payment_pending",
  });
  expect(bodies(server, INITIATE)).toEqual([
    {
      orderId,
      amount: 24300,
      customerName: "Asha Rao",
      customerEmail: "asha@example.com",
      customerPhone: "9876543210",
      metadata: {
        type: "mela_stall",
        stallId: "B12",
        stallType: "General",
        businessName: "Asha Pottery",
        gstNumber: "",
        gstAddress: "",
        pincode: "560066",
      },
    },
  ]);
  expect(server.callsTo("POST /mela/release")).toHaveLength(0);
});

test("without a coupon no appliedCouponCode is sent; a double click submits once", async () => {
  const user = userEvent.setup();
  const server = registeringServer();
  const announced = gate();
  server.on(REGISTRATION, async () => {
    await announced.opened;
    return errorResponse(503, "service_unavailable", "We cannot answer right now.");
  });
  await openRegistration(server);
  await fillIn(user);
  await user.dblClick(submitButton());
  expect(await screen.findByRole("button", { name: "Processing..." })).toBeDisabled();
  announced.open();
  expect(await screen.findByText("We cannot answer right now.")).toBeVisible();
  expect(bodies(server, REGISTRATION)).toHaveLength(1);
  expect(bodies(server, REGISTRATION)[0]).not.toHaveProperty("appliedCouponCode");
});

test("the same registration sent again keeps its order id; a spent id is replaced", async () => {
  const user = userEvent.setup();
  const server = registeringServer();
  await openRegistration(server);
  await fillIn(user);
  const submit = async (answer: FailedAnswer) => {
    const announced = gate();
    server.on(REGISTRATION, async () => {
      await announced.opened;
      return answer;
    });
    await user.click(submitButton());
    expect(await screen.findByRole("button", { name: "Processing..." })).toBeDisabled();
    announced.open();
    await waitFor(() => expect(submitButton()).toBeEnabled());
  };
  await submit("offline");
  const taken = errorResponse(409, "order_id_taken", "This order number is already in use.");
  await submit(taken);
  await submit(taken);
  const ids = bodies(server, REGISTRATION).map(({ orderId }) => orderId);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[1]);
});

test.each([
  [
    "the server's message",
    errorResponse(503, "provider_unavailable", "The payment service is not answering right now."),
    "The payment service is not answering right now.",
  ],
  ["its own sentence without one", { status: 502, text: "<html>" }, "Failed to initiate payment"],
] as const)("a refused initiation toasts %s, and the visitor can try again", async (_, answer, sentence) => {
  const user = userEvent.setup();
  const server = registeringServer();
  server.on(INITIATE, answer);
  await openRegistration(server);
  await fillIn(user);
  await user.click(submitButton());
  expect(await screen.findByText("Payment Initiation Failed")).toBeVisible();
  expect(screen.getByText(sentence)).toBeVisible();
  await waitFor(() => expect(submitButton()).toBeEnabled());
  expect(submitButton()).toHaveTextContent("Proceed to Payment");
});

test("a script that does not load toasts Payment System Error; the payment can be continued", async () => {
  const user = userEvent.setup();
  const { server } = await openRegistration(registeringServer());
  await fillIn(user);
  await user.click(submitButton());
  const script = await checkoutScript();
  act(() => void script.dispatchEvent(new Event("error")));
  expect(await screen.findByText("Payment System Error")).toBeVisible();
  expect(screen.getByText("Unable to load payment system. Please try again.")).toBeVisible();
  // The order is open now: the form is fixed and leads on to the same payment.
  const next = await screen.findByRole("button", { name: "Continue to payment" });
  expect(screen.getByLabelText("Full Name")).toHaveAttribute("readonly");
  await user.click(next);
  const checkout = neverSettles();
  await loadCheckout(() => ({ checkout }));
  await waitFor(() => expect(checkout).toHaveBeenCalledTimes(1));
  const orders = bodies(server, INITIATE).map(({ orderId, amount }) => ({ orderId, amount }));
  expect(orders[1]).toEqual(orders[0]);
  expect(bodies(server, REGISTRATION)).toHaveLength(1);
});

test("a script that hangs is given up after 15 seconds", async () => {
  const user = fakeClock();
  await openRegistration(registeringServer());
  await fillIn(user);
  await user.click(submitButton());
  await checkoutScript();
  await pass(15.1);
  expect(screen.getByText("Payment System Error")).toBeVisible();
});

test.each([
  [
    "can't be set up",
    () => {
      throw new Error("bad mode");
    },
    "Payment Error",
    "Failed to initialize payment. Please try again.",
  ],
  [
    "refuses",
    () => ({ checkout: async () => ({ error: { message: "no" } }) }),
    "Payment Redirect Failed",
    "Unable to redirect to payment page. Please try again.",
  ],
  [
    "breaks",
    () => ({ checkout: () => Promise.reject(new Error("no")) }),
    "Payment Redirect Failed",
    "Unable to redirect to payment page. Please try again.",
  ],
] as const)("a checkout that %s has its own toast and clears the busy state", async (_, factory, title, sentence) => {
  const user = userEvent.setup();
  await openRegistration(registeringServer());
  await fillIn(user);
  await user.click(submitButton());
  await loadCheckout(factory);
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(sentence)).toBeVisible();
  await waitFor(() => expect(submitButton()).toBeEnabled());
});

test("a visitor who returns to the form after paying is led to the confirmation, not to an expiry", async () => {
  const user = userEvent.setup();
  const { server, unmount } = await openRegistration(registeringServer());
  await fillIn(user);
  await user.click(submitButton());
  await loadCheckout(() => ({ checkout: neverSettles() }));
  await waitFor(() => expect(server.callsTo(INITIATE)).toHaveLength(1));
  const orderId = String(bodies(server, INITIATE)[0]?.["orderId"]);
  unmount();
  server.hold = null;
  server.on(`GET /mela/payment-status/${orderId}`, {
    json: {
      orderId,
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

test("an answer without a session is a Payment Error", async () => {
  const user = userEvent.setup();
  const server = registeringServer();
  server.on(INITIATE, { status: 201, text: '{"orderId":"x","environment":"sandbox"}' });
  await openRegistration(server);
  await fillIn(user);
  await user.click(submitButton());
  expect(await screen.findByText("Payment Error")).toBeVisible();
});

test("a payment that has started elsewhere fixes the form and is continued", async () => {
  const user = userEvent.setup();
  const server = registeringServer();
  server.on(REGISTRATION, () => {
    server.holds("B12", 900, { state: "paying", orderId: "MELA1764000000000OTHER" });
    return errorResponse(409, "payment_in_progress", "Your payment for this stall has already started.", {
      orderId: "MELA1764000000000OTHER",
    });
  });
  const { address } = await openRegistration(server);
  await fillIn(user);
  await user.click(submitButton());
  expect(await screen.findByText("Your payment for this stall has already started.")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Continue to payment" })).toBeEnabled();
  // Leaving while paying neither asks nor releases.
  await user.click(screen.getByRole("link", { name: "Back to the floor plan" }));
  await waitFor(() => expect(address()).toBe("/paid-events/mela"));
  expect(server.callsTo("POST /mela/release")).toHaveLength(0);
});

test("leaving while a submit is in flight does not release, and no checkout opens afterwards", async () => {
  const user = userEvent.setup();
  const server = registeringServer();
  const announced = gate();
  server.on(INITIATE, async ({ body }) => {
    await announced.opened;
    return {
      status: 201,
      json: { orderId: (body as InitiateRequest).orderId, paymentSessionId: "s", environment: "sandbox" },
    };
  });
  const { address } = await openRegistration(server);
  await fillIn(user);
  await user.click(submitButton());
  await waitFor(() => expect(server.callsTo(INITIATE)).toHaveLength(1));
  await user.click(screen.getByRole("link", { name: "Back to the floor plan" }));
  await screen.findByText("Legend");
  expect(address()).toBe("/paid-events/mela");
  await act(async () => {
    announced.open();
    await announced.opened;
  });
  expect(server.callsTo("POST /mela/release")).toHaveLength(0);
  expect(document.querySelector("script[data-checkout]")).toBeNull();
});
