import { afterEach, beforeAll, expect, jest, test } from "@jest/globals";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { useState } from "react";
import type { CheckoutFactory, CheckoutPage } from "../../api/checkout";
import { fakeClock, pass, quickUser } from "../../test/clock";
import { type CallName, errorResponse, type FakeServer } from "../../test/fake-server";
import { APPLICATION, joiningServer, storeDraft, listingStatus, openReview, setValue } from "../../test/joining";
import { button, field } from "../../test/quick-queries";
import { isOff, loadCheckout, removeCheckout } from "../../test/registering";
import { openAlone, openScreen } from "../../test/render-site";
import { hasFocus, reachable, settledDialog } from "../../test/settled-dialog";
import { PaymentChoices } from "./payment-choice";
import { useStallCheck } from "./stall-verification";
import type { PaymentChoice } from "./wizard.strings";

const INITIATE = "POST /cashfree/initiate";
const VERIFY = "POST /mela/verify-phone";
const CLAIM = "POST /mela/verify-listing";
const ORDER = "LIST1764000000000_ABCDEFGHIJKLMNOPQRST";
const PHONE = "Phone number of the stall";
const bodies = (server: FakeServer, key: CallName) => server.callsTo(key).map(({ body }) => body);
const choose = async (way: string) => {
  // The page below a dialog takes no clicks until it has closed.
  await waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());
  fireEvent.click(field(way));
};
const MELA = "Free with my Mela stall";
const FREE = "Community only";
const PAID = "Paid listing";

// Import before the clock is faked: dynamic imports need real time.
beforeAll(async () => {
  await import("./listing-payment-success.page");
});
afterEach(removeCheckout);

test("a paid listing, the default, sends one request, shows a toast for 1.5 seconds and opens the hosted checkout", async () => {
  const user = fakeClock();
  const server = joiningServer("production");
  const { address } = await openReview(server);
  const ways = within(screen.getByRole("radiogroup", { name: "How would you like to be listed?" }));
  expect(ways.getAllByRole("radio")).toHaveLength(3);
  expect(field(PAID)).toBeChecked();
  expect(ways.getByText("₹999 per year")).toBeVisible();
  expect(ways.getByText(/visible for one year/)).toBeVisible();
  await user.dblClick(button("Pay ₹999"));
  await pass(0);
  expect(bodies(server, INITIATE)).toEqual([{ ...APPLICATION, submissionType: "paid_listing" }]);
  expect(screen.getByText("Redirecting to Payment Gateway")).toBeVisible();
  expect(isOff(button("Processing..."))).toBe(true);
  expect(button("Previous")).toBeDisabled();
  expect(field(FREE)).toBeDisabled();
  await pass(1.4);
  expect(document.querySelector("script[data-checkout]")).toBeNull();
  await pass(0.2);
  const checkout = jest.fn<CheckoutPage["checkout"]>(() => new Promise(() => undefined));
  const factory = jest.fn<CheckoutFactory>(() => ({ checkout }));
  expect((await loadCheckout(factory)).src).toBe("https://sdk.cashfree.com/js/v3/cashfree.js");
  await pass(0);
  expect(factory).toHaveBeenCalledWith({ mode: "production" });
  expect(checkout).toHaveBeenCalledWith({ paymentSessionId: "session_9", redirectTarget: "_self" });
  expect(isOff(button("Processing..."))).toBe(true);
  expect(address()).toBe("/join?step=3");
  // The draft stays until it is paid for, so that a failed payment can be retried.
  expect(sessionStorage.getItem("join.draft")).toContain("Meena Weaves");
  // Restored from the back/forward cache, with the checkout's promise still pending.
  act(() => void window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await user.click(button("Pay ₹999"));
  await pass(0);
  expect(server.callsTo(INITIATE)).toHaveLength(2);
});

test("a paid listing in a mock environment navigates to the success page with the order id", async () => {
  const user = fakeClock();
  const server = joiningServer("mock");
  server.on("GET /brand/payment-status", listingStatus(ORDER));
  const { address } = await openReview(server);
  await user.click(button("Pay ₹999"));
  await pass(1.4);
  expect(address()).toBe("/join?step=3");
  await pass(0.2);
  await waitFor(() => expect(address()).toBe(`/payment-success?order_id=${ORDER}`));
  expect(await screen.findByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  expect(sessionStorage.getItem("join.draft")).toBeNull();
  expect(document.querySelector("script[data-checkout]")).toBeNull();
});

test("a listing that was paid for in another tab redirects to its receipt and clears the draft", async () => {
  const user = quickUser();
  const server = joiningServer();
  server.on(
    INITIATE,
    errorResponse(409, "listing_already_paid", "This listing is already paid for.", { orderId: ORDER }),
  );
  server.on("GET /brand/payment-status", listingStatus(ORDER));
  const { address } = await openReview(server);
  await user.click(button("Pay ₹999"));
  expect(await screen.findByRole("article", { name: "Listing receipt" })).toHaveTextContent(ORDER);
  expect(address()).toBe(`/payment-success?order_id=${ORDER}`);
  expect(screen.queryByText("Submission Failed")).not.toBeInTheDocument();
  await waitFor(() => expect(sessionStorage.getItem("join.draft")).toBeNull());
});

test("a checkout that fails to open shows Payment Error and can be retried", async () => {
  const user = fakeClock();
  await openReview();
  await user.click(button("Pay ₹999"));
  await pass(1.6);
  await loadCheckout();
  await pass(0);
  expect(screen.getByText("Payment Error")).toBeVisible();
  expect(screen.getByText("Failed to open payment gateway. Please try again.")).toBeVisible();
  expect(isOff(button("Pay ₹999"))).toBe(false);
});

test.each(["/support", "/join?step=2"])(
  "a visitor who leaves for %s before the checkout opens is not redirected",
  async (elsewhere) => {
    const user = fakeClock();
    const { navigate, address } = await openReview();
    await user.click(button("Pay ₹999"));
    await pass(0.5);
    await act(() => navigate(elsewhere));
    await pass(2);
    expect(address()).toBe(elsewhere);
    expect(document.querySelector("script[data-checkout]")).toBeNull();
  },
);

test("a visitor who leaves before the payment has started is not redirected either", async () => {
  const user = fakeClock();
  const server = joiningServer();
  const respond = server.withhold(INITIATE, {
    status: 201,
    json: { orderId: ORDER, paymentSessionId: "session_9", environment: "sandbox", checkoutScriptUrl: "/checkout.js" },
  });
  const { navigate, address } = await openReview(server);
  await user.click(button("Pay ₹999"));
  await pass(0.1);
  await act(() => navigate("/support"));
  respond();
  await pass(2);
  expect(server.callsTo(INITIATE)).toHaveLength(1);
  expect(address()).toBe("/support");
  expect(document.querySelector("script[data-checkout]")).toBeNull();
  expect(screen.queryByText("Redirecting to Payment Gateway")).not.toBeInTheDocument();
});

test("a failed submission shows the server's message or a default, and keeps the draft", async () => {
  const user = quickUser();
  const server = joiningServer();
  const { address } = await openReview(server);
  const refused = errorResponse(503, "provider_unavailable", "The payment service is not answering.");
  const LEAD = "POST /brand/submit-lead";
  for (const [way, submit, call, response, sentence] of [
    [PAID, "Pay ₹999", INITIATE, refused, "The payment service is not answering."],
    [PAID, "Pay ₹999", INITIATE, { status: 502, text: "<html>" }, "Payment initiation failed"],
    [FREE, "Join the community", LEAD, refused, "The payment service is not answering."],
    [FREE, "Join the community", LEAD, "offline", "Submission failed"],
  ] as const) {
    server.on(call, response);
    await choose(way);
    await user.click(button(submit));
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByText("Submission Failed")).toBeVisible();
    // The page itself says it, too, for whoever looks away.
    expect(document.querySelector("[data-problem]")).toHaveTextContent(/what you typed is kept: try again\.$/i);
    await waitFor(() => expect(isOff(button(submit))).toBe(false));
    expect(address()).toBe("/join?step=3");
    expect(sessionStorage.getItem("join.draft")).toContain("Meena Weaves");
  }
});

test.each<[string, string, "submit-lead" | "submit-service" | "submit-ngo"]>([
  ["product", "Bags", "submit-lead"],
  ["service", "Training", "submit-service"],
  ["ngo", "Skilling", "submit-ngo"],
])("a free listing (%s) is submitted to its own route and confirmed", async (companyType, businessCategory, path) => {
  const user = quickUser();
  const server = joiningServer();
  storeDraft({ companyType, businessCategory });
  const { address, unmount } = await openScreen("/join?step=3", server);
  await screen.findByRole("heading", { level: 2, name: "Review" });
  await choose(FREE);
  await user.dblClick(button("Join the community"));
  expect(await screen.findByText("Application Submitted!")).toBeVisible();
  expect(bodies(server, `POST /brand/${path}`)).toEqual([
    { ...APPLICATION, companyType, businessCategory, submissionType: "free_lead" },
  ]);
  const title = await screen.findByRole("heading", { level: 2, name: "Application submitted" });
  await waitFor(() => expect(title).toHaveFocus());
  expect(address()).toBe("/join?step=4");
  expect(screen.getByText(/within 24-48 hours/)).toBeVisible();
  expect(within(screen.getByRole("list", { name: "Steps" })).queryByRole("button")).not.toBeInTheDocument();
  expect(sessionStorage.getItem("join.draft")).toBeNull();
  await user.click(button("List another brand"));
  expect(await screen.findByLabelText("Full Name")).toHaveValue("");
  unmount();
});

test("server errors are shown at their fields, and the step with the first one opens", async () => {
  const user = quickUser();
  const server = joiningServer();
  server.on(
    INITIATE,
    errorResponse(400, "invalid_request", "Please check the marked fields.", {
      fields: { email: ["This address does not take mail"], businessAddress: ["Please give the street"] },
    }),
  );
  const { address } = await openReview(server);
  await user.click(button("Pay ₹999"));
  const email = await screen.findByLabelText("Email Address");
  expect(email).toHaveAccessibleErrorMessage("This address does not take mail");
  await waitFor(() => expect(email).toHaveFocus());
  expect(address()).toBe("/join");
  expect(screen.getByText("Still needed: Email Address")).toBeVisible();
  await user.click(button("Continue"));
  await waitFor(() => expect(email).toHaveFocus());
  expect(email).toHaveAccessibleErrorMessage("This address does not take mail");
  setValue(email, "meena.d@example.com");
  await waitFor(() => expect(email).not.toHaveAttribute("aria-invalid", "true"));
  await user.click(button("Continue"));
  expect(await screen.findByLabelText("Business Address")).toHaveAccessibleErrorMessage("Please give the street");
});

/** The phone number's field, once its dialog has the focus and reacts to Escape. */
async function numberField(): Promise<HTMLElement> {
  const number = await screen.findByLabelText(PHONE);
  await hasFocus(number.closest<HTMLElement>("[role=dialog]")!);
  return number;
}
/** Chooses the free listing of a stall's payer and types a number. */
async function typeNumber(digits: string): Promise<void> {
  await choose(MELA);
  setValue(await numberField(), digits);
}
const submitClaim = async (user: UserEvent) => {
  await user.click(await reachable(await screen.findByRole("button", { name: "Submit for my free listing" })));
};
const verifyButton = () => document.querySelector<HTMLElement>("[role=dialog] [type=submit]")!;

test("a free listing with a stall verifies a ten-digit number and submits the claim", async () => {
  const user = quickUser();
  const server = joiningServer();
  const respond = server.withhold(VERIFY, { json: { verified: true, message: "Verified." } });
  const { address } = await openReview(server);
  await choose(MELA);
  const field = await numberField();
  setValue(field, "90a0-0000");
  expect(field).toHaveValue("90a0-0000");
  await user.click(verifyButton());
  expect(field).toHaveAccessibleErrorMessage("Please enter a valid 10-digit numeric phone number");
  expect(screen.getByText("Invalid Phone Number")).toBeVisible();
  expect(server.callsTo(VERIFY)).toHaveLength(0);
  setValue(field, "9000000001999");
  await user.click(verifyButton());
  expect(field).toHaveAccessibleErrorMessage("Please enter a valid 10-digit numeric phone number");
  setValue(field, "+91 90000-00001");
  await user.click(verifyButton());
  expect(isOff(await screen.findByRole("button", { name: "Verifying..." }))).toBe(true);
  respond();
  expect(await screen.findByText("Verification Successful!")).toBeVisible();
  await waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());
  expect(bodies(server, VERIFY)).toEqual([{ phoneNumber: "+919000000001" }]);
  expect(screen.getByText("Verified: +91 9000000001")).toBeVisible();
  const submit = await screen.findByRole("button", { name: "Submit for my free listing" });
  await user.dblClick(await reachable(submit));
  expect(await screen.findByText("Success!")).toBeVisible();
  expect(bodies(server, CLAIM)).toEqual([
    {
      email: "meena@example.com",
      phoneNumber: "+919000000001",
      listingData: { ...APPLICATION, submissionType: "free_lead" },
    },
  ]);
  expect(await screen.findByRole("heading", { name: "Application submitted" })).toBeVisible();
  expect(address()).toBe("/join?step=4");
});

/** Renders the three ways alone. */
function Ways() {
  const [choice, setChoice] = useState<PaymentChoice>("paid");
  return <PaymentChoices choice={choice} onChoose={setChoice} check={useStallCheck("")} disabled={false} />;
}
const openWays = async () => ({ user: quickUser(), ...(await openAlone(<Ways />, "/join", joiningServer())) });

test("the verification dialog shows a refusal or a failed request, and offers another way", async () => {
  const { user, server } = await openWays();
  await typeNumber("9111111111");
  await user.click(verifyButton());
  const dialog = within(await settledDialog("dialog", "Verify your stall"));
  const refusal = "We found no stall with a free listing for this number.";
  expect(await dialog.findByText(refusal)).toBeVisible();
  expect(dialog.getByText("Please choose another payment option.")).toBeVisible();
  // The toast shows the same texts.
  expect(screen.getAllByText("Verification Failed")).toHaveLength(2);
  expect(screen.getAllByText(refusal)).toHaveLength(2);
  for (const [response, inDialog, inToast] of [
    ["offline", "Verification failed. Please try again.", "Failed to verify phone number"],
    [errorResponse(429, "rate_limited", "Too often."), "Too often.", "Too often."],
  ] as const) {
    server.on(VERIFY, response);
    await user.click(verifyButton());
    expect(await dialog.findByText(inDialog)).toBeVisible();
    expect(screen.getAllByText(inToast).length).toBeGreaterThan(0);
  }
  await user.click(dialog.getByRole("button", { name: "Choose another payment option" }));
  await waitFor(() => expect(field(PAID)).toBeChecked());
});

test("Cancel, Escape and another choice end the verification and clear the number", async () => {
  const { user } = await openWays();
  for (const [leave, chosen] of [
    [() => user.click(button("Cancel")), PAID],
    [() => user.keyboard("{Escape}"), PAID],
    [
      async () => {
        await user.click(verifyButton());
        expect(await screen.findByText("Verified: +91 9000000001")).toBeVisible();
        await choose(FREE);
      },
      FREE,
    ],
  ] as const) {
    await typeNumber("9000000001");
    await leave();
    await waitFor(() => expect(field(chosen)).toBeChecked());
    await choose(MELA);
    expect(await numberField()).toHaveValue("");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());
  }
});

test("a claim that waits for the booked address says so, and what to do", async () => {
  const user = quickUser();
  const server = joiningServer();
  server.on(CLAIM, { status: 201, json: { message: "We have written.", waits: true } });
  await openReview(server);
  await typeNumber("9000000001");
  await user.click(verifyButton());
  await screen.findByText("Verified: +91 9000000001");
  await submitClaim(user);
  expect(await screen.findByText("Success!")).toBeVisible();
  expect(await screen.findByRole("heading", { level: 2, name: "Please confirm it by mail" })).toBeVisible();
  expect(screen.getByText(/Open the link there and confirm it/)).toBeVisible();
});

test("a refused claim shows why; an already claimed stall requires a new verification before the next submit", async () => {
  const user = quickUser();
  const server = joiningServer();
  const { address } = await openReview(server);
  const verified = async () => {
    await user.click(verifyButton());
    await screen.findByText("Verified: +91 9000000001");
  };
  await typeNumber("9000000001");
  await verified();
  const late = "The free listing for this stall has already been claimed.";
  for (const [response, sentence] of [
    ["offline", "Free listing submission failed"],
    [errorResponse(409, "already_claimed", late), late],
  ] as const) {
    server.on(CLAIM, response);
    await submitClaim(user);
    expect(await screen.findByText(sentence, {}, { timeout: 3_000 })).toBeVisible();
    expect(screen.getByText("Submission Failed")).toBeVisible();
  }
  expect(await screen.findByText("The phone number is not verified yet.")).toBeVisible();
  const off = button("Submit for my free listing");
  expect(isOff(off)).toBe(true);
  await user.click(off);
  expect(await screen.findByText("Verification Required")).toBeVisible();
  // The lost one was sent again.
  expect(server.callsTo(CLAIM)).toHaveLength(3);
  await user.click(button("Verify the phone number"));
  expect(await numberField()).toHaveValue("9000000001");
  await verified();
  // Errors of the applicant's fields are not taken for errors of the stall's number.
  const fields = { "listingData.brandName": ["This name is not allowed"] };
  server.on(CLAIM, errorResponse(400, "invalid_request", "Please check.", { fields }));
  await submitClaim(user);
  expect(await screen.findByLabelText("Brand Name")).toHaveAccessibleErrorMessage("This name is not allowed");
  expect(address()).toBe("/join");
});
