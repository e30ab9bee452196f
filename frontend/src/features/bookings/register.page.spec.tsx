import { beforeAll, describe, expect, test } from "@jest/globals";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { MyHold } from "../../api/mela-api";
import { AppProviders } from "../../app/providers";
import { createStore } from "../../app/store";
import { fakeClock, pass, quickUser } from "../../test/clock";
import { errorResponse, FakeServer } from "../../test/fake-server";
import { setValue } from "../../test/joining";
import { field } from "../../test/quick-queries";
import {
  ASHA,
  confirmsClosing,
  isOff,
  openFilledIn,
  openRegistration,
  policiesBox,
  REGISTER,
  registeringServer,
  submitButton,
} from "../../test/registering";
import { openAlone, openScreen } from "../../test/render-site";
import { clock, secondsLeft } from "./countdown";
import { CouponField, useCoupon } from "./coupon-field";
import { HoldStrip } from "./hold-strip";

const RELEASE = "POST /mela/release";
const REGISTRATION = "POST /mela/create-provisional-registration";
const summary = () => screen.getByRole("region", { name: "Price Summary" });

// Import before the clock is faked: dynamic imports need real time.
beforeAll(async () => {
  await import("./floor-plan.page");
});

test.each([
  "/paid-events/mela/register",
  "/paid-events/mela/register?type=General&price=27000",
  "/paid-events/mela/register?stallId=B12&price=27000",
  "/paid-events/mela/register?stallId=B12&type=General",
])("%s is shown as an invalid request", async (address) => {
  const { server } = await openScreen(address);
  expect(await screen.findByRole("heading", { name: "Invalid Request" })).toBeVisible();
  expect(screen.getByText("No stall information found. Please select a stall first.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to Mela Layout" })).toHaveAttribute("href", "/paid-events/mela");
  expect(server.calls).toHaveLength(0);
});

test("shows the server's stall and price instead of the address's, the seven fields, the disclaimer and a link back", async () => {
  const { address } = await openRegistration(
    registeringServer(),
    "/paid-events/mela/register?stallId=B12&type=Premium&price=1",
  );
  await waitFor(() => expect(address()).toBe(REGISTER));
  expect(screen.getByText("Stall, Standard")).toBeVisible();
  for (const label of [...Object.keys(ASHA), "GST Number", "GST Address"]) expect(field(label)).toBeVisible();
  for (const name of ["Phone Number", "GST Number", "Pincode"]) expect(field(name)).not.toHaveAttribute("maxlength");
  expect(screen.getByText(/invoice is generated from the details you provide/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Back to the floor plan" })).toHaveAttribute("href", "/paid-events/mela");
  expect(submitButton()).toHaveTextContent("Proceed to Payment ₹27,000");
});

test("counts down from 10:00 by the server's clock; the countdown and the typed values survive a reload", async () => {
  fakeClock();
  const server = registeringServer();
  // The visitor's clock is an hour slow.
  server.ahead = 3_600_000;
  server.holds("B12", 600);
  const { unmount } = await openRegistration(server);
  expect(screen.getByText("Time Remaining")).toBeVisible();
  expect(screen.getByRole("timer")).toHaveTextContent("10:00");
  setValue(field("Full Name"), "Asha Rao");
  setValue(field("Pincode"), "560066");
  await pass(61);
  expect(screen.getByRole("timer")).toHaveTextContent("8:59");
  unmount();
  await openRegistration(server);
  expect(screen.getByRole("timer")).toHaveTextContent("8:59");
  expect(field("Full Name")).toHaveValue("Asha Rao");
  expect(field("Pincode")).toHaveValue("560066");
  expect(server.callsTo(RELEASE)).toHaveLength(0);
});

test("announces the time left at 5, 2 and 1 minutes and at 30 seconds", () => {
  const hold = registeringServer().holds("B12");
  fakeClock();
  const strip = (left: number) => (
    <AppProviders store={createStore()}>
      <HoldStrip hold={hold} endsAt={new Date(Date.now() + left * 1000).toISOString()} total={27_000} />
    </AppProviders>
  );
  const { rerender } = render(strip(600));
  for (const [left, text] of [
    [301, undefined],
    [300, "5 minutes"],
    [295, undefined],
    [120, "2 minutes"],
    [60, "1 minute"],
    [30, "30 seconds"],
    [25, undefined],
  ] as const) {
    rerender(strip(left));
    expect([left, screen.queryByText(/left to register/)?.textContent]).toEqual([
      left,
      text && `${text} left to register for B12.`,
    ]);
  }
});

test("at zero, refetches my-hold and continues with its time; if none is left, releases, toasts and opens the floor plan", async () => {
  fakeClock();
  const server = registeringServer(3);
  const { address } = await openRegistration(server);
  server.endsAt += 10_000;
  await pass(4);
  expect(screen.getByRole("timer")).toHaveTextContent(/^0:0[89]$/);
  expect(address()).toBe(REGISTER);
  expect(server.callsTo(RELEASE)).toHaveLength(0);
  const before = server.calls.length;
  await pass(9.5);
  await waitFor(() => expect(address()).toBe("/paid-events/mela"));
  expect(screen.getByText("Reservation Expired")).toBeVisible();
  expect(screen.getByText("Your stall reservation has expired. Please try again.")).toBeVisible();
  const requests = server.calls.slice(before).map(({ method, path }) => `${method} ${path}`);
  expect(requests.slice(0, 2)).toEqual(["GET /mela/my-hold", RELEASE]);
  expect(server.callsTo(RELEASE)).toHaveLength(1);
});

test("without a hold, shows the expiry toast and opens the floor plan", async () => {
  const { address } = await openScreen(REGISTER, new FakeServer());
  expect(await screen.findByText("Reservation Expired")).toBeVisible();
  expect(address()).toBe("/paid-events/mela");
});

test("offers a retry when the hold can't be fetched", async () => {
  const user = quickUser();
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

test("shows errors at their fields on submit, sends nothing, and removes each error once its value is valid", async () => {
  const user = quickUser();
  const { server } = await openRegistration(registeringServer());
  const cases = [
    ["Full Name", "A", ASHA["Full Name"], "Full name is required"],
    ["Email Address", "asha@", ASHA["Email Address"], "Please enter a valid email address"],
    ["Phone Number", "98765", ASHA["Phone Number"], "Phone number must be exactly 10 digits"],
    ["Business Name", "A", ASHA["Business Name"], "Business name is required"],
    ["GST Number", "29ABC", "29AAACR4849R1ZW", "GST Number must be exactly 15 characters if provided"],
    ["Pincode", "56", ASHA.Pincode, "Pincode must be exactly 6 digits"],
  ] as const;
  for (const [label, wrong] of cases) setValue(field(label), wrong);
  await user.click(submitButton());
  for (const [label, , right, sentence] of cases) {
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(field(label)).toHaveAttribute("aria-invalid", "true");
    if (label === "Full Name") expect(field(label)).toHaveFocus();
    setValue(field(label), right);
    await waitFor(() => expect(screen.queryByText(sentence)).not.toBeInTheDocument());
  }
  expect(server.callsTo(REGISTRATION)).toHaveLength(0);
});

test("shows the tax as on the invoice, by the state of the GST number, and warns about a wrong check digit", async () => {
  await openRegistration(registeringServer());
  expect(summary()).toHaveTextContent("Total₹27,000GST includedTaxable value₹22,881.36IGST 18%₹4,118.64");
  setValue(field("GST Number"), "29aaacr4849r1zx");
  expect(screen.getByText(/does not look valid/)).toBeVisible();
  fireEvent.blur(field("GST Number"));
  expect(field("GST Number")).not.toHaveAttribute("aria-invalid", "true");
  setValue(field("GST Number"), "27aapfu0939f1zv");
  expect(screen.queryByText(/does not look valid/)).not.toBeInTheDocument();
  expect(summary()).toHaveTextContent("Taxable value₹22,881.36CGST 9%₹2,059.32SGST 9%₹2,059.32");
});

test("shows the server's validation errors at their fields", async () => {
  const user = quickUser();
  const server = registeringServer();
  const fields = { pincode: ["No such pincode"] };
  server.on(REGISTRATION, errorResponse(400, "invalid_request", "Please check the marked fields.", { fields }));
  await openFilledIn(server);
  await user.click(submitButton());
  expect(await screen.findByText("No such pincode")).toBeVisible();
  expect(field("Pincode")).toHaveFocus();
  expect(screen.getByText("Please check the marked fields.")).toBeVisible();
  expect(isOff()).toBe(false);
});

test("confirms leaving, by any navigation: staying keeps the stall, leaving releases it", async () => {
  const user = quickUser();
  const { server, navigate, address } = await openRegistration(registeringServer());
  expect(confirmsClosing()).toBe(true);
  await act(() => navigate("/privacy-policy"));
  const dialog = await screen.findByRole("alertdialog", { name: "Leave and release B12?" });
  expect(dialog).not.toHaveTextContent("typed");
  await user.click(screen.getByRole("button", { name: "Stay here" }));
  expect(address()).toBe(REGISTER);
  setValue(field("Full Name"), "Asha");
  await user.click(await screen.findByRole("link", { name: "Back to the floor plan" }));
  expect(await screen.findByRole("alertdialog", { name: "Leave and release B12?" })).toHaveTextContent("typed");
  expect(server.callsTo(RELEASE)).toHaveLength(0);
  await user.click(screen.getByRole("button", { name: "Release and leave" }));
  await waitFor(() => expect(address()).toBe("/paid-events/mela"));
  expect(server.callsTo(RELEASE).map(({ body }) => body)).toEqual([{ stallId: "B12", event: "the-mela-2099" }]);
  expect(screen.queryByText("Reservation Expired")).not.toBeInTheDocument();
  expect(confirmsClosing()).toBe(false);
});

test("ignores a failed release on leaving, because the hold expires anyway", async () => {
  const user = quickUser();
  const server = registeringServer();
  server.on(RELEASE, { status: 500, error: {} });
  const { navigate, address } = await openRegistration(server);
  await act(() => navigate("/privacy-policy"));
  await user.click(await screen.findByRole("button", { name: "Release and leave" }));
  await waitFor(() => expect(address()).toBe("/privacy-policy"));
  expect(server.callsTo(RELEASE)).toHaveLength(1);
});

test("shows a summary of the policies and requires their acceptance before the payment", async () => {
  const user = quickUser();
  const { server } = await openFilledIn(registeringServer(), false);
  const policies = screen.getByRole("region", { name: "Event policies in short" });
  expect(policies).toHaveTextContent("No refund once you have paid");
  expect(within(policies).getByRole("link", { name: /^Read the full policies/ })).toHaveAttribute("target", "_blank");
  await user.click(submitButton());
  const sentence = "Please accept the event policies to continue to payment.";
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(policiesBox()).toHaveFocus();
  expect(policiesBox()).toHaveAccessibleDescription(sentence);
  expect(server.callsTo(REGISTRATION)).toHaveLength(0);
  await user.click(policiesBox());
  expect(screen.queryByText(sentence)).not.toBeInTheDocument();
  expect(screen.getByRole("region", { name: "What happens next" })).toHaveTextContent("B12 is yours");
});

test("on a touch keyboard, Enter focuses the next field and never submits", async () => {
  const user = quickUser();
  const usual = globalThis.matchMedia;
  globalThis.matchMedia = (media) => Object.assign(usual(media), { matches: media === "(pointer: coarse)" });
  const { server } = await openFilledIn(registeringServer());
  await user.type(field("Full Name"), "{Enter}");
  expect(field("Email Address")).toHaveFocus();
  await user.type(field("Pincode"), "{Enter}");
  expect(field("Pincode")).not.toHaveFocus();
  expect(server.callsTo(REGISTRATION)).toHaveLength(0);
  globalThis.matchMedia = usual;
});

describe("the coupon", () => {
  const VALIDATE = "POST /mela/validate-coupon";
  const coupon = () => field("Coupon code");
  const button = () => screen.getByRole("button", { name: /^(Apply|Checking)/ });
  const typeCode = async (user: UserEvent, code: string) => {
    await user.click(coupon());
    await user.paste(code);
  };
  const apply = async (user: UserEvent, code: string) => {
    await typeCode(user, code);
    await user.click(button());
  };

  function Field() {
    const state = useCoupon("");
    return (
      <>
        <CouponField coupon={state} readOnly={false} />
        <p>{`${state.used?.percentage ?? 0} per cent off`}</p>
      </>
    );
  }
  /** Renders the field alone. */
  const openField = async () => ({ user: quickUser(), ...(await openAlone(<Field />, REGISTER, registeringServer())) });

  test("is upper-cased and trimmed, validated once by button and blur, and can be removed", async () => {
    const { user, server } = await openField();
    expect(isOff(button())).toBe(true);
    await typeCode(user, " mela10 ");
    expect(coupon()).toHaveValue(" mela10 ");
    await user.click(button());
    expect(await screen.findByText("10% discount applied")).toBeVisible();
    expect(screen.getByText("10 per cent off")).toBeVisible();
    expect(coupon()).toHaveValue("MELA10");
    // "Apply" has unmounted while focused.
    expect(screen.getByRole("button", { name: "Remove coupon MELA10" })).toHaveFocus();
    expect(document.querySelector("[data-result=valid]")).toBeVisible();
    // Blur and button validate it together only once.
    expect(server.callsTo(VALIDATE).map(({ body }) => body)).toEqual([{ code: "MELA10", event: "the-mela-2099" }]);
    await user.click(screen.getByRole("button", { name: "Remove coupon MELA10" }));
    expect(coupon()).toHaveValue("");
    expect(coupon()).toHaveFocus();
    expect(screen.getByText("Coupon removed")).toBeVisible();
    expect(screen.getByText("0 per cent off")).toBeVisible();
    expect(isOff(button())).toBe(true);
    await typeCode(user, "mela10");
    await user.tab();
    expect(await screen.findByText("10 per cent off")).toBeVisible();
    await user.clear(coupon());
    expect(screen.getByText("0 per cent off")).toBeVisible();
    await user.tab();
    expect(server.callsTo(VALIDATE)).toHaveLength(2);
  });

  test("is not removed by a slow press of Apply during which blurring the field has applied it", async () => {
    const { user } = await openField();
    await typeCode(user, "mela10");
    await user.pointer({ keys: "[MouseLeft>]", target: button() });
    const remove = await screen.findByRole("button", { name: "Remove coupon MELA10" });
    await user.pointer({ keys: "[/MouseLeft]", target: remove });
    expect(screen.getByText("10% discount applied")).toBeVisible();
    expect(screen.getByText("10 per cent off")).toBeVisible();
  });

  test("shows an invalid code at the field and in a toast until it is changed, and a failed request at the field only", async () => {
    const { user, server } = await openField();
    const respond = server.withhold(VALIDATE, { json: { valid: false, discountPercentage: 0, message: "" } });
    await apply(user, "nope");
    expect(button()).toHaveTextContent("Checking...");
    expect(isOff(button())).toBe(true);
    respond();
    expect(await screen.findByText("Invalid Coupon")).toBeVisible();
    expect(screen.getAllByText("Invalid coupon code")).toHaveLength(2);
    expect(document.querySelector("[data-result=invalid]")).toBeVisible();
    server.on(VALIDATE, { status: 500, error: {} });
    await apply(user, "1");
    expect(await screen.findByText("Failed to validate coupon")).toBeVisible();
    expect(screen.queryByText("Invalid Coupon")).not.toBeInTheDocument();
    server.on(VALIDATE, { json: { valid: false, discountPercentage: 0, message: "This coupon has ended" } });
    await apply(user, "2");
    expect(await screen.findByText("Invalid Coupon")).toBeVisible();
    expect(screen.getAllByText("This coupon has ended")).toHaveLength(2);
    await user.type(coupon(), "3");
    expect(screen.queryByText("Invalid Coupon")).not.toBeInTheDocument();
  });

  test("reduces the summary, its tax and the button; once removed, the full price is registered", async () => {
    const user = quickUser();
    const { server } = await openFilledIn(registeringServer());
    await apply(user, "mela10");
    await waitFor(() => expect(summary()).toHaveTextContent("You saved ₹2,700"));
    expect(summary()).toHaveTextContent(
      "Original price₹27,000Discount (10%)−₹2,700Total₹24,300GST includedTaxable value₹20,593.22",
    );
    expect(submitButton()).toHaveTextContent("Proceed to Payment ₹24,300");
    await user.click(screen.getByRole("button", { name: "Remove coupon MELA10" }));
    expect(summary()).not.toHaveTextContent("You saved");
    expect(submitButton()).toHaveTextContent("Proceed to Payment ₹27,000");
    await user.click(submitButton());
    await waitFor(() => expect(server.callsTo(REGISTRATION)).toHaveLength(1));
    expect(server.callsTo(REGISTRATION)[0]?.body).not.toHaveProperty("appliedCouponCode");
  });

  test("shows the new total instead of opening the payment when its discount has changed since it was applied", async () => {
    const user = quickUser();
    const now = { percentage: 10 };
    const { server } = await openFilledIn(registeringServer(600, now));
    await apply(user, "mela10");
    await waitFor(() => expect(submitButton()).toHaveTextContent("Proceed to Payment ₹24,300"));
    now.percentage = 5;
    await user.click(submitButton());
    expect(await screen.findByText(/^It is now ₹25,650/)).toBeVisible();
    await waitFor(() => expect(submitButton()).toHaveTextContent("Proceed to Payment ₹25,650"));
    expect(summary()).toHaveTextContent("Discount (5%)−₹1,350Total₹25,650");
    expect(server.callsTo("POST /cashfree/initiate")).toHaveLength(0);
    await user.click(submitButton());
    await waitFor(() => expect(server.callsTo("POST /cashfree/initiate")).toHaveLength(1));
    expect(server.callsTo("POST /cashfree/initiate")[0]?.body).toHaveProperty("amount", 25_650);
    expect(new Set(server.callsTo(REGISTRATION).map(({ body }) => body.orderId)).size).toBe(1);
  });

  test("shows an invalid code before the payment when it is submitted straight from its field", async () => {
    const user = quickUser();
    const { server } = await openFilledIn(registeringServer());
    await typeCode(user, "EARLY15");
    // A blur would validate the code, and its result could arrive unseen between press and release.
    await user.pointer({ keys: "[MouseLeft>]", target: submitButton() });
    expect(coupon()).toHaveFocus();
    expect(server.callsTo(VALIDATE)).toHaveLength(0);
    await user.pointer({ keys: "[/MouseLeft]", target: submitButton() });
    expect(await screen.findByText("Invalid Coupon")).toBeVisible();
    await waitFor(() => expect(isOff()).toBe(false));
    expect(server.callsTo(REGISTRATION)).toHaveLength(0);
    // An invalid code already shown is ignored.
    await user.click(submitButton());
    await waitFor(() => expect(server.callsTo(REGISTRATION)).toHaveLength(1));
  });

  test("is shown as refused once it is used up, and the full price applies", async () => {
    const user = quickUser();
    const server = registeringServer();
    server.on(REGISTRATION, errorResponse(409, "coupon_exhausted", "This coupon has been used up"));
    await openFilledIn(server);
    await apply(user, "MELA10");
    expect(await screen.findByText("You saved ₹2,700")).toBeVisible();
    await user.click(submitButton());
    expect(await screen.findByText("Invalid Coupon")).toBeVisible();
    expect(screen.getAllByText("This coupon has been used up")).toHaveLength(2);
    expect(document.querySelector("[data-result=invalid]")).toBeVisible();
    await waitFor(() => expect(submitButton()).toHaveTextContent("Proceed to Payment ₹27,000"));
    // The next submit pays the full price without the code.
    await waitFor(() => expect(isOff()).toBe(false));
    await user.click(submitButton());
    await waitFor(() => expect(server.callsTo(REGISTRATION)).toHaveLength(2));
    expect(server.callsTo(REGISTRATION)[1]?.body).not.toHaveProperty("appliedCouponCode");
  });

  test("is shown as refused if others began to pay with its last uses, and the full price applies", async () => {
    const user = quickUser();
    const server = registeringServer();
    const gone = "All uses of this coupon are being paid for. Please try again in 12 minutes, or continue without it.";
    server.on("POST /cashfree/initiate", errorResponse(409, "coupon_exhausted", gone));
    await openFilledIn(server);
    await apply(user, "MELA10");
    expect(await screen.findByText("You saved ₹2,700")).toBeVisible();
    await user.click(submitButton());
    await waitFor(() => expect(screen.getAllByText(gone).length).toBeGreaterThan(0));
    expect(document.querySelector("[data-result=invalid]")).toBeVisible();
    await waitFor(() => expect(submitButton()).toHaveTextContent("Proceed to Payment ₹27,000"));
  });
});

test.each([
  ["neither in a tab without a draft", undefined, false],
  ["neither in a tab with another draft", { fullName: "Bina Rao" }, false],
  ["both in the tab that registered", { fullName: "Asha Rao", orderId: "MELA1" }, true],
] as const)("while paying, shows the registered details and their tax: %s", async (_name, draft, shown) => {
  const { orderId, ...values } = { orderId: undefined, ...draft };
  sessionStorage.setItem("mela.registration.the-mela-2099", JSON.stringify({ values, coupon: "", orderId }));
  const server = registeringServer();
  server.holds("B12", 900, { state: "paying", orderId: "MELA1", finalAmount: 24_300, discountPercentage: 10 });
  await openRegistration(server);
  expect(summary()).toHaveTextContent("Total₹24,300GST included");
  expect(/Taxable.*GST 18%/.test(summary().textContent)).toBe(shown);
  expect(screen.queryByLabelText("Full Name") !== null).toBe(shown);
});

test("hides the details if they were changed after the registration that another tab then pays", async () => {
  const user = quickUser();
  const server = registeringServer();
  server.on("POST /cashfree/initiate", errorResponse(503, "provider_unavailable", "No answer."));
  await openFilledIn(server);
  await user.click(submitButton());
  expect(await screen.findByText("No answer.")).toBeVisible();
  await waitFor(() => expect(isOff()).toBe(false));
  setValue(field("Full Name"), "Bina Rao");
  server.holds("B12", 900, { state: "paying", orderId: String(server.hold?.orderId) });
  act(() => void window.dispatchEvent(new Event("focus")));
  await waitFor(() => expect(submitButton()).toHaveTextContent("Continue to payment"));
  expect(screen.queryByLabelText("Full Name")).not.toBeInTheDocument();
});

test("secondsLeft rounds up and is never negative", () => {
  const endsAt = "2099-12-01T10:10:00Z";
  const now = Date.parse("2099-12-01T10:00:00Z");
  expect(secondsLeft(endsAt, now)).toBe(600);
  expect(secondsLeft(endsAt, now + 1)).toBe(600);
  expect(secondsLeft(endsAt, now + 1000)).toBe(599);
  expect(secondsLeft(endsAt, now + 4_000_000)).toBe(0);
  expect(secondsLeft("nonsense", now)).toBe(0);
  expect([600, 372, 59, 0].map(clock)).toEqual(["10:00", "6:12", "0:59", "0:00"]);
});
