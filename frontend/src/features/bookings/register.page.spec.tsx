import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { MyHold } from "../../api/mela-api";
import { fakeClock, pass, sleep } from "../../test/clock";
import { errorResponse, FakeServer } from "../../test/fake-server";
import {
  ASHA,
  fillIn,
  openRegistration,
  policiesBox,
  REGISTER,
  registeringServer,
  submitButton,
} from "../../test/registering";
import { openScreen } from "../../test/render-site";

const RELEASE = "POST /mela/release";

// Loaded before any clock is faked: modules come by real time.
beforeAll(async () => {
  await import("./floor-plan.page");
});

test.each([
  "/paid-events/mela/register",
  "/paid-events/mela/register?type=General&price=27000",
  "/paid-events/mela/register?stallId=B12&price=27000",
  "/paid-events/mela/register?stallId=B12&type=General",
])("%s is an invalid request", async (address) => {
  const { server } = await openScreen(address);
  expect(await screen.findByRole("heading", { name: "Invalid Request" })).toBeVisible();
  expect(screen.getByText("No stall information found. Please select a stall first.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to Mela Layout" })).toHaveAttribute("href", "/paid-events/mela");
  expect(server.calls).toHaveLength(0);
});

test("it shows the stall, the seven fields, the price, the disclaimer and the way back", async () => {
  await openRegistration(registeringServer());
  expect(screen.getByText("Stall, Standard")).toBeVisible();
  for (const label of [
    "Full Name",
    "Email Address",
    "Phone Number",
    "Business Name",
    "GST Number",
    "GST Address",
    "Pincode",
  ]) {
    expect(screen.getByLabelText(new RegExp(`^${label}`))).toBeVisible();
  }
  expect(screen.getByLabelText(/^GST Number/)).toHaveAttribute("maxlength", "15");
  expect(screen.getByLabelText(/^Pincode/)).toHaveAttribute("maxlength", "6");
  expect(screen.getByText(/invoice is generated from the details you provide/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Back to the floor plan" })).toHaveAttribute("href", "/paid-events/mela");
  expect(submitButton()).toHaveTextContent("Proceed to Payment ₹27,000");
});

test("the countdown runs on the server's time, from 10:00, and survives a reload", async () => {
  fakeClock();
  const server = registeringServer();
  // The visitor's clock is an hour slow: what counts is the difference that the server sends.
  server.ahead = 3_600_000;
  server.holds("B12", 600);
  const { unmount } = await openRegistration(server);
  expect(screen.getByText("Time Remaining")).toBeVisible();
  expect(screen.getByRole("timer")).toHaveTextContent("10:00");
  await sleep(59);
  await pass(2);
  expect(screen.getByRole("timer")).toHaveTextContent("8:59");
  unmount();
  await openRegistration(server);
  expect(screen.getByRole("timer")).toHaveTextContent("8:59");
  expect(server.callsTo(RELEASE)).toHaveLength(0);
});

test("the time left is announced at 5, 2 and 1 minutes and at 30 seconds", async () => {
  fakeClock();
  await openRegistration(registeringServer(302));
  const announced = (words: string) => screen.queryByText(`${words} left to register for B12.`);
  expect(announced("5 minutes")).not.toBeInTheDocument();
  await pass(2.5);
  expect(announced("5 minutes")).toBeInTheDocument();
  await sleep(178);
  await pass(2);
  expect(announced("2 minutes")).toBeInTheDocument();
  await sleep(58);
  await pass(2);
  expect(announced("1 minute")).toBeInTheDocument();
  await sleep(28);
  await pass(2);
  expect(announced("30 seconds")).toBeInTheDocument();
});

test("at zero my-hold is read first; then release, toast and the floor plan", async () => {
  fakeClock();
  const server = registeringServer(3);
  const { address } = await openRegistration(server);
  await pass(3.5);
  await waitFor(() => expect(address()).toBe("/paid-events/mela"));
  expect(screen.getByText("Reservation Expired")).toBeVisible();
  expect(screen.getByText("Your stall reservation has expired. Please try again.")).toBeVisible();
  const order = server.calls.map(({ method, path }) => `${method} ${path}`);
  const released = order.indexOf(RELEASE);
  expect(released).toBeGreaterThan(-1);
  expect(order.slice(0, released).filter((call) => call === "GET /mela/my-hold").length).toBeGreaterThanOrEqual(2);
  expect(server.callsTo(RELEASE)).toHaveLength(1);
});

test("at zero the server may say that time is left: the countdown goes on", async () => {
  fakeClock();
  const server = registeringServer(3);
  const { address } = await openRegistration(server);
  server.endsAt += 60_000;
  await pass(4);
  await waitFor(() => expect(screen.getByRole("timer")).toHaveTextContent(/^0:5\d$/));
  expect(address()).toBe(REGISTER);
  expect(server.callsTo(RELEASE)).toHaveLength(0);
});

test("without a hold there is nothing to register: the toast, and the floor plan", async () => {
  const { address } = await openScreen(REGISTER, new FakeServer());
  expect(await screen.findByText("Reservation Expired")).toBeVisible();
  expect(address()).toBe("/paid-events/mela");
});

test("the server's stall, type and price are shown, whatever the address says", async () => {
  const { address } = await openRegistration(
    registeringServer(),
    "/paid-events/mela/register?stallId=B12&type=Premium&price=1",
  );
  await waitFor(() => expect(address()).toBe(REGISTER));
  expect(screen.getByText("Stall, Standard")).toBeVisible();
  expect(submitButton()).toHaveTextContent("₹27,000");
});

test("a hold that can't be read says that nothing is lost and tries again", async () => {
  const user = userEvent.setup();
  const server = registeringServer();
  server.on("GET /mela/my-hold", "offline");
  await openScreen(REGISTER, server);
  const again = await screen.findByRole("button", { name: "Try again" });
  const fresh = registeringServer();
  server.on("GET /mela/my-hold", async (call) => ({
    json: (await (await fresh.fetch(`http://x/api/v1${call.path}`)).json()) as MyHold | null,
  }));
  await user.click(again);
  expect(await screen.findByRole("timer")).toBeVisible();
});

const MESSAGES = [
  ["Full Name", "A", "Full name is required"],
  ["Email Address", "asha@", "Please enter a valid email address"],
  ["Phone Number", "98765", "Phone number must be exactly 10 digits"],
  ["Business Name", "A", "Business name is required"],
  ["GST Number", "29ABC", "GST Number must be exactly 15 characters if provided"],
  ["Pincode", "56", "Pincode must be exactly 6 digits"],
] as const;

test.each(MESSAGES)(
  "%s: a wrong value says its sentence when it is handed in, and is silent once right",
  async (label, wrong, message) => {
    const user = userEvent.setup();
    await openRegistration(registeringServer());
    const field = screen.getByLabelText(new RegExp(`^${label}`));
    await user.click(field);
    await user.paste(wrong);
    await user.click(submitButton());
    expect(await screen.findByText(message)).toBeVisible();
    expect(field).toHaveAttribute("aria-invalid", "true");
    await user.clear(field);
    await user.click(field);
    await user.paste(label === "GST Number" ? "29AAACR4849R1ZW" : ASHA[label]);
    await waitFor(() => expect(screen.queryByText(message)).not.toBeInTheDocument());
  },
);

test("submitting an empty form shows every sentence, focuses the first wrong field and calls nothing", async () => {
  const user = userEvent.setup();
  const { server } = await openRegistration(registeringServer());
  await user.click(submitButton());
  for (const [label, , message] of MESSAGES) {
    if (label !== "GST Number") expect(await screen.findByText(message)).toBeVisible();
  }
  expect(screen.getByLabelText("Full Name")).toHaveFocus();
  expect(server.callsTo("POST /mela/create-provisional-registration")).toHaveLength(0);
});

test("a GST number with a wrong check digit is warned about, not refused", async () => {
  const user = userEvent.setup();
  await openRegistration(registeringServer());
  await user.type(screen.getByLabelText(/^GST Number/), "29aaacr4849r1zx");
  expect(screen.getByText(/does not check out/)).toBeVisible();
  await user.tab();
  expect(screen.getByLabelText(/^GST Number/)).not.toHaveAttribute("aria-invalid", "true");
});

test("what the server finds wrong lands on its field", async () => {
  const user = userEvent.setup();
  const server = registeringServer();
  server.on(
    "POST /mela/create-provisional-registration",
    errorResponse(400, "invalid_request", "Please check the marked fields.", {
      fields: { pincode: ["No such pincode"] },
    }),
  );
  await openRegistration(server);
  await fillIn(user);
  await user.click(submitButton());
  expect(await screen.findByText("No such pincode")).toBeVisible();
  expect(screen.getByLabelText("Pincode")).toHaveFocus();
  expect(screen.getByText("Please check the marked fields.")).toBeVisible();
  expect(submitButton()).toBeEnabled();
});

test("what was typed survives a reload", async () => {
  const user = userEvent.setup();
  const server = registeringServer();
  const { unmount } = await openRegistration(server);
  await fillIn(user, { "Full Name": "Asha Rao", Pincode: "560066" });
  unmount();
  await openRegistration(server);
  expect(screen.getByLabelText("Full Name")).toHaveValue("Asha Rao");
  expect(screen.getByLabelText("Pincode")).toHaveValue("560066");
  expect(server.callsTo(RELEASE)).toHaveLength(0);
});

test("leaving asks first, also when nothing was typed, and gives the stall back", async () => {
  const user = userEvent.setup();
  const { server, address } = await openRegistration(registeringServer());
  await user.click(screen.getByRole("link", { name: "Back to the floor plan" }));
  expect(await screen.findByRole("alertdialog", { name: "Leave and release B12?" })).not.toHaveTextContent("typed");
  expect(server.callsTo(RELEASE)).toHaveLength(0);
  await user.click(screen.getByRole("button", { name: "Release and leave" }));
  await waitFor(() => expect(address()).toBe("/paid-events/mela"));
  expect(server.callsTo(RELEASE).map(({ body }) => body)).toEqual([{ stallId: "B12" }]);
  expect(screen.queryByText("Reservation Expired")).not.toBeInTheDocument();
});

test("whatever leads elsewhere asks as the back link does", async () => {
  const { server, navigate, address } = await openRegistration(registeringServer());
  await act(() => navigate("/paid-events/policies"));
  expect(await screen.findByRole("alertdialog", { name: "Leave and release B12?" })).toBeVisible();
  expect(address()).toBe(REGISTER);
  expect(server.callsTo(RELEASE)).toHaveLength(0);
});

test("closing the tab asks while the stall is held, and not once the payment has started", async () => {
  const closed = () => {
    const event = new Event("beforeunload", { cancelable: true });
    globalThis.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const server = registeringServer();
  const { unmount } = await openRegistration(server);
  expect(closed()).toBe(true);
  unmount();
  expect(closed()).toBe(false);
  server.holds("B12", 900, { state: "paying", orderId: "MELA1" });
  await openRegistration(server);
  expect(closed()).toBe(false);
});

test("the price shows its tax as the invoice will have it, by the state of the GST number", async () => {
  const user = userEvent.setup();
  await openRegistration(registeringServer());
  const summary = screen.getByRole("region", { name: "Price Summary" });
  expect(summary).toHaveTextContent("Total₹27,000GST includedTaxable value₹22,881.36IGST 18%₹4,118.64");
  await user.type(screen.getByLabelText(/^GST Number/), "27aapfu0939f1zv");
  expect(summary).toHaveTextContent("Taxable value₹22,881.36CGST 9%₹2,059.32SGST 9%₹2,059.32");
  await user.type(screen.getByLabelText("Coupon code"), "mela10");
  await user.tab();
  await waitFor(() => expect(summary).toHaveTextContent("Total₹24,300GST includedTaxable value₹20,593.22"));
});

test("the policies are in view in short, and nothing is paid before they are accepted", async () => {
  const user = userEvent.setup();
  const { server } = await openRegistration(registeringServer());
  const policies = screen.getByRole("region", { name: "Event policies in short" });
  expect(policies).toHaveTextContent("No refund once you have paid");
  expect(within(policies).getByRole("link", { name: /^Read the full policies/ })).toHaveAttribute("target", "_blank");
  await fillIn(user, { ...ASHA });
  await user.click(submitButton());
  expect(screen.getByText("Please accept the event policies to go on to payment.")).toBeVisible();
  expect(policiesBox()).toHaveFocus();
  expect(policiesBox()).toHaveAccessibleDescription("Please accept the event policies to go on to payment.");
  expect(server.callsTo("POST /mela/create-provisional-registration")).toHaveLength(0);
  await user.click(policiesBox());
  expect(screen.queryByText("Please accept the event policies to go on to payment.")).not.toBeInTheDocument();
  expect(screen.getByRole("region", { name: "What happens next" })).toHaveTextContent("B12 is yours");
});

test("on a phone's keyboard Enter goes on to the next field and never pays", async () => {
  const user = userEvent.setup();
  const usual = globalThis.matchMedia;
  globalThis.matchMedia = (media) => Object.assign(usual(media), { matches: media === "(pointer: coarse)" });
  const { server } = await openRegistration(registeringServer());
  await fillIn(user);
  await user.type(screen.getByLabelText("Full Name"), "{Enter}");
  expect(screen.getByLabelText("Email Address")).toHaveFocus();
  await user.type(screen.getByLabelText("Pincode"), "{Enter}");
  expect(screen.getByLabelText("Pincode")).not.toHaveFocus();
  expect(server.callsTo("POST /mela/create-provisional-registration")).toHaveLength(0);
  globalThis.matchMedia = usual;
});

test("leaving a touched form asks first: stay keeps the stall, leave gives it up", async () => {
  const user = userEvent.setup();
  const server = registeringServer();
  server.on(RELEASE, { status: 500, error: {} });
  const { address } = await openRegistration(server);
  await fillIn(user, { "Full Name": "Asha" });
  await user.click(screen.getByRole("link", { name: "Back to the floor plan" }));
  await user.click(await screen.findByRole("button", { name: "Stay here" }));
  expect(address()).toBe(REGISTER);
  expect(server.callsTo(RELEASE)).toHaveLength(0);
  await user.click(await screen.findByRole("link", { name: "Back to the floor plan" }));
  await user.click(await screen.findByRole("button", { name: "Release and leave" }));
  // A failed release is no error for the visitor: the hold ends by itself.
  await waitFor(() => expect(address()).toBe("/paid-events/mela"));
  expect(server.callsTo(RELEASE)).toHaveLength(1);
});
