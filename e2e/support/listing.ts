import { randomInt } from "node:crypto";
import { expect } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";
import type { ListingApplicationDto } from "@sakhi/domain/listings/listing-application.dto";
import { operator } from "./administrator.js";
import { simulator } from "./product.js";
import { otherVisitor, post } from "./stalls.js";

/** An application; phone numbers without +91. */
export type Application = { readonly [Field in keyof ListingApplicationDto]: ListingApplicationDto[Field] };

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const word = (length: number): string => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("");

/** A valid application with a unique e-mail, phone number and brand. */
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

/** Labels of the wizard's text fields and lists. */
const FIELD_LABELS = {
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
  whatsappBusinessContact: "WhatsApp Business Contact",
  websiteUrl: "Website",
  hearAboutUs: "How did you hear about us?",
} as const;
type LabelledField = keyof typeof FIELD_LABELS;

/** Names of the wizard's radio groups. */
const GROUP_LABELS = {
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

/** The button to the next step. */
export const continueButton = (page: Page): Locator => page.getByRole("button", { name: "Continue" });

/** Waits for a step's heading. */
export async function onStep(
  page: Page,
  name: "Personal Info" | "Business Info" | "Review" | "Application submitted",
): Promise<void> {
  await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
}

/** Fills in the first step. */
async function fillPersonal(page: Page, application: Application): Promise<void> {
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

/** Fills in both forms, from the first step to the review. */
export async function toReview(page: Page, application: Application): Promise<void> {
  await fillPersonal(page, application);
  await continueButton(page).click();
  await onStep(page, "Business Info");
  await fillBusiness(page, application);
  await continueButton(page).click();
  await onStep(page, "Review");
}

/** Returns to the review after a reload: types the document number, which is never stored. */
export async function backToReview(page: Page, application: Application): Promise<void> {
  await onStep(page, "Business Info");
  await wizardField(page, "govtDocument").fill(application.govtDocument ?? "");
  await continueButton(page).click();
  await onStep(page, "Review");
}

const REVIEW = "/mela/admin/listings";

/** An application in the administrator's list. */
interface ListedApplication {
  readonly id: string;
  readonly state: string;
  readonly liveUntil?: string;
}

/** A brand's applications from the administrator's list, newest first. */
export async function applicationsOf(brandName: string): Promise<ListedApplication[]> {
  const response = await (
    await operator()
  ).get(`/api/v1${REVIEW}`, {
    params: { q: brandName },
    // The api closes idle connections: one that it closes at the moment of the request resets.
    maxRetries: 1,
  });
  return (await response.json()) as ListedApplication[];
}

/** The states of a brand's applications, newest first. */
export const statesOf = async (brandName: string): Promise<string[]> =>
  (await applicationsOf(brandName)).map(({ state }) => state);

/** Applies and pays through the API; resolves once the application is under review. */
export async function payByApi(application: Application): Promise<void> {
  // Another application may have had the same brand.
  const before = await statesOf(application.brandName);
  const visitor = await otherVisitor();
  const response = await post(visitor, "/cashfree/initiate", {
    ...application,
    phoneNumber: `+91${application.phoneNumber}`,
    whatsappNumber: `+91${application.whatsappNumber}`,
    whatsappBusinessContact: `+91${application.whatsappBusinessContact}`,
    submissionType: "paid_listing",
  });
  const { orderId } = (await response.json()) as { orderId: string };
  await visitor.dispose();
  await simulator.pay(orderId, { method: "upi", outcome: "success" });
  await expect.poll(() => statesOf(application.brandName)).toEqual(["under_review", ...before]);
}

/** Approves a brand's only application as the administrator. @returns the address of its public page */
export async function approve(brandName: string): Promise<string> {
  const applications = await applicationsOf(brandName);
  expect(applications).toMatchObject([{ state: "under_review" }]);
  const response = await post(await operator(), `${REVIEW}/${applications[0]?.id}/approve`, { noPictures: true });
  const { publicUrl } = (await response.json()) as { publicUrl?: string };
  if (publicUrl === undefined) throw new Error(`${brandName} was approved without a page`);
  return publicUrl;
}
