import { expect, test } from "@jest/globals";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { quickUser } from "../../test/clock";
import { joiningServer, storeDraft, openReview, openStep, setValue, STORY } from "../../test/joining";
import { button, field } from "../../test/quick-queries";
import { openScreen } from "../../test/render-site";
import { reachable } from "../../test/settled-dialog";

const long = (length: number) => "a".repeat(length);
const isOff = () => button("Continue").getAttribute("aria-disabled") === "true";

test("opens at the first of four steps; Continue pressed too early shows every error and focuses the first field", async () => {
  const user = quickUser();
  const { address } = await openScreen("/join-entrepreneur", joiningServer());
  expect(await screen.findByRole("heading", { level: 1, name: "List your brand" })).toBeVisible();
  expect(document.title).toBe("List your brand as an entrepreneur · Sakhi Bazaar");
  const steps = within(screen.getByRole("list", { name: "Steps" })).getAllByRole("listitem");
  expect(steps.map((step) => step.textContent.replace(/^\d/, ""))).toEqual([
    "Personal Info",
    "Business Info",
    "Review",
    "Confirm",
  ]);
  expect(steps[0]).toHaveAttribute("aria-current", "step");
  for (const name of ["Phone Number", "WhatsApp Number"]) expect(field(name)).not.toHaveAttribute("maxlength");
  expect(button("Previous")).toBeDisabled();
  expect(isOff()).toBe(true);
  expect(screen.getByText("Still needed: Full Name, Email Address, Phone Number and 2 more")).toBeVisible();
  await user.click(button("Continue"));
  for (const [name, message] of [
    ["Full Name", "Full name is required"],
    ["Email Address", "Please enter a valid email address (e.g., name@example.com)"],
    ["Phone Number", "Phone number must be exactly 10 digits"],
    ["WhatsApp Number", "WhatsApp number must be exactly 10 digits"],
    ["Brand Name", "Brand name is required"],
  ] as const)
    await waitFor(() => expect(field(name)).toHaveAccessibleErrorMessage(message));
  await waitFor(() => expect(field("Full Name")).toHaveFocus());
  expect(address()).toBe("/join-entrepreneur");
});

/** One rule per field; domain/src/listings/listing-application.dto.spec.ts has all. */
type Case = readonly [name: string, typed: string, message: string];
const PERSONAL: readonly Case[] = [
  ["Full Name", "A", "Full name is required"],
  ["Email Address", "meena", "Please enter a valid email address (e.g., name@example.com)"],
  ["Phone Number", "98765abcde", "Phone number must be exactly 10 digits"],
  ["WhatsApp Number", "12", "WhatsApp number must be exactly 10 digits"],
  ["Brand Name", "M", "Brand name is required"],
];
const BUSINESS: readonly Case[] = [
  ["Business Story", "Too short", "Please share your business story (minimum 50 characters)"],
  ["Government Approved", "12", "Government Approved Document Number is required"],
  ["Business Address", "Mysuru", "Business address must be at least 10 characters"],
  ["PAN Number", long(21), "PAN number must be at most 20 characters"],
  ["WhatsApp Business", "1", "WhatsApp business contact must be exactly 10 digits"],
  ["WhatsApp Group", "chat.whatsapp.com/x", "Please enter a valid link (e.g., https://chat.whatsapp.com/...)"],
  ["Website", long(301), "Website must be at most 300 characters"],
  ["LinkedIn", long(301), "LinkedIn link must be at most 300 characters"],
  ["Facebook", long(301), "Facebook link must be at most 300 characters"],
  ["Instagram", long(301), "Instagram link must be at most 300 characters"],
];

test.each([
  [1, PERSONAL],
  [2, BUSINESS],
] as const)(
  "validates every field of step %i on change, and enables Continue once all are valid",
  async (step, cases) => {
    await openStep(step);
    expect(isOff()).toBe(false);
    const wrong = cases.map(([name, typed, message]) => {
      const input = field(name);
      const right = input.value;
      setValue(input, typed);
      return { input, right, message };
    });
    // In form order, which is also the order of the missing fields' names.
    const inputs = wrong.map(({ input }) => input as Element);
    expect([...document.querySelectorAll("[name]")].filter((each) => inputs.includes(each))).toEqual(inputs);
    for (const { input, right, message } of wrong) {
      await waitFor(() => expect(input).toHaveAccessibleErrorMessage(message));
      expect(input).toHaveAccessibleDescription(message);
      expect(isOff()).toBe(true);
      setValue(input, right);
      await waitFor(() => expect(input).not.toHaveAttribute("aria-invalid", "true"));
      expect(screen.queryByText(message)).not.toBeInTheDocument();
    }
    expect(isOff()).toBe(false);
  },
);

test("with a GSTIN, requires and validates its number instead of another document", async () => {
  const user = quickUser();
  await openStep(2);
  const choice = screen.getByRole("radiogroup", { name: "Do you have a GSTIN?" });
  await user.click(within(choice).getByRole("radio", { name: "Yes" }));
  expect(screen.queryByLabelText(/Government Approved/)).not.toBeInTheDocument();
  const input = field("GST Number");
  setValue(input, "29AAGCB7383J1Z");
  await waitFor(() => expect(input).toHaveAccessibleErrorMessage("GST Number must be at least 15 characters"));
  setValue(input, "29AAGCB7383J1Z5");
  expect(await screen.findByText(/does not look valid/)).toBeVisible();
  expect(isOff()).toBe(false);
  setValue(input, long(21));
  await waitFor(() => expect(input).toHaveAccessibleErrorMessage("GST Number must be at most 20 characters"));
});

test("the second step shows an error for every missing choice", async () => {
  const user = quickUser();
  const empty = {
    companyType: "",
    businessCategory: "",
    businessStage: "",
    businessType: "",
    hasGSTIN: "",
    isStartup: "",
    interestedInPopups: "",
    hearAboutUs: "",
    consent: false,
  };
  await openStep(2, empty);
  await user.click(button("Continue"));
  for (const message of [
    "Please select a company type",
    "Please select a business category",
    "Please select a business stage",
    "Please select a business type",
    "Please select if you have a GSTIN",
    "Please select if you are a startup",
    "Please select if you are interested in pop-ups",
    "Please select how you heard about us",
    "Consent is required",
  ]) {
    expect(await screen.findByText(message)).toBeVisible();
  }
  expect(screen.getByRole("checkbox", { name: /^I agree/ })).toHaveAccessibleErrorMessage("Consent is required");
  expect(screen.getByRole("radiogroup", { name: "Company Type" })).toHaveAccessibleErrorMessage(
    "Please select a company type",
  );
});

const optionsOf = (name: string) =>
  within(field(name))
    .getAllByRole("option")
    .map((option) => option.textContent)
    .slice(1);

test("offers the specified options: None is exclusive, and the company type clears a category that doesn't fit", async () => {
  const user = quickUser();
  await openStep(2);
  expect(optionsOf("Business Stage")).toEqual(["Idea", "Early", "Growth", "Established (3+ years)"]);
  expect(optionsOf("Business Type")).toEqual(["Manufacturer", "Retailer", "Service", "Reseller", "Other"]);
  expect(optionsOf("How did you hear about us?")).toEqual([
    "Social media",
    "A friend",
    "An event",
    "A search",
    "Other",
  ]);
  const events = within(screen.getByRole("group", { name: /^Previous Participation/ }));
  expect(events.getAllByRole("checkbox")).toHaveLength(5);
  await user.click(events.getByRole("checkbox", { name: "EN Mela" }));
  await user.click(events.getByRole("checkbox", { name: "Humsafal" }));
  await user.click(events.getByRole("checkbox", { name: "None" }));
  expect(events.getByRole("checkbox", { name: "EN Mela" })).not.toBeChecked();
  await user.click(events.getByRole("checkbox", { name: "She-Exports" }));
  expect(events.getByRole("checkbox", { name: "None" })).not.toBeChecked();
  expect(optionsOf("Business Category")).toHaveLength(20);
  const type = (name: RegExp) =>
    user.click(within(screen.getByRole("radiogroup", { name: "Company Type" })).getByRole("radio", { name }));
  await type(/^NGO/);
  expect(optionsOf("Business Category")).toEqual(["Handloom Textiles", "Handicrafts", "Skilling"]);
  // Handloom Textiles is a category of both.
  expect(field("Business Category")).toHaveValue("Handloom Textiles");
  await type(/^Service/);
  expect(optionsOf("Business Category")).toHaveLength(11);
  expect(field("Business Category")).toHaveValue("");
  expect(await screen.findByText("Please select a business category")).toBeVisible();
  expect(isOff()).toBe(true);
  await user.selectOptions(field("Business Category"), "Training");
  await waitFor(() => expect(isOff()).toBe(false));
});

/** Fills in both forms as a user does. */
async function fillInBoth(user: UserEvent): Promise<void> {
  for (const [name, text] of [
    ["Full Name", "Meena Devi"],
    ["Email Address", "meena@example.com"],
    ["Phone Number", "9876543210"],
    ["Brand Name", "Meena Weaves"],
  ] as const) {
    setValue(field(name), text);
  }
  await user.click(button("Same as my phone number"));
  expect(field("WhatsApp Number")).toHaveValue("9876543210");
  await user.click(button("Continue"));
  await screen.findByRole("heading", { level: 2, name: "Business Info" });
  const radio = (group: string, name: string) => {
    const [choice] = within(screen.getByText(group).parentElement!).getAllByText(name);
    fireEvent.click(choice!);
  };
  radio("Company Type", "Product");
  await user.selectOptions(field("Business Category"), "Bags");
  await user.selectOptions(field("Business Stage"), "established");
  await user.selectOptions(field("Business Type"), "retailer");
  setValue(field("Business Story"), STORY);
  radio("Do you have a GSTIN?", "No");
  setValue(field("Government"), "UDYAM-KR-01");
  setValue(field("Business Address"), "12 Temple Road, Mysuru");
  await user.click(field("WhatsApp Business Contact"));
  await user.paste("+91 98765 43212");
  radio("Are you a startup?", "No");
  radio("Are you interested in pop-ups?", "Yes");
  await user.selectOptions(field("How did you hear about us?"), "event");
  fireEvent.click(field("I agree"));
}

test("the review shows all values and links back to both forms; the address holds the step, this tab the draft", async () => {
  const user = quickUser();
  localStorage.setItem("join.draft", JSON.stringify({ version: 1, values: { panNumber: "ABCDE1234F" } }));
  const { address, navigate } = await openScreen("/join-entrepreneur", joiningServer());
  // A draft that earlier versions stored permanently is removed.
  expect(localStorage.getItem("join.draft")).toBeNull();
  await fillInBoth(user);
  setValue(field("PAN Number"), "ABCDE1234F");
  await user.click(button("Continue"));
  const review = await screen.findByRole("heading", { level: 2, name: "Review" });
  expect(address()).toBe("/join-entrepreneur?step=3");
  await waitFor(() => expect(review).toHaveFocus());
  for (const text of [
    "Meena Devi",
    "meena@example.com",
    "Meena Weaves",
    "Product",
    "Bags",
    "Established (3+ years)",
    "Retailer",
    STORY,
    "UDYAM-KR-01",
    "+91 9876543212",
  ]) {
    expect(screen.getByText(text)).toBeVisible();
  }
  await user.click(button("Change Personal Info"));
  expect(await screen.findByLabelText("Full Name")).toHaveValue("Meena Devi");
  expect(address()).toBe("/join-entrepreneur");
  await navigate(-1);
  expect(await screen.findByRole("heading", { level: 2, name: "Review" })).toBeVisible();
  await user.click(button("Previous"));
  expect(await screen.findByRole("heading", { level: 2, name: "Business Info" })).toBeVisible();
  await user.click(button("Previous"));
  expect(await screen.findByRole("heading", { level: 2, name: "Personal Info" })).toBeVisible();
  // Without document numbers, and in no other storage.
  const draft = sessionStorage.getItem("join.draft") ?? "";
  expect(draft).toContain(STORY);
  expect(draft).not.toContain("ABCDE1234F");
  expect(draft).not.toContain("UDYAM-KR-01");
  expect(localStorage).toHaveLength(0);
});

test("without a draft, the address of every step opens the first", async () => {
  const { address, navigate } = await openScreen("/join?step=3", joiningServer());
  for (const step of ["3", "2", "4"]) {
    // Step 3 is already open, as after a reload.
    if (step !== "3") await act(() => navigate(`/join?step=${step}`));
    await waitFor(() => expect([step, address()]).toEqual([step, "/join"]));
    expect(screen.getByRole("heading", { level: 2, name: "Personal Info" })).toBeVisible();
  }
  await act(() => navigate("/join?step=nonsense"));
  expect(await screen.findByRole("heading", { level: 2, name: "Personal Info" })).toBeVisible();
});

test("a reload restores everything but the document number; a restored form can be discarded", async () => {
  const user = quickUser();
  storeDraft({ govtDocument: "" });
  const { address } = await openScreen("/join?step=3", joiningServer());
  expect(await screen.findByRole("heading", { level: 2, name: "Business Info" })).toBeVisible();
  expect(address()).toBe("/join?step=2");
  expect(field("Business Story")).toHaveValue(STORY);
  expect(screen.getByRole("checkbox", { name: /^I agree/ })).toBeChecked();
  expect(screen.getByText(/^Still needed: Government/)).toBeVisible();
  // What has to be typed again is where one lands, and says so.
  const missing = field("Government");
  await waitFor(() => expect(missing).toHaveFocus());
  expect(missing).toHaveAccessibleDescription(/Please type it again: we never keep document numbers on this device/);
  await user.click(button("Discard"));
  await user.click(await screen.findByRole("button", { name: "Keep it" }));
  expect(field("Business Story")).toHaveValue(STORY);
  await user.click(await reachable(button("Previous")));
  expect(await screen.findByText(/found what you typed before/)).toBeVisible();
  await user.click(button("Discard"));
  await user.click(await screen.findByRole("button", { name: "Discard it" }));
  expect(await screen.findByLabelText("Full Name")).toHaveValue("");
  expect(sessionStorage.getItem("join.draft")).toBeNull();
});

test("ignores a draft stored by another version", async () => {
  sessionStorage.setItem("join.draft", JSON.stringify({ version: 0, values: { fullName: "Old" } }));
  await openScreen("/join", joiningServer());
  expect(await screen.findByLabelText("Full Name")).toHaveValue("");
});

test("prefills a stall payer's name, e-mail, phone and business, and the number to verify", async () => {
  const user = quickUser();
  sessionStorage.setItem(
    "mela.payer",
    JSON.stringify({
      fullName: "Asha Rao",
      email: "asha@example.com",
      phoneNumber: "9000000001",
      businessName: "Asha Pottery",
    }),
  );
  const { unmount } = await openScreen("/join-entrepreneur", joiningServer());
  expect(await screen.findByText(/gave for your Mela stall/)).toBeVisible();
  expect(field("Full Name")).toHaveValue("Asha Rao");
  expect(field("Email Address")).toHaveValue("asha@example.com");
  expect(field("Phone Number")).toHaveValue("9000000001");
  expect(field("Brand Name")).toHaveValue("Asha Pottery");
  unmount();
  await openReview();
  // Typed values are not overwritten.
  expect(screen.getByText("Meena Devi")).toBeVisible();
  await user.click(screen.getByRole("radio", { name: /^Free with my Mela stall/ }));
  expect(await screen.findByLabelText("Phone number of the stall")).toHaveValue("9000000001");
});
