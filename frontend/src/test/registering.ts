import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { CheckoutFactory } from "../api/checkout";
import type { InitiateRequest } from "../api/mela-api";
import { FakeServer } from "./fake-server";
import type { Site } from "./render-site";
import { openScreen } from "./render-site";

/** Address of the registration page for B12. */
export const REGISTER = "/paid-events/mela/register?stallId=B12&type=General&price=27000";

/** Valid form values by label. */
export const ASHA = {
  "Full Name": "Asha Rao",
  "Email Address": "asha@example.com",
  "Phone Number": "9876543210",
  "Business Name": "Asha Pottery",
  Pincode: "560066",
} as const;

/** A fake API with B12 held for the visitor that accepts registration and payment. @param coupon discount of MELA10 */
export function registeringServer(seconds = 600, coupon = { percentage: 10 }): FakeServer {
  const server = new FakeServer();
  // Rendering all seventy stalls would slow down tests that end on the plan.
  server.layout = [server.stall("B12")];
  server.holds("B12", seconds);
  server.on("POST /mela/validate-coupon", ({ body }) => {
    const valid = body.code === "MELA10";
    const message = valid ? `${coupon.percentage}% discount applied` : "This coupon has ended";
    return { json: { valid, discountPercentage: valid ? coupon.percentage : 0, message } };
  });
  server.on("POST /mela/create-provisional-registration", ({ body }) => {
    const { orderId, appliedCouponCode } = body;
    const discountPercentage = appliedCouponCode === undefined ? 0 : coupon.percentage;
    const discountAmount = 270 * discountPercentage;
    server.hold = server.hold && { ...server.hold, state: "registered", orderId };
    return {
      status: 201,
      json: {
        orderId,
        stallId: "B12",
        stallPrice: 27000,
        discountPercentage,
        discountAmount,
        finalAmount: 27000 - discountAmount,
        expiresAt: new Date(server.endsAt).toISOString(),
      },
    };
  });
  server.on("POST /cashfree/initiate", ({ body }) => {
    const { orderId } = body as InitiateRequest;
    server.hold = server.hold && { ...server.hold, state: "paying", orderId };
    return {
      status: 201,
      json: { orderId, paymentSessionId: "session_1", environment: "sandbox", checkoutScriptUrl: "/checkout.js" },
    };
  });
  return server;
}

/** Opens the registration page and waits for its form. */
export async function openRegistration(server: FakeServer, address = REGISTER): Promise<Site> {
  const site = await openScreen(address, server);
  await screen.findByRole("timer");
  return site;
}

/** The checkbox that accepts the policies. */
export const policiesBox = () =>
  screen.getByRole<HTMLInputElement>("checkbox", { name: "I have read and accept the event policies." });

/** Opens the registration page with ASHA's details as a stored draft. */
export async function openFilledIn(server: FakeServer, accepted = true): Promise<Site> {
  const values = {
    fullName: ASHA["Full Name"],
    email: ASHA["Email Address"],
    phoneNumber: ASHA["Phone Number"],
    businessName: ASHA["Business Name"],
    pincode: ASHA.Pincode,
  };
  sessionStorage.setItem("mela.registration.the-mela-2099", JSON.stringify({ values, coupon: "" }));
  const site = await openRegistration(server);
  if (accepted) fireEvent.click(policiesBox());
  return site;
}

/** True if closing the tab asks for confirmation. */
export function confirmsClosing(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  globalThis.dispatchEvent(event);
  return event.defaultPrevented;
}

/** The payment button, whatever its current label. */
export function submitButton(): HTMLButtonElement {
  const button = document.querySelector<HTMLButtonElement>("form button[type=submit]");
  if (button === null) throw new Error("no submit button");
  return button;
}

/** True if a button is aria-disabled. `disabled` is not allowed: in a browser it would lose the focus. */
export function isOff(button: HTMLElement = submitButton()): boolean {
  if (button.hasAttribute("disabled")) throw new Error("the button is disabled");
  return button.getAttribute("aria-disabled") === "true";
}

/** Waits for the checkout script element, then loads it with this factory, or fails it without one. */
export async function loadCheckout(factory?: CheckoutFactory): Promise<HTMLScriptElement> {
  const script = await waitFor(() => {
    const added = document.querySelector<HTMLScriptElement>("script[data-checkout]");
    if (added === null) throw new Error("the checkout script was not added");
    return added;
  });
  if (factory !== undefined) window.Cashfree = factory;
  act(() => void script.dispatchEvent(new Event(factory === undefined ? "error" : "load")));
  return script;
}

/** Removes the checkout script and its global. */
export function removeCheckout(): void {
  delete window.Cashfree;
  for (const script of document.querySelectorAll("script[data-checkout]")) script.remove();
}
