import { beforeAll, expect, test } from "@jest/globals";
import { WITHDRAWN } from "@sakhi/domain/bookings/my-booking.rules";
import { NO_ARRIVAL } from "@sakhi/domain/events/arrival.rules";
import { publicFacts } from "@sakhi/domain/events/event-facts";
import { SEED_CALENDAR, SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { act, screen, waitFor, within } from "@testing-library/react";
import { servedFacts } from "../../api/event-facts";
import type { MyBooking } from "../../api/mela-api";
import { quickUser } from "../../test/clock";
import { EXAMPLE_EVENT } from "../../test/example-event";
import { errorResponse, FakeServer } from "../../test/fake-server";
import { setValue } from "../../test/joining";
import { BOOKED_AT as at, myBooking } from "../../test/my-booking";
import { openScreen } from "../../test/render-site";

const TOKEN = `${"ab".repeat(16)}.${"c".repeat(43)}`;
const OPEN = "POST /mela/my-booking/session";
const READ = "GET /mela/my-booking";
const booking = (changes: Partial<MyBooking> = {}) => ({ json: myBooking(changes) });
/** A server that returns this browser's booking. */
function serverWithBooking(changes: Partial<MyBooking> = {}): FakeServer {
  const server = new FakeServer();
  server.on(READ, booking(changes));
  return server;
}
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

beforeAll(async () => {
  await import("./my-booking.page");
});

test("says after the event that it has taken place, and offers nothing that would come before it", async () => {
  const server = new FakeServer();
  const { booking: sold } = myBooking();
  server.on(OPEN, booking({ booking: { ...sold, eventOver: true } }));
  await openScreen(`/my-booking#${TOKEN}`, server);
  expect(await screen.findByText("Stall B12 was yours at the Mela. Thank you for taking part.")).toBeVisible();
  expect(await screen.findByText(/^The event has taken place\. Write to us/)).toBeVisible();
  expect(screen.queryByText(/See you/)).toBeNull();
  expect(screen.queryByText("Somebody else at my stall")).toBeNull();
  expect(screen.queryByRole("link", { name: /Google Calendar/ })).toBeNull();
});

test("exchanges the link's token and removes it from the address; shows ticket, invoice and history", async () => {
  const user = quickUser();
  const server = new FakeServer();
  server.on(OPEN, booking());
  const { address } = await openScreen(`/my-booking#${TOKEN}`, server);
  await heading("My booking");
  expect(await screen.findByText("Stall B12 is yours. See you at the Mela.")).toBeVisible();
  expect(address()).toBe("/my-booking");
  expect(server.callsTo(OPEN)[0]?.body).toEqual({ token: TOKEN });
  expect(server.calls.every(({ path, query }) => !`${path}?${query.toString()}`.includes(TOKEN))).toBe(true);
  expect(screen.getByRole("article", { name: "Stall ticket" })).toBeVisible();
  expect(screen.getByRole("img", { name: /QR code/ })).toBeVisible();
  expect(screen.getByRole("link", { name: "Download INV/26-27/000123 (PDF)" })).toHaveAttribute(
    "href",
    "/api/v1/mela/my-booking/documents/8d0f0a3e-8a54-4a3e-9b0e-2d4f5c6b7a80/pdf",
  );
  const history = screen.getByRole("region", { name: "What happened" });
  expect(within(history).getByText("You paid ₹27,000")).toBeVisible();
  expect(within(history).getByText("Reference 5114911")).toBeVisible();
  // Folded: the ticket has one button for every calendar.
  expect(screen.getAllByRole("button", { name: /calendar/i })).toHaveLength(1);
  const folded = await screen.findByText("Add to Google Calendar or Outlook");
  expect(screen.getByText("Friday, 4 December 2099, 10:00 to 20:00", { selector: "p" })).not.toBeVisible();
  await user.click(folded);
  const calendars = within(screen.getByRole("navigation", { name: "Add to Google Calendar or Outlook" }));
  expect(calendars.getByText("Friday, 4 December 2099, 10:00 to 20:00")).toBeVisible();
  expect(calendars.getAllByRole("link").map((link) => link.getAttribute("aria-label"))).toEqual([
    ...["Google Calendar, Thursday, 3 December 2099", "Outlook, Thursday, 3 December 2099"],
    ...["Google Calendar, Friday, 4 December 2099", "Outlook, Friday, 4 December 2099"],
  ]);
  const google = new URL(calendars.getAllByRole<HTMLAnchorElement>("link")[2]?.href ?? "");
  expect([google.hostname, google.searchParams.get("dates")]).toEqual([
    "calendar.google.com",
    "20991204T043000Z/20991204T143000Z",
  ]);
  expect(screen.getByRole("link", { name: "Share on WhatsApp" }).getAttribute("href")).not.toContain(
    "MELA1764000000000ABCD1234",
  );
});

test("shows a booking of another event than the current one with its own days and venue, and nothing else before", async () => {
  const { booking: sold } = myBooking();
  const server = serverWithBooking({ booking: { ...sold, event: "the-winter-mela-2099" } });
  const days = [{ date: "2099-02-05", opens: "09:30", closes: "18:30" }];
  const other = publicFacts({
    slug: "the-winter-mela-2099",
    status: "published",
    event: { id: 2, version: 1, ...EXAMPLE_EVENT, name: "The Winter Mela", days, city: "Nashik" },
    organisation: { id: 1, version: 0, ...SEED_ORGANISATION },
    calendar: SEED_CALENDAR,
    arrival: NO_ARRIVAL,
    updatedAt: "2098-10-01T00:00:00.000Z",
  });
  server.on("GET /mela/facts", errorResponse(503, "service_unavailable", "Not now"));
  await openScreen("/my-booking", server);
  await heading("My booking");
  await screen.findByText("The dates and the venue could not be loaded.");
  expect(screen.getByText("Stall B12 is yours. See you there.")).toBeVisible();
  expect(screen.queryByText(/^The Mela, /)).not.toBeInTheDocument();
  expect(screen.queryByRole("article", { name: "Stall ticket" })).not.toBeInTheDocument();
  server.on("GET /mela/facts", ({ query }) => ({
    json: { ...other, event: query.get("event"), sales: "open", serverTime: at } as never,
  }));
  await quickUser().click(screen.getByRole("button", { name: "Try again" }));
  const ticket = within(await screen.findByRole("article", { name: "Stall ticket" }));
  expect(ticket.getByText("The Winter Mela")).toBeVisible();
  expect(screen.getByText("The Winter Mela, 5th February 2099, Nashik")).toBeVisible();
  expect(screen.getByText("Stall B12 is yours. See you at the Winter Mela.")).toBeVisible();
  expect(ticket.getByText("5th February")).toBeVisible();
  const day = "Thursday, 5 February 2099, 09:30 to 18:30";
  expect(await screen.findByText(day, { selector: "details p" })).toBeInTheDocument();
  expect(server.callsTo("GET /mela/facts").map(({ query }) => query.get("event"))).toContain("the-winter-mela-2099");
  // The page's own facts stay those of the current event.
  expect(servedFacts().slug).toBe("the-mela-2099");
});

test("opens the booking by the browser's cookie without a link, and closes it on this device", async () => {
  const user = quickUser();
  const server = serverWithBooking();
  server.on("POST /mela/my-booking/session/end", { json: { message: "done" } });
  await openScreen("/my-booking", server);
  await user.click(await screen.findByRole("button", { name: "Close on this device" }));
  expect(await heading("Your booking is closed on this device")).toHaveFocus();
  expect(screen.getByRole("link", { name: "Find my booking or listing" })).toHaveAttribute("href", "/find-my-booking");
});

test("shows an invalid link as such, and links to the page that sends a new one", async () => {
  const server = new FakeServer();
  server.on(OPEN, errorResponse(404, "booking_link_invalid", "This link no longer leads to a booking."));
  await openScreen(`/my-booking#${TOKEN}`, server);
  await heading("This link no longer leads to a booking");
  expect(screen.getByRole("link", { name: "Find my booking or listing" })).toBeVisible();
});

test("a slow response to an earlier link does not replace the booking of the later one", async () => {
  const server = new FakeServer();
  const respond = server.withhold(OPEN, errorResponse(404, "booking_link_invalid", "This link is not valid."));
  const { navigate } = await openScreen(`/my-booking#${TOKEN}`, server);
  await waitFor(() => expect(server.callsTo(OPEN)).toHaveLength(1));
  server.on(OPEN, booking());
  await act(() => navigate(`/my-booking#${TOKEN}d`));
  expect(await screen.findByRole("article", { name: "Stall ticket" })).toBeVisible();
  await act(async () => respond());
  await waitFor(() => expect(screen.getByRole("article", { name: "Stall ticket" })).toBeVisible());
  expect(server.callsTo(OPEN).map(({ body }) => body.token)).toEqual([TOKEN, `${TOKEN}d`]);
});

test.each<[string, MyBooking["booking"]["outcome"], RegExp]>([
  ["not refunded yet", { kind: "sold", amount: 27_000 }, /We are preparing your refund/],
  ["not refunded yet, after a move", { kind: "moved", amount: 27_000, fromStallId: "B1" }, /preparing your refund/],
  [
    "refunded less a deduction",
    { kind: "cancelled", amount: 27_000, refund: { state: "succeeded", amount: 24_300 } },
    /₹24,300 of the ₹27,000 you paid went back to you/,
  ],
  ["not refunded at all", { kind: "cancelled_without_refund", amount: 27_000 }, /No money goes back/],
])("says that the event was cancelled: %s", async (_, outcome, text) => {
  const { booking: sold } = myBooking();
  await openScreen("/my-booking", serverWithBooking({ booking: { ...sold, outcome, eventCancelled: true } }));
  expect(await screen.findByText(/The event was cancelled, and your booking of stall B12 with it/)).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByRole("article", { name: "Stall ticket" })).toBeNull();
  expect(screen.queryByText("Add to Google Calendar or Outlook")).toBeNull();
  const requests = within(screen.getByRole("region", { name: "Ask us for a change" }));
  expect(await requests.findByText(/This booking has ended/)).toBeVisible();
});

const unpaid = (outcome: MyBooking["booking"]["outcome"]): MyBooking["booking"] => ({
  ...booking().json.booking,
  paymentStatus: "payment_failed",
  outcome,
});

const pending = { state: "pending", amount: 27_000 } as const;
const back = { state: "succeeded", amount: 27_000 } as const;
test.each<[string, MyBooking["booking"]["outcome"], RegExp, boolean]>([
  ["payable in another browser", { kind: "not_started" }, /in the browser you booked with/, true],
  ["opened without an attempt in another browser", { kind: "pending", untried: true }, /not confirmed yet/, true],
  ["cancelled", { kind: "cancelled", amount: 27_000, refund: pending }, /on its way back to you/, false],
  ["not refunded", { kind: "cancelled_without_refund", amount: 27_000 }, /No money goes back/, false],
  ["refunded", { kind: "refunded", amount: 27_000, refund: back }, /went back to you/, false],
  ["not charged", { kind: "not_charged" }, /not been charged/, false],
  ["refunded in part and released", { kind: "partly_refunded", amount: 27_000, kept: false }, /reached us/, false],
  ["offered another stall", { kind: "late_offer", amount: 27_000 }, /nothing more to pay/, true],
])(
  "shows a booking that is %s without a ticket; changes can be requested only while the payer has a stall or an offer",
  async (_, outcome, text, changeable) => {
    await openScreen("/my-booking", serverWithBooking({ documents: [], booking: unpaid(outcome) }));
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(screen.queryByRole("article", { name: "Stall ticket" })).toBeNull();
    const requests = within(screen.getByRole("region", { name: "Ask us for a change" }));
    expect(await requests.findByText(changeable ? /One of us reads it/ : /This booking has ended/)).toBeVisible();
    expect(requests.queryAllByRole("radio")).toHaveLength(changeable ? 3 : 0);
  },
);

test("shows the ticket of a booking of which a part was refunded, such as after a move to a cheaper stall", async () => {
  const { booking: sold } = myBooking();
  const outcome = { kind: "partly_refunded", amount: 27_000, kept: true, refund: { ...back, amount: 9_000 } } as const;
  await openScreen("/my-booking", serverWithBooking({ booking: { ...sold, outcome } }));
  expect((await screen.findAllByText(/Your booking stays valid/)).length).toBeGreaterThan(0);
  expect(await screen.findByRole("article", { name: "Stall ticket" })).toHaveTextContent("B12");
  const requests = within(screen.getByRole("region", { name: "Ask us for a change" }));
  expect(await requests.findAllByRole("radio")).toHaveLength(3);
});

test("an order without a payment attempt can still be paid in the browser that booked it", async () => {
  const server = serverWithBooking({
    documents: [],
    booking: unpaid({ kind: "pending", untried: true }),
    payableHere: true,
  });
  await openScreen("/my-booking", server);
  expect(await screen.findByText(/We have not heard of a payment for it yet/)).toBeVisible();
  expect(screen.getByText("If you have just paid, please do not pay again.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Continue paying" })).toHaveAttribute(
    "href",
    "/paid-events/mela/payment-failure?order_id=MELA1764000000000ABCD1234",
  );
});

test("the find page requests a new link by contact and order number, and shows the server's message", async () => {
  const user = quickUser();
  const server = new FakeServer();
  server.on("POST /mela/find-my-booking", { json: { message: "If there is a booking, we have sent a link." } });
  await openScreen("/find-my-listing", server);
  expect(await heading("Find my booking or listing")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Send me the link" }));
  expect(await screen.findByText("Please enter the e-mail address or phone number you booked with")).toBeVisible();
  setValue(screen.getByLabelText("E-mail address or phone number"), "asha@example.com");
  setValue(screen.getByLabelText(/^Order number/), " MELA1764000000000ABCD1234 ");
  await user.click(screen.getByRole("button", { name: "Send me the link" }));
  expect(await heading("Check your mail")).toHaveFocus();
  expect(screen.getByText("If there is a booking, we have sent a link.")).toBeVisible();
  // An order number is a stall's.
  expect(server.calls.at(-1)?.body).toEqual({ contact: "asha@example.com", orderId: "MELA1764000000000ABCD1234" });
  expect(server.callsTo("POST /find-my-listing")).toHaveLength(0);
});

test("without an order number the find page looks for bookings and listings", async () => {
  const user = quickUser();
  const server = new FakeServer();
  server.on("POST /mela/find-my-booking", { json: { message: "If there is a booking, we have sent a link." } });
  await openScreen("/find-my-booking", server);
  setValue(await screen.findByLabelText("E-mail address or phone number"), "asha@example.com");
  await user.click(screen.getByRole("button", { name: "Send me the link" }));
  expect(await screen.findByText("If there is a booking, we have sent a link.")).toBeVisible();
  expect(screen.getByText("If there is a listing, we have sent a link.")).toBeVisible();
  expect(server.callsTo("POST /find-my-listing").map(({ body }) => body)).toEqual([{ contact: "asha@example.com" }]);
});

test("sends a change request as free text, shows the policy for it, and then lists the request", async () => {
  const user = quickUser();
  const server = serverWithBooking();
  const request = { id: "1", kind: "correction", text: "Asha Rao", state: "open", requestedAt: at } as const;
  server.on("POST /mela/my-booking/requests", booking({ requests: [request] }));
  await openScreen("/my-booking", server);
  await user.click(await screen.findByRole("radio", { name: "Cancel my booking" }));
  expect(screen.getByText(/Stall bookings are not refunded/)).toBeVisible();
  await user.click(screen.getByRole("radio", { name: "Correct my details or the invoice" }));
  setValue(screen.getByLabelText("In your own words"), "Asha Rao");
  await user.click(screen.getByRole("button", { name: "Send to the organizer" }));
  expect(await screen.findByText(/Waiting for our answer/)).toBeVisible();
  // Beside the button, where the eye is: the form is empty again and the request is listed above, out of view.
  const sent = screen.getByText(/We have your request.*a mail to asha@example.com confirms it/);
  await waitFor(() => expect(sent).toHaveFocus());
  const button = screen.getByRole("button", { name: "Send to the organizer" });
  expect(button.compareDocumentPosition(sent)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(server.callsTo("POST /mela/my-booking/requests")[0]?.body).toEqual({ kind: "correction", text: "Asha Rao" });
});

test("a request that waits can be withdrawn, and says so when no answer comes", async () => {
  const user = quickUser();
  const request = { id: "7", kind: "cancellation", text: "We can't come", state: "open", requestedAt: at } as const;
  const server = serverWithBooking({ requests: [request] });
  server.on("POST /mela/my-booking/requests/7/withdraw", "offline");
  await openScreen("/my-booking", server);
  const requests = within(await screen.findByRole("region", { name: "Ask us for a change" }));
  await user.click(await requests.findByRole("button", { name: "Withdraw: Cancel my booking" }));
  expect(await requests.findByText(/It still waits for our answer/)).toBeVisible();
  const closed = { ...request, state: "closed", answer: WITHDRAWN } as const;
  server.on("POST /mela/my-booking/requests/7/withdraw", booking({ requests: [closed] }));
  await user.click(requests.getByRole("button", { name: "Withdraw: Cancel my booking" }));
  expect(await requests.findByText(WITHDRAWN)).toBeVisible();
  expect(requests.getByText("Cancel my booking: Closed")).toBeVisible();
  expect(requests.queryByRole("button", { name: /^Withdraw/ })).toBeNull();
  expect(requests.getByRole("list")).toHaveFocus();
});

test("a claim of the free listing from another browser is confirmed after a question, or declined", async () => {
  const user = quickUser();
  const claim = (id: string, brandName: string) => ({ id, brandName, name: "Meena Devi", claimedAt: at });
  const [mine, strange] = [claim("1", "Meena Weaves"), claim("2", "Evil & Co")];
  const server = serverWithBooking({ listingClaims: [mine, strange] });
  server.on("POST /mela/my-booking/listing-claims/2/decline", booking({ listingClaims: [mine] }));
  server.on("POST /mela/my-booking/listing-claims/1/confirm", "offline");
  await openScreen("/my-booking", server);
  const claims = within(await screen.findByRole("region", { name: "Confirm your free listing" }));
  expect(await claims.findByText("Evil & Co, applied for by Meena Devi")).toBeVisible();
  await user.click(claims.getAllByRole("button", { name: "No, that was not me" })[1]!);
  await waitFor(() => expect(claims.getByText(/^Declined. Nothing is listed/)).toHaveFocus());
  expect(claims.queryByText(/Evil/)).not.toBeInTheDocument();
  const confirm = async () => {
    await user.click(claims.getByRole("button", { name: "Yes, list this brand" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Give the free listing to Meena Weaves?" }));
    await user.click(question.getByRole("button", { name: "Yes, list this brand" }));
  };
  await confirm();
  expect(await claims.findByText("Nothing was changed. Please try again in a moment.")).toBeVisible();
  server.on("POST /mela/my-booking/listing-claims/1/confirm", booking());
  await confirm();
  await waitFor(() => expect(claims.getByText(/^Confirmed./)).toHaveFocus());
  expect(claims.queryByRole("button")).not.toBeInTheDocument();
});

test("lets the payer correct the details until the invoice is issued, with the form's validation", async () => {
  const user = quickUser();
  const server = new FakeServer();
  const before = booking({ documents: [], correctable: true });
  const { details } = before.json;
  server.on("POST /mela/my-booking/session/here", before);
  const draft = { values: details, coupon: "", orderId: before.json.booking.orderId };
  sessionStorage.setItem("mela.registration.the-mela-2099", JSON.stringify(draft));
  await openScreen("/my-booking?order_id=MELA1764000000000ABCD1234", server);
  expect(await screen.findByText(`+91 ${details.phoneNumber}`)).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Correct my details" }));
  expect(screen.queryByRole("heading", { name: "Ask us for a change" })).toBeNull();
  setValue(await screen.findByLabelText("Pincode"), "5600");
  await user.click(screen.getByRole("button", { name: "Save my details" }));
  expect(await screen.findByText("Pincode must be exactly 6 digits")).toBeVisible();
  setValue(screen.getByLabelText("Pincode"), "560002");
  setValue(screen.getByLabelText("Email Address"), "new@example.com");
  server.on(
    "POST /mela/my-booking/correct",
    booking({ documents: [], correctable: true, details: { ...details, email: "new@example.com", pincode: "560002" } }),
  );
  await user.click(screen.getByRole("button", { name: "Save my details" }));
  const message = await screen.findByText(/we let the former one know/);
  expect(message).toHaveFocus();
  expect(server.callsTo("POST /mela/my-booking/correct")[0]?.body).toEqual({
    ...details,
    email: "new@example.com",
    pincode: "560002",
    seenAt: at,
  });
  expect(screen.getByText("new@example.com")).toBeVisible();
  // The open payment's page shows them too.
  expect(sessionStorage.getItem("mela.registration.the-mela-2099")).toMatch(
    /new@example\.com.*MELA1764000000000ABCD1234/,
  );
});

test("shows that a correction came too late, and keeps the typed values", async () => {
  const user = quickUser();
  const server = serverWithBooking({ documents: [], correctable: true });
  server.on("POST /mela/my-booking/correct", errorResponse(409, "invoice_issued", "Your invoice has been issued."));
  await openScreen("/my-booking", server);
  await user.click(await screen.findByRole("button", { name: "Correct my details" }));
  setValue(await screen.findByLabelText("Full Name"), "Asha Raoa");
  await user.click(screen.getByRole("button", { name: "Save my details" }));
  expect(await screen.findByText("Your invoice has been issued.")).toBeVisible();
  expect(screen.getByLabelText("Full Name")).toHaveValue("Asha Raoa");
  await user.click(screen.getByRole("button", { name: "Go back" }));
  expect(screen.getByRole("button", { name: "Correct my details" })).toBeVisible();
});

test("the history shows a correction with its new invoice, and a refund's bank reference", async () => {
  const server = new FakeServer();
  const timeline = [
    { kind: "refunded", at, amount: 500, reference: "17", bankReference: "74332744356201" },
    { kind: "corrected", at },
    { kind: "corrected", at, invoiceNumber: "INV/26-27/000124" },
  ] as const;
  server.on(READ, booking({ timeline: [...timeline] }));
  await openScreen("/my-booking", server);
  const history = await screen.findByRole("region", { name: "What happened" });
  expect(within(history).getByText("Bank reference (ARN or RRN) 74332744356201")).toBeVisible();
  expect(within(history).getByText("Your details were corrected")).toBeVisible();
  expect(within(history).getByText("Your details were corrected, with new invoice INV/26-27/000124")).toBeVisible();
});

test("sends filled-in details with the request, and lists their changes as its message", async () => {
  const user = quickUser();
  const server = serverWithBooking();
  await openScreen("/my-booking", server);
  await user.click(await screen.findByRole("button", { name: "Fill in how it should read" }));
  const name = await screen.findByLabelText("Full Name");
  setValue(name, "");
  await user.click(screen.getByRole("button", { name: "Send to the organizer" }));
  expect(await screen.findByText("Full name is required")).toBeVisible();
  // Both answers are lost, and the payer corrects a typo before the retry.
  server.on("POST /mela/my-booking/requests", "offline");
  setValue(name, "Aasha Ra");
  await user.click(screen.getByRole("button", { name: "Send to the organizer" }));
  expect(await screen.findByText(/^No answer came back/, {}, { timeout: 3_000 })).toBeVisible();
  server.on("POST /mela/my-booking/requests", booking());
  setValue(name, "Aasha Rao");
  await user.click(screen.getByRole("button", { name: "Send to the organizer" }));
  expect(await screen.findByRole("button", { name: "Fill in how it should read" })).toBeVisible();
  expect(server.callsTo("POST /mela/my-booking/requests").at(-1)?.body).toEqual({
    kind: "correction",
    text: "Full Name: Aasha Rao",
    details: { ...booking().json.details, fullName: "Aasha Rao" },
  });
  // The next request starts from the booking's details.
  await user.click(screen.getByRole("button", { name: "Fill in how it should read" }));
  expect(screen.getByLabelText("Full Name")).toHaveValue(booking().json.details.fullName);
});

test("the language of her mails is saved as it is chosen, and stays as it was where that fails", async () => {
  const CHOOSE = "POST /mela/my-booking/language";
  const user = quickUser();
  const server = serverWithBooking();
  server.on(CHOOSE, errorResponse(409, "booking_ended", "This booking has ended."));
  await openScreen("/my-booking", server);
  const region = await screen.findByRole("region", { name: "Language of my mails" });
  const choice = within(region).getByLabelText("Mails, calendar and invoices are in");
  expect(choice).toHaveValue("en");
  await user.selectOptions(choice, "हिन्दी");
  expect(await within(region).findByRole("alert")).not.toBeEmptyDOMElement();
  expect(choice).toHaveValue("en");
  server.on(CHOOSE, booking({ language: "hi" }));
  await user.selectOptions(choice, "हिन्दी");
  expect(await within(region).findByText("Saved.")).toBeVisible();
  expect(choice).toHaveValue("hi");
  expect(server.callsTo(CHOOSE).map(({ body }) => body)).toEqual([{ language: "hi" }, { language: "hi" }]);
});
