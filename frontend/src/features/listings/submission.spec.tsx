import { afterEach, beforeAll, expect, jest, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { CheckoutFactory, CheckoutPage } from "../../api/checkout";
import { fakeClock, pass, quickUser } from "../../test/clock";
import { type CallName, errorResponse, type FailedAnswer, type FakeServer, gate } from "../../test/fake-server";
import { APPLICATION, joiningServer, keepFilledIn, listingStatus, openReview, put } from "../../test/joining";
import { checkoutScript, defineCheckout, removeCheckout } from "../../test/registering";
import { openScreen } from "../../test/render-site";
import { reachable, settledDialog } from "../../test/settled-dialog";

const INITIATE = "POST /cashfree/initiate";
const VERIFY = "POST /mela/verify-phone";
const CLAIM = "POST /mela/verify-listing";
const ORDER = "LIST1764000000000_ABCDEFGHIJKLMNOPQRST";
const PHONE = "Phone number of the stall";
const bodies = (server: FakeServer, key: CallName) => server.callsTo(key).map(({ body }) => body);
// Waited for: while a dialog closes, what stands behind it has no roles yet.
const choose = async (user: UserEvent, name: RegExp) => {
  await user.click(await reachable(await screen.findByRole("radio", { name })));
};
const MELA = /^Free with my Mela stall/;
const FREE = /^Community only/;
const PAID = /^Paid listing/;

// Loaded before any clock is faked: modules come by real time.
beforeAll(async () => {
  await import("./listing-payment-success.page");
});
afterEach(removeCheckout);

test("three ways, paid first, with its fee and its year", async () => {
  await openReview();
  const ways = within(screen.getByRole("radiogroup", { name: "How would you like to be listed?" }));
  expect(ways.getAllByRole("radio")).toHaveLength(3);
  expect(ways.getByRole("radio", { name: PAID })).toBeChecked();
  expect(ways.getByText("₹999 per year")).toBeVisible();
  expect(ways.getByText(/visible for one year/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Pay ₹999" })).toBeEnabled();
});

test.each(["sandbox", "production"] as const)(
  "paid, %s: one call, the toast, 1.5 seconds, then the hosted checkout in the same window",
  async (environment) => {
    const user = fakeClock();
    const server = joiningServer(environment);
    const { address } = await openReview(server);
    await user.dblClick(screen.getByRole("button", { name: "Pay ₹999" }));
    await pass(0);
    expect(bodies(server, INITIATE)).toEqual([{ ...APPLICATION, submissionType: "paid_listing" }]);
    expect(screen.getByText("Redirecting to Payment Gateway")).toBeVisible();
    expect(screen.getByRole("button", { name: "Processing..." })).toBeDisabled();
    expect(screen.getByRole("button", { name: "Previous" })).toBeDisabled();
    expect(screen.getByRole("radio", { name: FREE })).toBeDisabled();
    await pass(1.4);
    expect(document.querySelector("script[data-checkout]")).toBeNull();
    await pass(0.2);
    const script = await checkoutScript();
    expect(script.src).toBe(
      environment === "sandbox" ? `${location.origin}/checkout.js` : "https://sdk.cashfree.com/js/v3/cashfree.js",
    );
    const checkout = jest.fn<CheckoutPage["checkout"]>(() => new Promise(() => undefined));
    const factory = jest.fn<CheckoutFactory>(() => ({ checkout }));
    defineCheckout(factory);
    act(() => void script.dispatchEvent(new Event("load")));
    await pass(0);
    expect(factory).toHaveBeenCalledWith({ mode: environment });
    expect(checkout).toHaveBeenCalledWith({ paymentSessionId: "session_9", redirectTarget: "_self" });
    expect(screen.getByRole("button", { name: "Processing..." })).toBeDisabled();
    expect(address()).toBe("/join?step=3");
    // Until it is paid the form stays on this device: a failed payment is tried again without retyping.
    expect(sessionStorage.getItem("join.draft")).toContain("Meena Weaves");
  },
);

test("paid, mock: straight to the success page with the order id", async () => {
  const user = fakeClock();
  const server = joiningServer("mock");
  server.on("GET /brand/payment-status", listingStatus(ORDER));
  const { address } = await openReview(server);
  await user.click(screen.getByRole("button", { name: "Pay ₹999" }));
  await pass(1.4);
  expect(address()).toBe("/join?step=3");
  await pass(0.2);
  await waitFor(() => expect(address()).toBe(`/payment-success?order_id=${ORDER}`));
  expect(await screen.findByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  expect(sessionStorage.getItem("join.draft")).toBeNull();
  expect(document.querySelector("script[data-checkout]")).toBeNull();
});

test("paid for in another tab already: to the receipt instead of a failure, and the form is forgotten", async () => {
  const user = quickUser();
  const server = joiningServer();
  server.on(
    INITIATE,
    errorResponse(409, "listing_already_paid", "This listing is already paid for.", { orderId: ORDER }),
  );
  server.on("GET /brand/payment-status", listingStatus(ORDER));
  const { address } = await openReview(server);
  await user.click(screen.getByRole("button", { name: "Pay ₹999" }));
  expect(await screen.findByRole("article", { name: "Listing receipt" })).toHaveTextContent(ORDER);
  expect(address()).toBe(`/payment-success?order_id=${ORDER}`);
  expect(screen.queryByText("Submission Failed")).not.toBeInTheDocument();
  await waitFor(() => expect(sessionStorage.getItem("join.draft")).toBeNull());
});

test("a checkout that does not open toasts Payment Error and can be tried again", async () => {
  const user = fakeClock();
  await openReview();
  await user.click(screen.getByRole("button", { name: "Pay ₹999" }));
  await pass(1.6);
  const script = await checkoutScript();
  act(() => void script.dispatchEvent(new Event("error")));
  await pass(0);
  expect(screen.getByText("Payment Error")).toBeVisible();
  expect(screen.getByText("Failed to open payment gateway. Please try again.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Pay ₹999" })).toBeEnabled();
});

test("anyone who leaves before the redirect is not torn away", async () => {
  const user = fakeClock();
  const { navigate, address } = await openReview();
  await user.click(screen.getByRole("button", { name: "Pay ₹999" }));
  await pass(0.5);
  await act(() => navigate("/support"));
  await pass(2);
  expect(address()).toBe("/support");
  expect(document.querySelector("script[data-checkout]")).toBeNull();
});

const UNREADABLE = { status: 502, text: "<html>" } as const;
const REFUSED = errorResponse(503, "provider_unavailable", "The payment service is not answering.");
test.each<[string, RegExp, string, CallName, FailedAnswer, string]>([
  ["paid", PAID, "Pay ₹999", INITIATE, REFUSED, "The payment service is not answering."],
  ["paid", PAID, "Pay ₹999", INITIATE, UNREADABLE, "Payment initiation failed"],
  ["free", FREE, "Join the community", "POST /brand/submit-lead", REFUSED, "The payment service is not answering."],
  ["free", FREE, "Join the community", "POST /brand/submit-lead", "offline", "Submission failed"],
])(
  "a failure, %s: 'Submission Failed' with the sentence; nothing is lost",
  async (_, way, button, call, answer, sentence) => {
    const user = quickUser();
    const server = joiningServer();
    server.on(call, answer);
    const { address } = await openReview(server);
    await choose(user, way);
    await user.click(screen.getByRole("button", { name: button }));
    expect(await screen.findByText("Submission Failed")).toBeVisible();
    expect(screen.getByText(sentence)).toBeVisible();
    await waitFor(() => expect(screen.getByRole("button", { name: button })).toBeEnabled());
    expect(address()).toBe("/join?step=3");
    expect(sessionStorage.getItem("join.draft")).toContain("Meena Weaves");
  },
);

test.each<[string, string, "submit-lead" | "submit-service" | "submit-ngo"]>([
  ["product", "Bags", "submit-lead"],
  ["service", "Training", "submit-service"],
  ["ngo", "Skilling", "submit-ngo"],
])("free, %s: handed in where it belongs, and confirmed", async (companyType, businessCategory, path) => {
  const user = quickUser();
  const server = joiningServer();
  keepFilledIn({ companyType, businessCategory });
  const { address, unmount } = await openScreen("/join?step=3", server);
  await screen.findByRole("heading", { level: 2, name: "Review" });
  await choose(user, FREE);
  await user.dblClick(screen.getByRole("button", { name: "Join the community" }));
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
  await user.click(screen.getByRole("button", { name: "List another brand" }));
  expect(await screen.findByLabelText("Full Name")).toHaveValue("");
  unmount();
});

test("the server's sentences land on their fields, and lead to the step that has the first", async () => {
  const user = quickUser();
  const server = joiningServer();
  server.on(
    INITIATE,
    errorResponse(400, "invalid_request", "Please check the marked fields.", {
      fields: { email: ["This address does not take mail"], businessAddress: ["Please give the street"] },
    }),
  );
  const { address } = await openReview(server);
  await user.click(screen.getByRole("button", { name: "Pay ₹999" }));
  const email = await screen.findByLabelText("Email Address");
  expect(email).toHaveAccessibleErrorMessage("This address does not take mail");
  await waitFor(() => expect(email).toHaveFocus());
  expect(address()).toBe("/join");
  expect(screen.getByText("Still needed: Email Address")).toBeVisible();
  put(email, "meena.d@example.com");
  await waitFor(() => expect(email).not.toHaveAttribute("aria-invalid", "true"));
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByLabelText("Business Address")).toHaveAccessibleErrorMessage("Please give the street");
});

/** Chooses the stall payer's way and types a number. */
async function typeNumber(user: UserEvent, digits: string): Promise<void> {
  await choose(user, MELA);
  const field = await screen.findByLabelText(PHONE);
  put(field, digits);
}
const submitClaim = async (user: UserEvent) => {
  await user.click(await reachable(await screen.findByRole("button", { name: "Submit for my free listing" })));
};
const verifyButton = () => screen.getByRole("button", { name: /^(Verify|Try again)$/ });

test("mela_free: the dialog takes ten digits, verifies, and the claim is handed in", async () => {
  const user = quickUser();
  const server = joiningServer();
  const held = gate();
  server.on(VERIFY, async () => {
    await held.opened;
    return { json: { verified: true, message: "Verified." } };
  });
  const { address } = await openReview(server);
  await choose(user, MELA);
  const field = await screen.findByLabelText(PHONE);
  await user.type(field, "90a0-0000");
  expect(field).toHaveValue("9000000");
  await user.click(verifyButton());
  expect(field).toHaveAccessibleErrorMessage("Please enter a valid 10-digit numeric phone number");
  expect(screen.getByText("Invalid Phone Number")).toBeVisible();
  expect(server.callsTo(VERIFY)).toHaveLength(0);
  await user.type(field, "001999");
  expect(field).toHaveValue("9000000001");
  await user.click(verifyButton());
  expect(await screen.findByRole("button", { name: "Verifying..." })).toBeDisabled();
  held.open();
  expect(await screen.findByText("Verification Successful!")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
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

test("a number without a stall: the dialog fails, says so, and asks for another way", async () => {
  const user = quickUser();
  await openReview();
  await typeNumber(user, "9111111111");
  await user.click(verifyButton());
  const dialog = within(await settledDialog("dialog", "Verify your stall"));
  expect(await dialog.findByText("Verification Failed")).toBeVisible();
  expect(dialog.getByText("We found no stall with a free listing for this number.")).toBeVisible();
  expect(dialog.getByText("Please choose another payment option.")).toBeVisible();
  // The toast says the same.
  expect(screen.getAllByText("Verification Failed")).toHaveLength(2);
  await user.click(dialog.getByRole("button", { name: "Choose another payment option" }));
  await waitFor(() => expect(screen.getByRole("radio", { name: PAID })).toBeChecked());
  await choose(user, MELA);
  expect(await screen.findByLabelText(PHONE)).toHaveValue("");
});

test.each<[FailedAnswer, string, string]>([
  ["offline", "Verification failed. Please try again.", "Failed to verify phone number"],
  [
    errorResponse(429, "rate_limited", "That was a little too often."),
    "That was a little too often.",
    "That was a little too often.",
  ],
])("a verification that gets no yes or no (%j)", async (answer, inDialog, inToast) => {
  const user = quickUser();
  const server = joiningServer();
  server.on(VERIFY, answer);
  await openReview(server);
  await typeNumber(user, "9000000001");
  await user.click(verifyButton());
  const dialog = within(await settledDialog("dialog"));
  expect(await dialog.findByText(inDialog)).toBeVisible();
  expect(screen.getAllByText(inToast).length).toBeGreaterThan(0);
});

test.each(["Cancel", "Escape"])("closing the dialog by %s reverts to paid and clears the number", async (how) => {
  const user = quickUser();
  await openReview();
  await typeNumber(user, "9000000001");
  if (how === "Cancel") await user.click(screen.getByRole("button", { name: "Cancel" }));
  else await user.keyboard("{Escape}");
  expect(await screen.findByRole("radio", { name: PAID })).toBeChecked();
  expect(screen.getByRole("button", { name: "Pay ₹999" })).toBeEnabled();
  await choose(user, MELA);
  expect(await screen.findByLabelText(PHONE)).toHaveValue("");
});

test("another way resets the verification", async () => {
  const user = quickUser();
  await openReview();
  await typeNumber(user, "9000000001");
  await user.click(verifyButton());
  expect(await screen.findByText("Verified: +91 9000000001")).toBeVisible();
  await choose(user, FREE);
  await choose(user, MELA);
  expect(await screen.findByLabelText(PHONE)).toHaveValue("");
});

test("a claim that came too late needs a new verification: off, and pressed it says why", async () => {
  const user = quickUser();
  const server = joiningServer();
  server.on(CLAIM, errorResponse(409, "already_claimed", "The free listing for this stall has already been claimed."));
  await openReview(server);
  await typeNumber(user, "9000000001");
  await user.click(verifyButton());
  await screen.findByText("Verified: +91 9000000001");
  await submitClaim(user);
  expect(await screen.findByText("Submission Failed")).toBeVisible();
  expect(screen.getByText("The free listing for this stall has already been claimed.")).toBeVisible();
  expect(await screen.findByText("The phone number is not verified yet.")).toBeVisible();
  const off = screen.getByRole("button", { name: "Submit for my free listing" });
  expect(off).toHaveAttribute("aria-disabled", "true");
  await user.click(off);
  expect(await screen.findByText("Verification Required")).toBeVisible();
  expect(server.callsTo(CLAIM)).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Verify the phone number" }));
  expect(await screen.findByLabelText(PHONE)).toHaveValue("9000000001");
});

test("a claim refused by field: the applicant's own fields are distinguished from the stall's number", async () => {
  const user = quickUser();
  const server = joiningServer();
  const fields = (names: object) => errorResponse(400, "invalid_request", "Please check.", { fields: names });
  server.on(CLAIM, fields({ "listingData.brandName": ["This name is not allowed"] }));
  const { address } = await openReview(server);
  await typeNumber(user, "9000000001");
  await user.click(verifyButton());
  await screen.findByText("Verified: +91 9000000001");
  await submitClaim(user);
  expect(await screen.findByLabelText("Brand Name")).toHaveAccessibleErrorMessage("This name is not allowed");
  expect(address()).toBe("/join");
});

test("a free listing that fails without a sentence has its own", async () => {
  const user = quickUser();
  const server = joiningServer();
  server.on(CLAIM, "offline");
  await openReview(server);
  await typeNumber(user, "9000000001");
  await user.click(verifyButton());
  await screen.findByText("Verified: +91 9000000001");
  await submitClaim(user);
  expect(await screen.findByText("Free listing submission failed")).toBeVisible();
});
