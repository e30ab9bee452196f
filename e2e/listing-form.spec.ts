import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import {
  applicationBody,
  continueButton,
  fillBusiness,
  fillPersonal,
  FIELD_LABELS,
  GROUP_LABELS,
  onStep,
  someApplication,
  wizardField,
} from "./support/listing.js";
import type { LabelledField } from "./support/listing.js";
import { INVALID_VALUES, WRONG_CHOICES } from "./support/listing-sentences.js";
import type { InvalidValue } from "./support/listing-sentences.js";
import { product } from "./support/product.js";
import { otherVisitor } from "./support/stalls.js";
import { test } from "./support/test.js";

/** Lists to choose from; everything else is typed. */
const LISTS: readonly LabelledField[] = ["businessCategory", "businessStage", "businessType", "hearAboutUs"];

async function give(page: Page, name: LabelledField, value: string): Promise<void> {
  const field = wizardField(page, name);
  if (LISTS.includes(name)) await field.selectOption(value);
  else await field.fill(value);
}

/** Each wrong answer is told while it is given, keeps the step closed, and goes with the right one. */
async function refuseEach(
  page: Page,
  answers: readonly InvalidValue[],
  right: Readonly<Partial<Record<LabelledField, string | undefined>>>,
): Promise<void> {
  for (const { field: name, what, typed, sentence, apiOnly } of answers) {
    if (apiOnly === true) continue;
    await test.step(`${FIELD_LABELS[name]}: ${what}`, async () => {
      await expect(continueButton(page)).toHaveAttribute("aria-disabled", "false");
      await give(page, name, typed);
      const field = wizardField(page, name);
      await expect(field).toHaveAccessibleErrorMessage(sentence);
      await expect(field).toHaveAccessibleDescription(sentence);
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expect(page.getByText(sentence, { exact: true })).toHaveCount(1);
      await expect(continueButton(page)).toBeDisabled();
      await give(page, name, right[name] ?? "");
      await expect(page.getByText(sentence, { exact: true })).toHaveCount(0);
    });
  }
}

test("the browser answers every wrong answer with its sentence while it is given, and lets nobody on", async ({
  page,
}) => {
  const at = product();
  const application = someApplication();
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  await page.goto(`${at.site}/join`);
  await onStep(page, "Personal Info");
  await fillPersonal(page, application);
  await refuseEach(
    page,
    INVALID_VALUES.filter(({ step }) => step === 1),
    application,
  );
  for (const name of ["phoneNumber", "whatsappNumber"] as const) {
    await wizardField(page, name).fill("");
    await wizardField(page, name).pressSequentially("98765432101");
    await expect(wizardField(page, name)).toHaveValue("9876543210");
  }
  await continueButton(page).click();
  await onStep(page, "Business Info");
  await fillBusiness(page, application);
  await refuseEach(
    page,
    INVALID_VALUES.filter(({ step }) => step === 2),
    application,
  );

  await page.getByRole("radiogroup", { name: GROUP_LABELS.hasGSTIN }).getByLabel("Yes").check();
  await refuseEach(page, [], {});
  await wizardField(page, "gstNumber").fill("29AAGCB7383J1Z");
  await expect(wizardField(page, "gstNumber")).toHaveAccessibleErrorMessage(
    "GST Number must be at least 15 characters",
  );
  await wizardField(page, "gstNumber").fill("29AAGCB7383J1Z4");
  await expect(continueButton(page)).toHaveAttribute("aria-disabled", "false");

  const consent = page.getByRole("checkbox", { name: /^I agree/ });
  await consent.uncheck();
  await expect(consent).toHaveAccessibleErrorMessage("Consent is required");
  await consent.check();

  // Another company type has other categories: the one that was chosen is asked for anew.
  await page
    .getByRole("radiogroup", { name: GROUP_LABELS.companyType })
    .getByLabel(/^Service/)
    .check();
  await expect(wizardField(page, "businessCategory")).toHaveAccessibleErrorMessage(
    "Please select a business category",
  );
  expect(sent).toEqual([]);
});

test("all of what is missing is told at once when somebody wants to go on all the same", async ({ page }) => {
  const at = product();
  await page.goto(`${at.site}/join-entrepreneur`);
  await onStep(page, "Personal Info");
  await expect(
    page.getByText("Still needed: Full Name, Email Address, Phone Number and 2 more"),
  ).toBeVisible();
  await continueButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Full name is required")).toBeVisible();
  await expect(page.getByText("Brand name is required")).toBeVisible();
  await expect(wizardField(page, "fullName")).toBeFocused();

  await fillPersonal(page, someApplication());
  await continueButton(page).click();
  await onStep(page, "Business Info");
  await continueButton(page).focus();
  await page.keyboard.press("Enter");
  for (const sentence of [
    "Please select a company type",
    "Please select if you have a GSTIN",
    "Please select if you are a startup",
    "Please select if you are interested in pop-ups",
    "Consent is required",
  ]) {
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
  }
});

test("the API answers the same with the same sentences, at each call that takes an application", async () => {
  const at = product();
  const visitor = await otherVisitor(at);
  const right = someApplication();
  const calls = [
    ["/api/v1/cashfree/initiate", applicationBody(right, "paid_listing")],
    ["/api/v1/brand/submit-lead", applicationBody(right, "free_lead")],
  ] as const;
  const wrongs = [
    ...INVALID_VALUES.map(({ field, typed, sentence }) => [field, typed, sentence] as const),
    ...WRONG_CHOICES,
  ];
  for (const [path, body] of calls) {
    for (const [field, value, sentence] of wrongs) {
      const answer = await visitor.post(path, { data: { ...body, [field]: value } });
      const apiError = (await answer.json()) as { code: string; fields?: Record<string, string[]> };
      const where = `${path} ${field}: ${JSON.stringify(value).slice(0, 60)}`;
      expect({ status: answer.status(), code: apiError.code }, where).toEqual({
        status: 400,
        code: "invalid_request",
      });
      expect(apiError.fields?.[field]?.[0], where).toBe(sentence);
    }
    const gst = await visitor.post(path, { data: { ...body, hasGSTIN: "yes", gstNumber: "29AAGCB7383J1Z" } });
    expect(((await gst.json()) as { fields?: unknown }).fields).toEqual({
      gstNumber: ["GST Number must be at least 15 characters"],
    });
  }
  await visitor.dispose();
});

test("a draft stays in its tab without document numbers, keeps its place and can be discarded", async ({
  page,
}) => {
  const at = product();
  const application = someApplication();
  await page.goto(`${at.site}/join`);
  await fillPersonal(page, application);
  await continueButton(page).click();
  await onStep(page, "Business Info");
  await fillBusiness(page, application);
  await continueButton(page).click();
  await onStep(page, "Review");
  await expect(page).toHaveURL(`${at.site}/join?step=3`);
  await page.goBack();
  await onStep(page, "Business Info");
  await page.goBack();
  await onStep(page, "Personal Info");
  await page.goForward();
  await onStep(page, "Business Info");
  await page.getByRole("button", { name: "Previous" }).click();
  await onStep(page, "Personal Info");
  await expect(page.getByRole("heading", { level: 2, name: "Personal Info" })).toBeFocused();

  // Reloaded at the review: only the document's number is asked for again.
  await page.goto(`${at.site}/join?step=3`);
  await onStep(page, "Business Info");
  await expect(wizardField(page, "story")).toHaveValue(application.story);
  await expect(page.getByText(/^Still needed: /)).toBeVisible();
  // Another tab of the same device knows nothing.
  const other = await page.context().newPage();
  await other.goto(`${at.site}/join?step=3`);
  await onStep(other, "Personal Info");
  await expect(wizardField(other, "fullName")).toHaveValue("");
  await other.close();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard it" }).click();
  await onStep(page, "Personal Info");
  await expect(wizardField(page, "fullName")).toHaveValue("");
  await page.reload();
  await expect(wizardField(page, "fullName")).toHaveValue("");
});
