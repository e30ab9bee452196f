import { randomInt } from "node:crypto";
import { expect } from "@playwright/test";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import type { ListingApplicationDto } from "@sakhi/domain/listings/listing-application.dto";
import { administratorOf } from "./administrator.js";
import { simulatorOf } from "./product.js";
import type { Product } from "./product.js";
import { otherVisitor } from "./stalls.js";

/** An application as it is sent, phone numbers without +91. */
export type Application = { readonly [Field in keyof ListingApplicationDto]: ListingApplicationDto[Field] };

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const word = (length: number): string => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("");

/** An application that is right, with an e-mail, a phone and a brand of its own. */
export function someApplication(more: Partial<Application> = {}): Application {
  const number = randomInt(900_000_000);
  const name = word(8);
  return {
    fullName: "Meena Devi",
    email: `meena.${number}@example.com`,
    phoneNumber: `9${String(number).padStart(9, "0")}`,
    whatsappNumber: `8${String(number).padStart(9, "0")}`,
    brandName: `Meena ${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    companyType: "product",
    businessCategory: "Handloom Textiles",
    businessStage: "growth",
    businessType: "manufacturer",
    story: `${name}: we weave cotton sarees on twelve handlooms in a village near Mysore, nine days each.`,
    hasGSTIN: "no",
    govtDocument: "UDYAM-KR-03-0012345",
    businessAddress: "12 Temple Road, Mysuru 570001",
    whatsappBusinessContact: `7${String(number).padStart(9, "0")}`,
    websiteUrl: "https://meena-weaves.example",
    isStartup: "yes",
    interestedInPopups: "no",
    previousParticipation: ["EN Mela"],
    hearAboutUs: "friend",
    consent: true,
    ...more,
  };
}

/** The wizard's fields of text and lists by their labels. */
export const FIELD_LABELS = {
  fullName: "Full Name",
  email: "Email Address",
  phoneNumber: "Phone Number",
  whatsappNumber: "WhatsApp Number",
  brandName: "Brand Name",
  businessCategory: "Business Category",
  businessStage: "Business Stage",
  businessType: "Business Type",
  story: "Business Story",
  gstNumber: "GST Number",
  govtDocument: "Government Approved Document Number",
  businessAddress: "Business Address",
  panNumber: "PAN Number",
  whatsappBusinessContact: "WhatsApp Business Contact",
  whatsappGroupLink: "WhatsApp Group Link",
  websiteUrl: "Website",
  linkedinUrl: "LinkedIn",
  facebookUrl: "Facebook",
  instagramUrl: "Instagram",
  hearAboutUs: "How did you hear about us?",
} as const;
export type LabelledField = keyof typeof FIELD_LABELS;

/** The groups of choices by their names. */
export const GROUP_LABELS = {
  companyType: "Company Type",
  hasGSTIN: "Do you have a GSTIN?",
  isStartup: "Are you a startup?",
  interestedInPopups: "Are you interested in pop-ups?",
} as const;
const COMPANY_TYPES = { product: /^Product/, service: /^Service/, ngo: /^NGO/ } as const;
const YES_NO = { yes: "Yes", no: "No" } as const;

/** A field of the wizard; its label may be followed by "optional". */
export function wizardField(page: Page, name: LabelledField): Locator {
  return page.getByRole("main").getByLabel(new RegExp(`^${FIELD_LABELS[name].replace("?", "\\?")}`));
}

/** The button that leads to the next step. */
export const continueButton = (page: Page): Locator => page.getByRole("button", { name: "Continue" });

/** Waits for a step by its heading. */
export async function onStep(
  page: Page,
  name: "Personal Info" | "Business Info" | "Review" | "Application submitted",
): Promise<void> {
  await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
}

/** Fills in the first step. */
export async function fillPersonal(page: Page, application: Application): Promise<void> {
  for (const name of ["fullName", "email", "phoneNumber", "whatsappNumber", "brandName"] as const) {
    await wizardField(page, name).fill(application[name]);
  }
}

const choice = (page: Page, group: keyof typeof GROUP_LABELS, name: string | RegExp): Locator =>
  page.getByRole("radiogroup", { name: GROUP_LABELS[group] }).getByRole("radio", { name });

/** Fills in the second step. */
export async function fillBusiness(page: Page, application: Application): Promise<void> {
  await choice(page, "companyType", COMPANY_TYPES[application.companyType]).check();
  for (const name of ["businessCategory", "businessStage", "businessType", "hearAboutUs"] as const) {
    await wizardField(page, name).selectOption(application[name]);
  }
  await choice(page, "hasGSTIN", YES_NO[application.hasGSTIN]).check();
  for (const name of [
    "story",
    "gstNumber",
    "govtDocument",
    "businessAddress",
    "whatsappBusinessContact",
    "websiteUrl",
  ] as const) {
    const value = application[name];
    if (value !== undefined) await wizardField(page, name).fill(value);
  }
  await choice(page, "isStartup", YES_NO[application.isStartup]).check();
  await choice(page, "interestedInPopups", YES_NO[application.interestedInPopups]).check();
  for (const event of application.previousParticipation) {
    await page.getByRole("checkbox", { name: event, exact: true }).check();
  }
  await page.getByRole("checkbox", { name: /^I agree/ }).check();
}

/** From the first step, filled in or not, to the review. */
export async function toReview(page: Page, application: Application): Promise<void> {
  await fillPersonal(page, application);
  await continueButton(page).click();
  await onStep(page, "Business Info");
  await fillBusiness(page, application);
  await continueButton(page).click();
  await onStep(page, "Review");
}

/** After a reload the form is there but for the document's number, which is kept nowhere: types it again. */
export async function backToReview(page: Page, application: Application): Promise<void> {
  await onStep(page, "Business Info");
  await wizardField(page, "govtDocument").fill(application.govtDocument ?? "");
  await continueButton(page).click();
  await onStep(page, "Review");
}

/** Waits for the provider's page of a listing. @returns the order's id */
export async function onListingCheckout(page: Page): Promise<string> {
  await expect(page.getByRole("heading", { name: "UPI" })).toBeVisible();
  const orderId = /LIST[\w-]+/.exec((await page.locator("main").textContent()) ?? "")?.[0];
  if (orderId === undefined) throw new Error("the payment page names no listing's order");
  return orderId;
}

/** An application as the API takes it. */
export function applicationBody(
  application: Application,
  submissionType: "paid_listing" | "free_lead",
): Record<string, unknown> {
  return {
    ...application,
    phoneNumber: `+91${application.phoneNumber}`,
    whatsappNumber: `+91${application.whatsappNumber}`,
    whatsappBusinessContact: `+91${application.whatsappBusinessContact}`,
    submissionType,
  };
}

const REVIEW = "/api/v1/mela/admin/listings";

/** An application as the administrator's list has it. */
export interface ListedApplication {
  readonly id: string;
  readonly state: string;
  readonly liveUntil?: string;
}

async function listedOf(admin: APIRequestContext, brandName: string): Promise<ListedApplication> {
  const answer = await admin.get(REVIEW, { params: { q: brandName } });
  const [application, ...others] = (await answer.json()) as ListedApplication[];
  if (application === undefined || others.length > 0)
    throw new Error(`${others.length + 1} applications of ${brandName}`);
  return application;
}

/** The one application of a brand. */
export async function applicationOf(product: Product, brandName: string): Promise<ListedApplication> {
  const admin = await administratorOf(product);
  const application = await listedOf(admin, brandName);
  await admin.dispose();
  return application;
}

/** Somebody applies and pays, all by the API; ends when the application waits for the administrator. */
export async function payByApi(product: Product, application: Application): Promise<void> {
  // Another application may have had the same brand.
  const before = await statesOf(product, application.brandName);
  const visitor = await otherVisitor(product);
  const answer = await visitor.post("/api/v1/cashfree/initiate", {
    data: applicationBody(application, "paid_listing"),
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { orderId } = (await answer.json()) as { orderId: string };
  await visitor.dispose();
  await simulatorOf(product).pay(orderId, { method: "upi", outcome: "success" });
  await expect.poll(() => statesOf(product, application.brandName)).toEqual(["under_review", ...before]);
}

/** How many applications of a brand there are, and where they stand. */
export async function statesOf(product: Product, brandName: string): Promise<string[]> {
  const admin = await administratorOf(product);
  const answer = await admin.get(REVIEW, { params: { q: brandName } });
  const states = ((await answer.json()) as { state: string }[]).map(({ state }) => state);
  await admin.dispose();
  return states;
}

/** Approves a brand's application as the administrator. @returns the address of its public page */
export async function approve(product: Product, brandName: string): Promise<string> {
  const admin = await administratorOf(product);
  const { id, state } = await listedOf(admin, brandName);
  expect(state).toBe("under_review");
  const answer = await admin.post(`${REVIEW}/${id}/approve`, { data: {} });
  expect(answer.status(), await answer.text()).toBe(200);
  const { publicUrl } = (await answer.json()) as { publicUrl?: string };
  await admin.dispose();
  if (publicUrl === undefined) throw new Error(`${brandName} was approved without a page`);
  return publicUrl;
}
