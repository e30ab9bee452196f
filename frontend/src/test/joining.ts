import { fireEvent, screen } from "@testing-library/react";
import type { ListingOutcomeResponse, PaymentEnvironment, PaymentStatus } from "../api/generated/visitor";
import { type FakeResponse, FakeServer } from "./fake-server";
import type { Site } from "./render-site";
import { openScreen } from "./render-site";

/** A brand's story long enough for the form. */
export const STORY = "We weave cotton sarees on twelve handlooms in a village near Mysore.";

/** The wizard's request for a valid application, without submissionType. */
export const APPLICATION = {
  fullName: "Meena Devi",
  email: "meena@example.com",
  phoneNumber: "+919876543210",
  whatsappNumber: "+919876543211",
  brandName: "Meena Weaves",
  companyType: "product",
  businessCategory: "Handloom Textiles",
  businessStage: "growth",
  businessType: "manufacturer",
  story: STORY,
  hasGSTIN: "no",
  govtDocument: "UDYAM-KR-01",
  businessAddress: "12 Temple Road, Mysuru",
  whatsappBusinessContact: "+919876543212",
  isStartup: "yes",
  interestedInPopups: "no",
  previousParticipation: [],
  hearAboutUs: "friend",
  consent: true,
} as const;

const LISTING_OUTCOMES: Readonly<Record<string, ListingOutcomeResponse>> = {
  payment_pending: { kind: "pending" },
  payment_success: { kind: "paid", amount: 999, status: "in_review" },
  payment_successful: { kind: "paid", amount: 999, status: "in_review" },
};

/** Response with the payment status of that application. */
export const listingStatus = (
  orderId: string,
  status = "payment_successful",
  outcome: ListingOutcomeResponse = LISTING_OUTCOMES[status] ?? { kind: "not_charged" },
): FakeResponse<"GET /brand/payment-status"> => ({
  json: {
    // The page also accepts statuses that the API does not send.
    status: status as PaymentStatus,
    outcome,
    orderId,
    brandName: APPLICATION.brandName,
    fullName: APPLICATION.fullName,
    submissionType: "paid_listing",
  },
});

/** Form values of the same application. */
const VALUES = {
  ...APPLICATION,
  phoneNumber: "9876543210",
  whatsappNumber: "9876543211",
  whatsappBusinessContact: "9876543212",
};

/** Stores a filled-in draft in this tab, document number included, so that a spec can start at the last step. */
export function storeDraft(values: Readonly<Record<string, unknown>> = {}): void {
  sessionStorage.setItem("join.draft", JSON.stringify({ version: 1, values: { ...VALUES, ...values } }));
}

/** A fake API that accepts applications. */
export function joiningServer(environment: PaymentEnvironment = "sandbox"): FakeServer {
  const server = new FakeServer();
  server.on("POST /cashfree/initiate", {
    status: 201,
    json: {
      orderId: "LIST1764000000000_ABCDEFGHIJKLMNOPQRST",
      paymentSessionId: environment === "mock" ? "" : "session_9",
      environment,
      ...(environment === "sandbox" ? { checkoutScriptUrl: "/checkout.js" } : {}),
    },
  });
  for (const path of ["submit-lead", "submit-service", "submit-ngo"] as const) {
    server.on(`POST /brand/${path}`, { status: 201, json: { message: "Welcome." } });
  }
  server.on("POST /mela/verify-phone", ({ body }) => {
    const verified = body.phoneNumber === "+919000000001";
    return {
      json: { verified, message: verified ? "Verified." : "We found no stall with a free listing for this number." },
    };
  });
  server.on("POST /mela/verify-listing", { status: 201, json: { message: "Claimed." } });
  return server;
}

/** Opens the review step of a filled-in application. */
export async function openReview(server = joiningServer(), path = "/join"): Promise<Site> {
  storeDraft();
  const site = await openScreen(`${path}?step=3`, server);
  await screen.findByRole("heading", { level: 2, name: "Review" });
  return site;
}

/** Opens the first or second step with a stored draft. */
export async function openStep(step: 1 | 2, values: Readonly<Record<string, unknown>> = {}): Promise<Site> {
  storeDraft(values);
  const site = await openScreen(`/join?step=${step}`, joiningServer());
  await screen.findByRole("heading", { level: 2, name: step === 1 ? "Personal Info" : "Business Info" });
  return site;
}

/** Replaces a field's value. */
export function setValue(field: HTMLElement, text: string): void {
  fireEvent.change(field, { target: { value: text } });
}
