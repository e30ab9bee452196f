import { beforeAll, expect, test } from "@jest/globals";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { quickUser } from "../../test/clock";
import { errorResponse, FakeServer } from "../../test/fake-server";
import { setValue } from "../../test/joining";
import { field } from "../../test/quick-queries";
import { openFilledIn, registeringServer, submitButton } from "../../test/registering";
import { openScreen } from "../../test/render-site";

const ORDER = "MELA1764000000000ABCD1234";
const SUCCESS = `/paid-events/mela/payment-success?order_id=${ORDER}`;
const RECEIPT = "GET /mela/my-booking/receipt";
const CORRECT = "POST /mela/my-booking/receipt/email";
const REGISTRATION = "POST /mela/create-provisional-registration";

beforeAll(async () => {
  await import("./payment-success.page");
});

/** A fake API on which B12 is sold; the receipt is this browser's unless `email` is undefined. */
function soldServer(email?: string, refusesFirst = false): FakeServer {
  const server = new FakeServer();
  server.on(`GET /mela/payment-status/${ORDER}`, {
    json: {
      orderId: ORDER,
      event: "the-mela-2099",
      stallId: "B12",
      stallType: "General",
      paymentStatus: "payment_successful",
      outcome: { kind: "sold", amount: 24_300 },
    },
  });
  let address = email;
  server.on(RECEIPT, () => ({
    json: address === undefined ? null : { email: address, mail: "sent", correctable: true },
  }));
  let refuses = refusesFirst;
  server.on(CORRECT, ({ body }) => {
    if (refuses) {
      refuses = false;
      return errorResponse(409, "receipt_opened", "Our mail has already been opened at this address.");
    }
    address = body.email;
    return { json: { email: body.email, mail: "queued", correctable: true } };
  });
  return server;
}

const receipt = () => screen.getByRole("region", { name: "Your payment and invoice" });

test("the success page shows the amount, the mail's address, and the way to the booking and its invoice", async () => {
  await openScreen(SUCCESS, soldServer("asha@example.com"));
  expect(await screen.findByText("asha@example.com")).toBeVisible();
  expect(receipt()).toHaveTextContent("₹24,300");
  expect(within(receipt()).getByRole("link", { name: /Manage my booking/ })).toHaveAttribute(
    "href",
    `/my-booking?order_id=${ORDER}`,
  );
});

test("papers that are missing are said with their day, and where to give them", async () => {
  const server = soldServer("asha@example.com");
  const missing = { papers: ["FSSAI number", "FSSAI certificate"], until: "2026-12-03T04:30:00.000Z" };
  server.on(RECEIPT, { json: { email: "asha@example.com", mail: "sent", correctable: false, missing } });
  await openScreen(SUCCESS, server);
  expect(await screen.findByText("2 papers are still missing")).toBeVisible();
  expect(screen.getByText(/FSSAI number.*, .*FSSAI certificate.*: give them in My booking until .*2026/)).toBeVisible();
});

test("in another browser it shows the amount, no address, and how to find the booking", async () => {
  const { server } = await openScreen(SUCCESS, soldServer());
  await screen.findByRole("heading", { name: "Payment Successful!" });
  await waitFor(() => expect(server.callsTo(RECEIPT)).toHaveLength(1));
  expect(receipt()).toHaveTextContent("₹24,300");
  expect(within(receipt()).getByRole("link", { name: "Find my booking or listing" })).toHaveAttribute(
    "href",
    "/find-my-booking",
  );
  expect(screen.queryByRole("button", { name: "Correct it" })).not.toBeInTheDocument();
});

test("a wrong address is corrected on the spot; an error stays at the field and keeps what was typed", async () => {
  const user = quickUser();
  const server = soldServer("asha@gmial.com", true);
  await openScreen(SUCCESS, server);
  await user.click(await screen.findByRole("button", { name: "Correct it" }));
  // The form is loaded when it is needed. The address that was probably meant is filled in.
  await screen.findByRole("button", { name: "Send it there" });
  expect(field("Email Address")).toHaveValue("asha@gmail.com");
  await user.click(screen.getByRole("button", { name: "Send it there" }));
  expect(await screen.findByText("Our mail has already been opened at this address.")).toBeVisible();
  expect(field("Email Address")).toHaveValue("asha@gmail.com");
  await user.click(screen.getByRole("button", { name: "Send it there" }));
  expect(await screen.findByText(/on their way to asha@gmail.com/)).toBeVisible();
  expect(server.callsTo(CORRECT).at(-1)?.body).toEqual({ orderId: ORDER, email: "asha@gmail.com" });
  await waitFor(() => expect(screen.getByRole("button", { name: "Correct it" })).toHaveFocus());
});

test("a mistyped mail host is asked about before paying; both answers continue, closing does not", async () => {
  const user = quickUser();
  const server = registeringServer();
  await openFilledIn(server);
  setValue(field("Email Address"), "asha@gmial.com");
  fireEvent.click(submitButton());
  const dialog = await screen.findByRole("alertdialog", { name: "Is this e-mail address right?" });
  expect(dialog).toHaveTextContent("Did you mean asha@gmail.com?");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(server.callsTo(REGISTRATION)).toHaveLength(0);
  fireEvent.click(submitButton());
  await user.click(await screen.findByRole("button", { name: "Use asha@gmail.com" }));
  await waitFor(() => expect(server.callsTo(REGISTRATION)).toHaveLength(1));
  expect(server.callsTo(REGISTRATION)[0]?.body).toMatchObject({ email: "asha@gmail.com" });
});

test("an address that is kept as typed is not asked about again", async () => {
  const user = quickUser();
  const server = registeringServer();
  server.on(REGISTRATION, errorResponse(503, "unavailable", "Please try again."));
  await openFilledIn(server);
  setValue(field("Email Address"), "asha@gmial.com");
  fireEvent.click(submitButton());
  await user.click(await screen.findByRole("button", { name: "Keep asha@gmial.com" }));
  await waitFor(() => expect(server.callsTo(REGISTRATION)).toHaveLength(1));
  await waitFor(() => expect(submitButton()).toHaveTextContent(/Proceed/));
  fireEvent.click(submitButton());
  await waitFor(() => expect(server.callsTo(REGISTRATION)).toHaveLength(2));
  expect(server.callsTo(REGISTRATION)[1]?.body).toMatchObject({ email: "asha@gmial.com" });
});

test("the registration names who is paid", async () => {
  await openFilledIn(registeringServer());
  expect(screen.getByText(/^You pay .+ \(GSTIN .+\) through Cashfree Payments, by UPI or card\./)).toBeVisible();
});
