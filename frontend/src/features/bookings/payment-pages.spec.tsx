import { beforeAll, expect, jest, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import type { CheckoutPage } from "../../api/checkout";
import type { BookingOutcomeResponse, PaymentStatus } from "../../api/generated/visitor";
import { verdictOf } from "../../shared/payments/payment-status";
import { fakeClock, pass, quickUser } from "../../test/clock";
import { type FakeResponse, errorResponse, FakeServer, gate } from "../../test/fake-server";
import { isOff, loadCheckout, registeringServer, removeCheckout } from "../../test/registering";
import { openScreen } from "../../test/render-site";

const ORDER = "MELA1764000000000ABCD1234";
const STATUS = `GET /mela/payment-status/${ORDER}` as const;
const SUCCESS = `/paid-events/mela/payment-success?order_id=${ORDER}`;
const FAILURE = `/paid-events/mela/payment-failure?order_id=${ORDER}`;
const OUTCOMES: Readonly<Record<string, BookingOutcomeResponse>> = {
  payment_pending: { kind: "pending" },
  payment_successful: { kind: "sold", amount: 24_300 },
};
const statusResponse = (
  paymentStatus: string,
  outcome: BookingOutcomeResponse = OUTCOMES[paymentStatus] ?? { kind: "not_charged" },
): FakeResponse<typeof STATUS> => ({
  // Includes statuses that the API does not have.
  json: {
    orderId: ORDER,
    event: "the-mela-2099",
    stallId: "B12",
    stallType: "General",
    paymentStatus: paymentStatus as PaymentStatus,
    outcome,
  },
});
const serverWithStatus = (paymentStatus: string, outcome?: BookingOutcomeResponse) => {
  const server = new FakeServer();
  server.on(STATUS, statusResponse(paymentStatus, outcome));
  return server;
};

// Import before the clock is faked: dynamic imports need real time.
beforeAll(async () => {
  await import("./payment-success.page");
  await import("./payment-failure.page");
});

test("without an order id the success page redirects to the failure page and sends no request", async () => {
  const { address, server } = await openScreen("/paid-events/mela/payment-success");
  expect(await screen.findByRole("heading", { level: 1, name: "Payment Failed" })).toBeVisible();
  expect(address()).toBe("/paid-events/mela/payment-failure");
  expect(screen.queryByText("Order details")).not.toBeInTheDocument();
  expect(server.calls).toHaveLength(0);
});

test("the success page polls a pending payment every 2 seconds, 15 times, with a note after 10, and never shows it as failed", async () => {
  const user = fakeClock();
  const server = serverWithStatus("payment_pending");
  const { address } = await openScreen(SUCCESS, server);
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
  expect(screen.getByText(/refresh the page.*check your e-mail.*after 10 minutes, contact support/)).toHaveTextContent(
    ORDER,
  );
  await pass(60);
  expect(server.callsTo(STATUS)).toHaveLength(15);
  expect(address()).toBe(SUCCESS);
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await pass(0);
  expect(server.callsTo(STATUS)).toHaveLength(16);
});

test("a poll that times out counts as one; if none succeeded, the bank is not blamed", async () => {
  fakeClock();
  const server = new FakeServer();
  server.on(STATUS, () => new Promise(() => undefined));
  await openScreen(SUCCESS, server);
  await pass(11);
  expect(server.callsTo(STATUS)).toHaveLength(1);
  await pass(2);
  expect(server.callsTo(STATUS)).toHaveLength(2);
  server.on(STATUS, "offline");
  await pass(60);
  expect(screen.getByText(/contact support with your order id/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Check again" })).toBeVisible();
  expect(screen.getByText(/The connection dropped, or our service did not answer/)).toBeVisible();
  expect(screen.queryByText(/bank has not answered/)).not.toBeInTheDocument();
});

test.each(["payment_failed", "something_else"])(
  "the success page redirects %s to the failure page with the order id, after one poll",
  async (status) => {
    const server = serverWithStatus(status);
    const { address } = await openScreen(SUCCESS, server);
    expect(await screen.findByRole("heading", { name: "Payment Failed" })).toBeVisible();
    expect(address()).toBe(FAILURE);
    expect(server.callsTo(STATUS).length).toBeLessThanOrEqual(2);
  },
);

test("the failure page shows the success page's response, without a skeleton, while it refetches", async () => {
  const server = new FakeServer();
  const response = gate();
  server.on(STATUS, async () => {
    if (server.callsTo(STATUS).length > 1) await response.opened;
    return statusResponse("payment_failed");
  });
  await openScreen(SUCCESS, server);
  await waitFor(() => expect(server.callsTo(STATUS)).toHaveLength(2));
  expect(screen.getByRole("heading", { name: "Payment Failed" })).toBeVisible();
  expect(screen.queryByTestId("payment-skeleton")).not.toBeInTheDocument();
  response.open();
});

test("an unknown order is shown as such, without mentioning a payment; after a lost connection polling continues", async () => {
  fakeClock();
  const server = new FakeServer();
  server.on(STATUS, "offline");
  const { address } = await openScreen(SUCCESS, server);
  await pass(2.5);
  expect(address()).toBe(SUCCESS);
  server.on(STATUS, errorResponse(404, "order_not_found", "We could not find an order with this number."));
  await pass(2.5);
  expect(address()).toBe(FAILURE);
  await pass(0.5);
  expect(screen.getByRole("heading", { level: 1, name: "We don't know this order number" })).toBeVisible();
  expect(screen.getByText(/check the link in our e-mail/)).toBeVisible();
  expect(screen.queryByText(/charged|Payment Failed/)).not.toBeInTheDocument();
});

test.each([
  ["order_looked_for", "We are looking for your order", true],
  ["order_in_review", "We are checking your payment", false],
  ["order_refunded", "Your payment was refunded", false],
] as const)(
  "an order that only the payment provider has is shown with what happens to its money (%s)",
  async (code, title, canCheck) => {
    const server = new FakeServer();
    server.on(STATUS, errorResponse(404, code, `The sentence of ${code}.`));
    await openScreen(SUCCESS, server);
    expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
    expect(screen.getByText(`The sentence of ${code}.`)).toBeVisible();
    expect(screen.getByRole("region", { name: "Order details" })).toHaveTextContent(ORDER);
    expect(screen.getByRole("link", { name: "Contact Support" })).toBeVisible();
    expect(screen.queryByText(/don't know|no order with this number|charged|Payment Failed/)).not.toBeInTheDocument();
    const again = screen.queryByRole("button", { name: "Check again" });
    expect(again !== null).toBe(canCheck);
    if (again === null) return;
    server.on(STATUS, statusResponse("payment_successful"));
    await quickUser().click(again);
    expect(await screen.findByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  },
);

test("the success page shows the ticket: order, stall, type, dates, venue, invoice note and the free listing", async () => {
  const user = quickUser();
  sessionStorage.setItem("mela.registration.the-mela-2099", "{}");
  const { server } = await openScreen(SUCCESS, serverWithStatus("payment_successful"));
  expect(await screen.findByRole("heading", { level: 1, name: "Payment Successful!" })).toBeVisible();
  // Another browser than the one that paid sees no code for the gate.
  expect(screen.getByText(/The code for the gate is in the mail/)).toBeVisible();
  const ticket = screen.getByRole("article");
  for (const text of [ORDER, "Standard", "3rd and 4th December", "Industrial area, Whitefield, Bangalore"]) {
    expect(ticket).toHaveTextContent(text);
  }
  expect(screen.getByText(/invoice is on its way to your e-mail/)).toBeVisible();
  expect(screen.getByText(/₹999 per year/)).toBeVisible();
  for (const point of ["Premium listing", /Direct enquiries/, /Showcase/, "Verified badge"]) {
    expect(screen.getByText(point)).toBeVisible();
  }
  expect(screen.getByRole("link", { name: "List Your Brand Now" })).toHaveAttribute("href", "/join-entrepreneur");
  expect(screen.queryByRole("img", { name: /QR code/ })).toBeNull();
  expect(screen.getByRole("link", { name: "Share on WhatsApp" })).toHaveAttribute(
    "href",
    expect.stringMatching(/^https:\/\/wa\.me\/\?text=.*B12.*%2Fpaid-events$/),
  );
  await user.click(screen.getByRole("button", { name: "Copy order id" }));
  expect(await navigator.clipboard.readText()).toBe(ORDER);
  expect(server.callsTo(STATUS)).toHaveLength(1);
  expect(sessionStorage.getItem("mela.registration.the-mela-2099")).toBeNull();
});

test("the browser that paid sees the ticket's code for the gate", async () => {
  const server = serverWithStatus("payment_successful");
  server.on("GET /mela/my-booking/receipt", {
    json: { email: "asha@example.com", mail: "sent", correctable: false, ticket: "SBT-1-abcdefghij0123456789" },
  });
  await openScreen(SUCCESS, server);
  expect(await screen.findByRole("img", { name: `QR code of the order ${ORDER}` })).toBeVisible();
  expect(screen.getByText(/The gate scans this code, once a day/)).toBeVisible();
});

test.each([
  ["prefill", ORDER, "Asha Rao"],
  ["of another tab's order do not prefill", undefined, ""],
])(
  "the payer's details %s the listing wizard, by this tab's storage and not by the address",
  async (_name, orderId, fullName) => {
    const user = quickUser();
    const values = {
      fullName: "Asha Rao",
      email: "asha@example.com",
      phoneNumber: "9876543210",
      businessName: "Asha Pottery",
    };
    sessionStorage.setItem("mela.registration.the-mela-2099", JSON.stringify({ values, orderId }));
    const { address } = await openScreen(SUCCESS, serverWithStatus("payment_successful"));
    await user.click(await screen.findByRole("link", { name: "List Your Brand Now" }));
    expect(await screen.findByLabelText("Full Name")).toHaveValue(fullName);
    expect(screen.getByLabelText("Email Address")).toHaveValue(fullName && "asha@example.com");
    expect(screen.getByLabelText("Phone Number")).toHaveValue(fullName && "9876543210");
    expect(screen.getByLabelText("Brand Name")).toHaveValue(fullName && "Asha Pottery");
    expect(address()).toBe("/join-entrepreneur");
    expect(localStorage.getItem("mela.payer")).toBeNull();
  },
);

/** Reads a generated file. */
const textOf = (file: Blob | undefined) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.readAsText(file ?? new Blob());
  });

test("Add to calendar downloads the calendar file", async () => {
  const user = quickUser();
  const blobs: Blob[] = [];
  URL.createObjectURL = (blob) => {
    blobs.push(blob as Blob);
    return "blob:calendar";
  };
  URL.revokeObjectURL = () => undefined;
  const click = jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  await openScreen(SUCCESS, serverWithStatus("payment_successful"));
  await user.click(await screen.findByRole("button", { name: "Add to calendar" }));
  await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
  expect(blobs[0]?.type).toBe("text/calendar");
  const file = (await textOf(blobs[0])).replaceAll("\r\n ", "");
  expect(file).toContain("DTSTART:20991203T043000Z\r\nDTEND:20991203T143000Z\r\n");
  expect(file).toContain("Plot 27\\, EPIP Zone\\, Hoodi Main Road");
  click.mockRestore();
});

test("the failure page shows a skeleton while checking, then Payment Failed with the order's details", async () => {
  const server = new FakeServer();
  const respond = server.withhold(STATUS, statusResponse("payment_failed"));
  await openScreen(FAILURE, server);
  expect(await screen.findByTestId("payment-skeleton")).toBeInTheDocument();
  respond();
  expect(await screen.findByRole("heading", { level: 1, name: "Payment Failed" })).toBeVisible();
  expect(screen.getByText("Your stall is not booked. You have not been charged.")).toBeVisible();
  const details = screen.getByRole("region", { name: "Order details" });
  for (const text of [ORDER, "B12", "Standard"]) expect(details).toHaveTextContent(text);
  expect(screen.getByRole("link", { name: "Try Booking Again" })).toHaveAttribute("href", "/paid-events/mela");
  expect(screen.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", "/support");
  expect(screen.queryByRole("button", { name: /Continue paying/ })).not.toBeInTheDocument();
});

test("the failure page redirects a successful payment to the success page", async () => {
  const { address } = await openScreen(FAILURE, serverWithStatus("payment_successful"));
  expect(await screen.findByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  expect(address()).toBe(SUCCESS);
});

test("the failure page does not show a pending payment as failed, and links to check it again", async () => {
  const { address } = await openScreen(FAILURE, serverWithStatus("payment_pending"));
  const again = await screen.findByRole("link", { name: "Check again" });
  expect(screen.queryByText("Payment Failed")).not.toBeInTheDocument();
  expect(again).toHaveAttribute("href", SUCCESS);
  expect(address()).toBe(FAILURE);
});

test("the failure page lets an order without an attempt be paid, and does not show it as failed", async () => {
  const server = serverWithStatus("payment_pending", { kind: "pending", untried: true });
  server.holds("B12", 300, { state: "paying", orderId: ORDER, finalAmount: 24_300 });
  await openScreen(FAILURE, server);
  expect(await screen.findByRole("button", { name: "Continue paying for B12" })).toBeEnabled();
  expect(screen.getByRole("heading", { level: 1, name: "Payment not confirmed yet" })).toBeVisible();
  expect(screen.getByText(/If you have just paid, please do not pay again/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Check again" })).toHaveAttribute("href", SUCCESS);
  expect(screen.queryByText(/not been charged/)).not.toBeInTheDocument();
});

test("the failure page does not show a failed request as a failed payment, and offers a retry", async () => {
  const user = quickUser();
  const server = new FakeServer();
  server.on(STATUS, { status: 503, text: "" });
  await openScreen(FAILURE, server);
  expect(await screen.findByRole("heading", { name: "We could not check your payment" })).toBeVisible();
  server.on(STATUS, statusResponse("payment_failed"));
  await user.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByRole("heading", { name: "Payment Failed" })).toBeVisible();
});

test("Check again hides the previous response, both while loading and after an error", async () => {
  const user = quickUser();
  const server = serverWithStatus("payment_failed", { kind: "money_under_review", amount: 100, kept: false });
  await openScreen(FAILURE, server);
  const again = await screen.findByRole("button", { name: "Check again" });
  const respond = server.withhold(STATUS, { status: 503, text: "" });
  await user.click(again);
  expect(await screen.findByTestId("payment-skeleton")).toBeInTheDocument();
  respond();
  expect(await screen.findByRole("heading", { name: "We could not check your payment" })).toBeVisible();
});

test("the same order can be paid again while the stall is held", async () => {
  const user = quickUser();
  const server = registeringServer();
  server.on(STATUS, statusResponse("payment_failed", { kind: "failed_attempt" }));
  server.holds("B12", 760, { state: "paying", orderId: ORDER, finalAmount: 24_300, discountPercentage: 10 });
  const checkout = jest.fn<CheckoutPage["checkout"]>(() => new Promise(() => undefined));
  await openScreen(FAILURE, server);
  expect(await screen.findByRole("heading", { name: "Payment Failed" })).toBeVisible();
  expect(await screen.findByText(/B12 is still kept for you: \d+:\d\d left to pay/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Continue paying for B12" }));
  const processing = await screen.findByRole("button", { name: "Processing..." });
  expect(isOff(processing)).toBe(true);
  await user.click(processing);
  await loadCheckout(() => ({ checkout }));
  await waitFor(() =>
    expect(checkout).toHaveBeenCalledWith({ paymentSessionId: "session_1", redirectTarget: "_self" }),
  );
  expect(server.callsTo("POST /cashfree/initiate").map(({ body }) => body)).toEqual([
    { orderId: ORDER, amount: 24300, metadata: { type: "mela_stall", stallId: "B12", stallType: "General" } },
  ]);
  removeCheckout();
});

test("when the payment window ends on the failure page, it does not refer to another browser", async () => {
  const user = fakeClock();
  const server = serverWithStatus("payment_failed", { kind: "failed_attempt" });
  server.holds("B12", 3, { state: "paying", orderId: ORDER, finalAmount: 24_300, discountPercentage: 10 });
  await openScreen(FAILURE, server);
  await pass(0.2);
  expect(screen.getByText(/B12 is still kept for you: 0:03 left to pay/)).toBeVisible();
  await pass(3.5);
  expect(screen.getByText(/^The time to pay for B12 is over/)).toBeVisible();
  expect(screen.queryByText(/browser you booked with/)).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /Continue paying/ })).not.toBeInTheDocument();
  server.on(STATUS, statusResponse("payment_failed"));
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await pass(0.2);
  expect(screen.getByText("Your stall is not booked. You have not been charged.")).toBeVisible();
});

const AMOUNT = 24_300;
const pending = { state: "pending", amount: AMOUNT, reference: "RFND1" } as const;
const done = {
  state: "succeeded",
  amount: AMOUNT,
  date: "2099-12-08T20:00:00.000Z",
  reference: "123456",
  bankReference: "74332744356201",
} as const;
const refused = { state: "failed", amount: AMOUNT } as const;

// Outcomes in which money was taken: no screen may say "failed" or "not charged".
test.each<[string, BookingOutcomeResponse, string, readonly RegExp[]]>([
  [
    "a cancelled booking",
    { kind: "cancelled", amount: AMOUNT, refund: pending },
    "This booking was cancelled",
    [/cancelled your booking of stall B12/, /₹24,300 is on its way back to you.*5–10 working days/, /RFND1/],
  ],
  [
    "a cancelled booking, refunded in part",
    { kind: "cancelled", amount: AMOUNT, refund: { ...done, amount: 20_000 } },
    "This booking was cancelled",
    [/₹20,000 of the ₹24,300 you paid went back to you on 9 December 2099/, /credit note/],
  ],
  [
    "a cancelled booking, its refund refused",
    { kind: "cancelled", amount: AMOUNT, refund: refused },
    "This booking was cancelled",
    [/₹24,300 could not be returned yet.*The money is yours/],
  ],
  [
    "a cancelled booking that was paid outside the provider",
    { kind: "cancelled", amount: AMOUNT, refund: { ...pending, byHand: true } },
    "This booking was cancelled",
    [/₹24,300 is paid back to you by the Mela organizer directly, as you paid directly/],
  ],
  [
    "a cancelled booking without a refund",
    { kind: "cancelled_without_refund", amount: AMOUNT },
    "This booking was cancelled",
    [/No money goes back/],
  ],
  [
    "late money being refunded",
    { kind: "refund_pending", amount: AMOUNT, refund: pending },
    "Your money is on its way back",
    [/Your payment of ₹24,300 reached us, but stall B12 is not booked for it/, /5–10 working days/],
  ],
  [
    "late money whose refund was refused",
    { kind: "refund_pending", amount: AMOUNT, refund: refused },
    "We still owe you ₹24,300",
    [/could not be returned yet/],
  ],
  [
    "late money that was refunded",
    { kind: "refunded", amount: AMOUNT, refund: done },
    "Your payment was refunded",
    [/₹24,300 went back to you on 9 December 2099/, /Refund number123456/, /Bank reference74332744356201/],
  ],
  [
    "a partial refund",
    { kind: "partly_refunded", amount: AMOUNT, kept: false, refund: { ...done, amount: 300 } },
    "Part of your payment was refunded",
    [/₹300 of the ₹24,300 you paid went back/],
  ],
  [
    "money under review",
    { kind: "money_under_review", amount: 100, kept: false },
    "We are checking your payment",
    [/₹100 has reached us, but it does not match your order/, /do not pay again/],
  ],
  [
    "an offer of another stall for late money",
    { kind: "late_offer", amount: AMOUNT, offerExpiresAt: "2099-12-01T09:30:00Z", offerStallType: "General" },
    "Choose another Standard stall",
    [
      /somebody else had stall B12/,
      /until 1 December 2099, 15:00 IST, with nothing more to pay/,
      /whole amount goes back/,
    ],
  ],
])("shows %s, and not a failed payment", async (_name, outcome, title, texts) => {
  const { address } = await openScreen(FAILURE, serverWithStatus("payment_failed", outcome));
  expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
  expect(address()).toBe(FAILURE);
  const page = screen.getByRole("main");
  for (const text of texts) expect(page).toHaveTextContent(text);
  expect(page).toHaveTextContent(`₹${outcome.amount?.toLocaleString("en-IN")}`);
  expect(page).not.toHaveTextContent(/Payment Failed|not been charged|nothing was charged|Try Booking Again/i);
  expect(screen.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", "/support");
});

const twice = { kind: "sold", amount: 2 * AMOUNT, secondAmount: AMOUNT } as const;
test.each<[string, BookingOutcomeResponse, RegExp]>([
  ["moved", { kind: "moved", amount: AMOUNT, fromStallId: "B7" }, /moved from stall B7 to stall B12/],
  ["paid twice", twice, /You paid twice: ₹24,300.*We return the second payment in full/],
  [
    "paid twice, the second returned",
    { ...twice, refund: done },
    /You paid twice: ₹24,300.*Your booking stays valid\. ₹24,300 went back/,
  ],
  [
    "refunded in part",
    { kind: "partly_refunded", amount: AMOUNT, kept: true, refund: { ...done, amount: 300 } },
    /₹300 of the ₹24,300 you paid went back.*Your booking stays valid/,
  ],
])("the success page shows the ticket of a booking that was %s, with a note", async (_name, outcome, note) => {
  await openScreen(SUCCESS, serverWithStatus("payment_successful", outcome));
  expect(await screen.findByRole("article")).toHaveTextContent("B12");
  expect(screen.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  expect(screen.getByText(note)).toBeVisible();
});

test("the success page shows money under review at once, with the stall still reserved", async () => {
  const { address } = await openScreen(
    SUCCESS,
    serverWithStatus("payment_pending", { kind: "money_under_review", amount: 100, kept: true }),
  );
  expect(await screen.findByRole("heading", { name: "We are checking your payment" })).toBeVisible();
  expect(screen.getByText(/Stall B12 stays reserved for you/)).toBeVisible();
  expect(address()).toBe(SUCCESS);
});

test("the failure page does not show an unpaid registration as failed, and links back to the form", async () => {
  const server = serverWithStatus("payment_pending", { kind: "not_started" });
  server.holds("B12", 300, { state: "registered", orderId: ORDER });
  await openScreen(FAILURE, server);
  expect(await screen.findByRole("heading", { level: 1, name: "Not paid yet" })).toBeVisible();
  expect(screen.getByText(/no payment has been started\. You have not been charged/)).toBeVisible();
  expect(await screen.findByRole("link", { name: "Back to your registration for B12" })).toBeVisible();
});

test("verdictOf classifies a status by its words, failure before progress", () => {
  for (const [verdict, statuses] of [
    ["successful", ["payment_successful", "payment_success"]],
    ["pending", ["payment_pending", "payment_initiated", "PENDING"]],
    ["failed", ["payment_failed", "cancelled", "USER_DROPPED", "order_expired", "terminated", "PENDING_CANCELLED"]],
    ["unknown", ["refunded", "something_else"]],
  ] as const)
    for (const status of statuses) expect([status, verdictOf(status)]).toEqual([status, verdict]);
});
