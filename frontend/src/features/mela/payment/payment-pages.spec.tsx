import { beforeAll, expect, jest, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeClock, pass } from "../../../test/clock";
import type { CheckoutPage } from "../../../api/checkout";
import { FakeServer, gate, refusal } from "../../../test/fake-server";
import { defineCheckout, removeCheckout } from "../../../test/registering";
import { openSite } from "../../../test/render-site";

const ORDER = "MELA1764000000000ABCD1234";
const STATUS = `GET /mela/payment-status/${ORDER}`;
const SUCCESS = `/paid-events/mela/payment-success?order_id=${ORDER}`;
const FAILURE = `/paid-events/mela/payment-failure?order_id=${ORDER}`;
const answer = (paymentStatus: string) => ({
  json: { orderId: ORDER, stallId: "B12", stallType: "General", paymentStatus },
});
const serverSaying = (paymentStatus: string) => {
  const server = new FakeServer();
  server.on(STATUS, answer(paymentStatus));
  return server;
};

// Loaded before any clock is faked: modules come by real time.
beforeAll(async () => {
  await import("./payment-success.page");
  await import("./payment-failure.page");
});

test("without an order id the success page goes to the failure page without one, and nothing is asked", async () => {
  const { address, server } = await openSite("/paid-events/mela/payment-success");
  expect(await screen.findByRole("heading", { level: 1, name: "Payment Failed" })).toBeVisible();
  expect(address()).toBe("/paid-events/mela/payment-failure");
  expect(screen.queryByText("Order details")).not.toBeInTheDocument();
  expect(server.calls).toHaveLength(0);
});

test("it polls every 2 seconds while pending, at most 15 times, with a note after 10, and never calls it failed", async () => {
  const user = fakeClock();
  const server = serverSaying("payment_pending");
  const { address } = await openSite(SUCCESS, server);
  await pass(0);
  expect(screen.getByRole("heading", { name: "Verifying Payment..." })).toBeVisible();
  expect(server.callsTo(STATUS)).toHaveLength(1);
  await pass(1.9);
  expect(server.callsTo(STATUS)).toHaveLength(1);
  await pass(0.2);
  expect(server.callsTo(STATUS)).toHaveLength(2);
  await pass(14);
  expect(server.callsTo(STATUS)).toHaveLength(9);
  expect(screen.queryByText(/contact support with your order id/)).not.toBeInTheDocument();
  await pass(2);
  expect(
    screen.getByText(/refresh the page.*check your e-mail.*after 10 minutes, contact support/),
  ).toHaveTextContent(ORDER);
  await pass(60);
  expect(server.callsTo(STATUS)).toHaveLength(15);
  expect(address()).toBe(SUCCESS);
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await pass(0);
  expect(server.callsTo(STATUS)).toHaveLength(16);
});

test.each(["payment_initiated", "PENDING"])("%s counts as in progress", async (status) => {
  fakeClock();
  const server = serverSaying(status);
  await openSite(SUCCESS, server);
  await pass(4.5);
  expect(server.callsTo(STATUS)).toHaveLength(3);
});

test.each(["payment_failed", "cancelled", "USER_DROPPED", "order_expired", "terminated", "something_else"])(
  "%s goes to the failure page with the order id, after one poll",
  async (status) => {
    const server = serverSaying(status);
    const { address } = await openSite(SUCCESS, server);
    expect(await screen.findByRole("heading", { name: "Payment Failed" })).toBeVisible();
    expect(address()).toBe(FAILURE);
    expect(server.callsTo(STATUS).length).toBeLessThanOrEqual(2);
  },
);

test("an order nobody knows goes to the failure page; a lost connection is polled on", async () => {
  fakeClock();
  const server = new FakeServer();
  server.on(STATUS, "offline");
  const { address } = await openSite(SUCCESS, server);
  await pass(2.5);
  expect(address()).toBe(SUCCESS);
  server.on(STATUS, refusal(404, "order_not_found", "We could not find an order with this number."));
  await pass(2.5);
  expect(address()).toBe(FAILURE);
});

test("success shows the ticket: order, stall, type, dates, venue, invoice note and the free listing", async () => {
  const user = userEvent.setup();
  sessionStorage.setItem("mela.registration", "{}");
  const { server } = await openSite(SUCCESS, serverSaying("payment_successful"));
  expect(await screen.findByRole("heading", { level: 1, name: "Payment Successful!" })).toBeVisible();
  const ticket = screen.getByRole("article");
  for (const text of [ORDER, "Standard", "3rd and 4th December", "Industrial area, Whitefield, Bangalore"]) {
    expect(ticket).toHaveTextContent(text);
  }
  expect(screen.getByText(/invoice is on its way to your e-mail/)).toBeVisible();
  expect(screen.getByText(/₹999 per year/)).toBeVisible();
  for (const point of ["Premium listing", /Direct enquiries/, /Showcase/, "Verified badge"]) {
    expect(screen.getByText(point)).toBeVisible();
  }
  expect(screen.getByRole("link", { name: "List Your Brand Now" })).toHaveAttribute(
    "href",
    "/join-entrepreneur",
  );
  expect(screen.getByRole("img", { name: `QR code of the order ${ORDER}` })).toBeVisible();
  expect(screen.getByRole("link", { name: "Share on WhatsApp" })).toHaveAttribute(
    "href",
    expect.stringMatching(/^https:\/\/wa\.me\/\?text=.*B12/),
  );
  await user.click(screen.getByRole("button", { name: "Copy order id" }));
  expect(await navigator.clipboard.readText()).toBe(ORDER);
  expect(server.callsTo(STATUS)).toHaveLength(1);
  expect(sessionStorage.getItem("mela.registration")).toBeNull();
});

test("who paid is handed to the wizard that lists her brand, in this tab and not in an address", async () => {
  const user = userEvent.setup();
  const values = {
    fullName: "Asha Rao",
    email: "asha@example.com",
    phoneNumber: "9876543210",
    businessName: "Asha Pottery",
  };
  sessionStorage.setItem("mela.registration", JSON.stringify({ values }));
  const { address } = await openSite(SUCCESS, serverSaying("payment_successful"));
  await user.click(await screen.findByRole("link", { name: "List Your Brand Now" }));
  expect(await screen.findByLabelText("Full Name")).toHaveValue("Asha Rao");
  expect(screen.getByLabelText("Email Address")).toHaveValue("asha@example.com");
  expect(screen.getByLabelText("Phone Number")).toHaveValue("9876543210");
  expect(screen.getByLabelText("Brand Name")).toHaveValue("Asha Pottery");
  expect(address()).toBe("/join-entrepreneur");
  expect(localStorage.getItem("mela.payer")).toBeNull();
});

test("the calendar file is handed over as a download", async () => {
  const user = userEvent.setup();
  const made: Blob[] = [];
  URL.createObjectURL = (blob) => {
    made.push(blob as Blob);
    return "blob:calendar";
  };
  URL.revokeObjectURL = () => undefined;
  const click = jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  await openSite(SUCCESS, serverSaying("payment_successful"));
  await user.click(await screen.findByRole("button", { name: "Add to calendar" }));
  expect(click).toHaveBeenCalledTimes(1);
  expect(made[0]?.type).toBe("text/calendar");
  click.mockRestore();
});

test("the failure page shows a skeleton while checking, then Payment Failed with the order's details", async () => {
  const server = new FakeServer();
  const told = gate();
  server.on(STATUS, async () => {
    await told.opened;
    return answer("payment_failed");
  });
  await openSite(FAILURE, server);
  expect(await screen.findByTestId("payment-skeleton")).toBeInTheDocument();
  told.open();
  expect(await screen.findByRole("heading", { level: 1, name: "Payment Failed" })).toBeVisible();
  expect(screen.getByText(/Your stall is not booked/)).toBeVisible();
  const details = screen.getByRole("region", { name: "Order details" });
  for (const text of [ORDER, "B12", "Standard"]) expect(details).toHaveTextContent(text);
  expect(screen.getByRole("link", { name: "Try Booking Again" })).toHaveAttribute(
    "href",
    "/paid-events/mela",
  );
  expect(screen.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", "/support");
  expect(screen.queryByRole("button", { name: /Continue paying/ })).not.toBeInTheDocument();
});

test("the failure page goes to the success page when the payment was successful", async () => {
  const { address } = await openSite(FAILURE, serverSaying("payment_successful"));
  expect(await screen.findByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  expect(address()).toBe(SUCCESS);
});

test("a pending payment is not called failed there, but checked again", async () => {
  const { address } = await openSite(FAILURE, serverSaying("payment_pending"));
  const again = await screen.findByRole("link", { name: "Check again" });
  expect(screen.queryByText("Payment Failed")).not.toBeInTheDocument();
  expect(again).toHaveAttribute("href", SUCCESS);
  expect(address()).toBe(FAILURE);
});

test("a check that could not be made is not called failed either", async () => {
  const user = userEvent.setup();
  const server = new FakeServer();
  server.on(STATUS, { status: 503, text: "" });
  await openSite(FAILURE, server);
  expect(await screen.findByRole("heading", { name: "We could not check your payment" })).toBeVisible();
  server.on(STATUS, answer("payment_failed"));
  await user.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByRole("heading", { name: "Payment Failed" })).toBeVisible();
});

test("while the stall is still theirs the same order can be paid for again", async () => {
  const user = userEvent.setup();
  const server = serverSaying("payment_failed");
  server.holds("B12", 760, {
    state: "paying",
    orderId: ORDER,
    finalAmount: 24_300,
    discountPercentage: 10,
  });
  server.on("POST /cashfree/initiate", {
    status: 201,
    json: {
      orderId: ORDER,
      paymentSessionId: "session_1",
      environment: "sandbox",
      checkoutScriptUrl: "/checkout.js",
    },
  });
  const checkout = jest.fn<CheckoutPage["checkout"]>(() => new Promise(() => undefined));
  await openSite(FAILURE, server);
  await user.click(await screen.findByRole("button", { name: "Continue paying for B12" }));
  const script = await waitFor(() => {
    const found = document.querySelector("script[data-checkout='/checkout.js']");
    if (found === null) throw new Error("no script yet");
    return found;
  });
  defineCheckout(() => ({ checkout }));
  script.dispatchEvent(new Event("load"));
  await waitFor(() =>
    expect(checkout).toHaveBeenCalledWith({ paymentSessionId: "session_1", redirectTarget: "_self" }),
  );
  expect(server.callsTo("POST /cashfree/initiate").map(({ body }) => body)).toEqual([
    { orderId: ORDER, amount: 24300, metadata: { type: "mela_stall", stallId: "B12", stallType: "General" } },
  ]);
  removeCheckout();
});
