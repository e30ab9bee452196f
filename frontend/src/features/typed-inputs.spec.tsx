import { beforeAll, describe, expect, test } from "@jest/globals";
import { TYPED_COUPONS, TYPED_INPUTS, TYPED_ORDER_IDS } from "@sakhi/domain/fields/typed-inputs";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { FakeServer } from "../test/fake-server";
import { joiningServer, openReview, openStep } from "../test/joining";
import { openView } from "../test/open-dashboard";
import { field } from "../test/quick-queries";
import { openRegistration, registeringServer } from "../test/registering";
import { openScreen } from "../test/render-site";

/** Types into a field and leaves it. */
function leave(input: HTMLElement, typed: string): void {
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value: typed } });
  fireEvent.blur(input);
}

const valueOf = (input: HTMLElement): string => (input as HTMLInputElement).value;

/** What the browser leaves of a typed text: a line has no line breaks, an e-mail field no blanks at its ends. */
const inField = (input: HTMLElement, typed: string): string => {
  const line = typed.replace(/[\r\n]/g, "");
  return (input as HTMLInputElement).type === "email" ? line.trim() : line;
};

/** The sentence at a field; undefined while it is right. */
const errorOf = (input: HTMLElement): string | undefined => {
  if (input.getAttribute("aria-invalid") !== "true") return undefined;
  return document.getElementById(input.getAttribute("aria-errormessage") ?? "")?.textContent ?? undefined;
};

/** Leaves a field with each input of a table; the field shows what is stored, or the sentence below what was typed. */
async function expectTable(
  input: () => HTMLElement,
  { accepted, refused }: (typeof TYPED_INPUTS)[keyof typeof TYPED_INPUTS] | typeof TYPED_ORDER_IDS,
  sentenceOf = (sentence: string) => sentence,
): Promise<void> {
  for (const [typed, value] of accepted) {
    leave(input(), typed);
    await waitFor(() => expect([typed, errorOf(input())]).toEqual([typed, undefined]));
    // Line breaks become blanks on the server; a field of one line has dropped them already.
    if (!/[\r\n]/.test(typed)) expect([typed, valueOf(input())]).toEqual([typed, value]);
  }
  for (const [typed, sentence] of refused) {
    // An empty field is complained about when the form is submitted; line breaks never reach a field of one line.
    if (typed === "" || /[\r\n]/.test(typed)) continue;
    leave(input(), typed);
    await waitFor(() => expect([typed, errorOf(input())]).toEqual([typed, sentenceOf(sentence)]));
    expect([typed, valueOf(input())]).toEqual([typed, inField(input(), typed)]);
  }
}

describe("the registration form", () => {
  const LABELS = {
    phoneNumber: "Phone Number",
    email: "Email Address",
    pincode: "Pincode",
    gstNumber: "GST Number",
    fullName: "Full Name",
    businessName: "Business Name",
  } as const;

  test.each(Object.entries(LABELS) as [keyof typeof LABELS, string][])(
    "reads %s when it is left, and refuses it in words",
    async (name, label) => {
      await openRegistration(registeringServer());
      await expectTable(() => field(label), TYPED_INPUTS[name]);
    },
  );

  test("never cuts or rewrites what is being typed", async () => {
    await openRegistration(registeringServer());
    for (const [label, typed] of [
      ["Phone Number", "+91 98765 43210"],
      ["Pincode", "560 066"],
      ["GST Number", " 29 abcde 1234 f1z5"],
      ["Coupon code", "mela10"],
    ] as const) {
      const input = field(label);
      expect(input).not.toHaveAttribute("maxlength");
      fireEvent.change(input, { target: { value: typed } });
      expect([label, valueOf(input)]).toEqual([label, typed]);
    }
  });

  test("leaves a coupon code that is being composed alone, and reads it when it is left", async () => {
    const { server } = await openRegistration(registeringServer());
    const input = field("Coupon code");
    fireEvent.compositionStart(input);
    for (const typed of ["m", "me", "mel", "mela", "mela1", "mela10"]) {
      fireEvent.compositionUpdate(input, { data: typed });
      fireEvent.change(input, { target: { value: typed } });
      expect(valueOf(input)).toBe(typed);
    }
    fireEvent.keyDown(input, { key: "Enter", isComposing: true });
    expect(server.callsTo("POST /mela/validate-coupon")).toEqual([]);
    fireEvent.compositionEnd(input, { data: "mela10" });
    fireEvent.blur(input);
    expect(await screen.findByText("10% discount applied")).toBeVisible();
    expect(valueOf(input)).toBe("MELA10");
  });

  test.each(TYPED_COUPONS.accepted)("sends the coupon code %j as %s", async (typed, value) => {
    const { server } = await openRegistration(registeringServer());
    leave(field("Coupon code"), typed);
    await waitFor(() =>
      expect(server.callsTo("POST /mela/validate-coupon").map(({ body }) => body)).toEqual([
        { code: value, event: "the-mela-2099" },
      ]),
    );
  });

  test("an error below a field that is left waits until the pressed button is released", async () => {
    await openRegistration(registeringServer());
    const input = field("Phone Number");
    fireEvent.change(input, { target: { value: "98765" } });
    fireEvent.mouseDown(document.body);
    fireEvent.blur(input);
    expect(errorOf(input)).toBeUndefined();
    fireEvent.mouseUp(document.body);
    await waitFor(() => expect(errorOf(input)).toBe("Phone number must be exactly 10 digits"));
  });
});

test("the wizard reads phone numbers, names and addresses alike", async () => {
  await openStep(1);
  await expectTable(() => field("Phone Number"), TYPED_INPUTS.phoneNumber);
  await expectTable(
    () => field("WhatsApp Number"),
    TYPED_INPUTS.phoneNumber,
    (sentence) => sentence.replace("Phone number", "WhatsApp number"),
  );
});

describe("the dialog that verifies a stall's payer", () => {
  beforeAll(async () => {
    await import("./listings/stall-verification");
  });

  test("reads every phone number of the table", async () => {
    await openReview(joiningServer());
    fireEvent.click(screen.getByRole("radio", { name: /Mela/ }));
    const dialog = await screen.findByRole("dialog");
    const input = () => within(dialog).getByRole("textbox");
    const { accepted, refused } = TYPED_INPUTS.phoneNumber;
    for (const [typed, value] of accepted) {
      leave(input(), typed);
      if (!/[\r\n]/.test(typed)) expect([typed, valueOf(input())]).toEqual([typed, value]);
    }
    for (const [typed] of refused) {
      if (typed === "" || typed === "\u200B") continue;
      leave(input(), typed);
      expect(within(dialog).getByText("Please enter a valid 10-digit numeric phone number")).toBeVisible();
      expect([typed, valueOf(input())]).toEqual([typed, typed]);
    }
  });
});

describe("find my booking", () => {
  const open = async () => {
    const server = new FakeServer();
    await openScreen("/find-my-booking", server);
    await screen.findByLabelText(/Order/);
  };
  const contact = () => screen.getByLabelText(/E-mail|Email|phone/i);
  const order = () => screen.getByLabelText(/Order/);
  const CONTACT = "Please enter the e-mail address or phone number you booked with";

  test("reads order numbers", async () => {
    await open();
    await expectTable(order, TYPED_ORDER_IDS);
  });

  test("reads phone numbers and e-mail addresses in one field", async () => {
    await open();
    await expectTable(contact, TYPED_INPUTS.phoneNumber, () => CONTACT);
    await expectTable(contact, TYPED_INPUTS.email, () => CONTACT);
  });
});

describe("the dashboard's dialogs", () => {
  /** The rows of a table that a dialog's field judges as a form of the site does. */
  const check = async (dialog: HTMLElement, label: string | RegExp, name: keyof typeof TYPED_INPUTS) =>
    expectTable(() => within(dialog).getByLabelText(label), TYPED_INPUTS[name]);

  test.each([
    ["Full name", "fullName"],
    ["Email address", "email"],
    ["Phone number", "phoneNumber"],
    ["Business name", "businessName"],
    [/^GST number/, "gstNumber"],
    ["Pincode", "pincode"],
  ] as const)("of an offline sale reads %s", async (label, name) => {
    const { ask } = await openView("?view=plan&stall=B12");
    await check(await ask("Sell offline", "Sell B12 offline"), label, name);
  });

  test("of an invitation reads the e-mail address", async () => {
    const { ask } = await openView("?view=team");
    await check(await ask("Invite a colleague", "Invite a colleague"), "Email address", "email");
  });
});
