import { describe, expect, test } from "@jest/globals";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { fakeClock, pass, quickUser } from "../../test/clock";
import { type FakeResponse, errorResponse, FakeServer } from "../../test/fake-server";
import { setValue } from "../../test/joining";
import { button, field } from "../../test/quick-queries";
import { openScreen } from "../../test/render-site";
import { reachable, settledDialog } from "../../test/settled-dialog";

const mailto = "mailto:support@sakhibazaar.example";
const fill = (fields: Readonly<Record<string, string>>) => {
  for (const [label, text] of Object.entries(fields)) setValue(field(label), text);
};
/** Expects each field to show its error message until its value is valid. */
async function expectErrors(messages: readonly (readonly [string, string])[], valid: Readonly<Record<string, string>>) {
  for (const [label, message] of messages) {
    const input = field(label);
    await waitFor(() => expect(input).toHaveAccessibleErrorMessage(message));
    expect(input).toHaveAccessibleDescription(message);
    expect(input).toBeInvalid();
    setValue(input, valid[label] ?? "");
    await waitFor(() => expect(input).toBeValid());
    expect(input).not.toHaveAccessibleDescription(message);
  }
}

describe("/corporate-gifting", () => {
  const SUBMIT = "POST /corporate-gifting/submit";
  const DEFAULT_TEXT = "We'll get back to you soon with corporate gifting options.";
  const REQUEST = {
    "First Name": "Asha",
    "Last Name": "Rao",
    "Email Address": "asha@example.com",
    "Phone Number": "+91 98765 43210",
    "Company Name": "Rao & Co",
    "Your Requirements": "200 Diwali boxes",
  };
  const submit = () => button("Submit Request");
  const fillIn = () => {
    fill(REQUEST);
    fireEvent.click(field("Yes"));
  };
  const noOverlay = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  async function open(
    answer: FakeResponse<typeof SUBMIT> = { status: 201, json: { message: DEFAULT_TEXT } },
  ): Promise<FakeServer> {
    const server = new FakeServer();
    server.on(SUBMIT, answer);
    await openScreen("/corporate-gifting", server);
    return server;
  }

  test("an empty form shows each field's API message until it is valid, and sends nothing", async () => {
    const user = quickUser();
    const server = await open();
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Gifts that somebody made");
    expect(screen.getByRole("img", { name: /gift box/ })).toBeVisible();
    expect(document.title).toBe("Corporate gifting · Sakhi Bazaar");
    await user.click(submit());
    await waitFor(() => expect(field("First Name")).toHaveFocus());
    const members = screen.getByRole("radiogroup", { name: "Are you a member?" });
    expect(members).toHaveAccessibleDescription("Please select if you are a member");
    await expectErrors(
      [
        ["First Name", "First name is required"],
        ["Last Name", "Last name is required"],
        ["Email Address", "Invalid email address"],
        ["Phone Number", "Phone number must be at least 10 digits"],
        ["Company Name", "Company name is required"],
        ["Your Requirements", "Please provide more details about your requirements"],
      ],
      REQUEST,
    );
    expect(server.callsTo(SUBMIT)).toEqual([]);
  });

  test("a double click sends one request with the specified body, shows the success overlay and resets the form", async () => {
    const user = quickUser();
    const server = await open();
    const respond = server.withhold(SUBMIT, { status: 201, json: { message: "Namaste, we have it." } });
    fillIn();
    await user.dblClick(submit());
    await waitFor(() => expect(button("Sending...")).toHaveAttribute("aria-disabled", "true"));
    // In a browser, unlike jsdom, a disabled button would lose the focus.
    expect(button("Sending...")).toBeEnabled();
    respond();
    const overlay = await screen.findByRole("dialog", { name: "Request Submitted Successfully!" });
    expect(overlay).toHaveTextContent("Namaste, we have it.");
    expect(within(overlay).getByRole("link")).toHaveAttribute("href", mailto);
    const calls = server.callsTo(SUBMIT);
    expect(calls.map(({ body }) => body)).toEqual([
      {
        firstName: "Asha",
        lastName: "Rao",
        email: "asha@example.com",
        phone: "+91 98765 43210",
        company: "Rao & Co",
        requirements: "200 Diwali boxes",
        isMember: "yes",
      },
    ]);
    expect(calls[0]?.headers.get("x-form-filled-ms")).toMatch(/^\d+$/);
    for (const label of Object.keys(REQUEST)) expect(field(label)).toHaveValue("");
    expect(field("Yes")).not.toBeChecked();
  });

  test("a failure shows its message in an overlay and keeps the values; the overlay closes by its button, a click and Escape", async () => {
    const user = quickUser();
    const server = await open();
    fillIn();
    const limited = errorResponse(429, "rate_limited", "Please wait a moment.");
    const wrong = errorResponse(400, "invalid_request", "No such address", { fields: { email: ["No such address"] } });
    for (const [answer, message, close] of [
      [
        limited,
        "Please wait a moment.",
        (overlay) => fireEvent.click(within(overlay).getByRole("button", { name: "Close" })),
      ],
      [{ status: 502, text: "<html>" }, "Failed to send request", (overlay) => fireEvent.click(overlay)],
      ["offline", "Please try again later.", () => user.keyboard("{Escape}")],
      [wrong, "No such address", () => undefined],
    ] as const satisfies [FakeResponse<typeof SUBMIT>, string, (overlay: HTMLElement) => unknown][]) {
      server.on(SUBMIT, answer);
      await user.click(await reachable(await screen.findByRole("button", { name: "Submit Request" })));
      const overlay = await settledDialog("dialog", "Submission Failed");
      expect(overlay).toHaveTextContent(message);
      expect(overlay).not.toHaveTextContent(/statusCode|html/);
      expect(field("Company Name")).toHaveValue("Rao & Co");
      if (answer === wrong) break;
      await close(overlay);
      await noOverlay();
      // The focus is restored asynchronously; too late, it would leave the next overlay.
      await waitFor(() => expect(submit()).toHaveFocus());
    }
    // An error found by the server is also shown at its field.
    expect(field("Email Address")).toHaveAccessibleErrorMessage("No such address");
  });

  test("a success without a message shows the default text, and the overlay closes after 8 seconds", async () => {
    const user = fakeClock();
    const server = await open({ status: 201, json: { message: "" } });
    const honeypot = field("Leave this field empty");
    expect(honeypot).toHaveAttribute("tabindex", "-1");
    expect(honeypot.closest("[aria-hidden]")).not.toBeNull();
    fillIn();
    fireEvent.input(honeypot, { target: { value: "https://spam.example" } });
    await user.click(submit());
    await pass(0.2);
    expect(screen.getByRole("dialog")).toHaveTextContent(DEFAULT_TEXT);
    // The honeypot's value is sent too.
    expect(server.callsTo(SUBMIT)[0]?.body).toMatchObject({ website: "https://spam.example" });
    await pass(7.6);
    expect(screen.getByRole("dialog")).toBeVisible();
    await pass(0.5);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("/support", () => {
  const SUBMIT = "POST /support/submit";
  const DEFAULT_TEXT = "We'll get back to you within 24 hours.";
  const MESSAGE = {
    "First Name": "Meena",
    "Last Name": "Devi",
    "Email Address": "meena@example.com",
    Subject: "My listing",
    Message: "How do I change the picture?",
  };
  const submit = () => button("Send Message");

  async function open(): Promise<FakeServer> {
    const server = new FakeServer();
    await openScreen("/support", server);
    return server;
  }

  test("shows e-mail and headquarters, and an empty form the API message of each required field", async () => {
    const user = quickUser();
    const server = await open();
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: "support@sakhibazaar.example" })).toHaveAttribute("href", mailto);
    expect(main.getByRole("heading", { name: "Headquarters" })).toBeVisible();
    expect(main.getByText("Worli, Mumbai 400030")).toBeVisible();
    expect(main.getByText(/by appointment/)).toBeVisible();
    expect(document.title).toBe("Support · Sakhi Bazaar");
    await user.click(submit());
    await expectErrors(
      [
        ["First Name", "First name is required"],
        ["Last Name", "Last name is required"],
        ["Email Address", "Invalid email address"],
        ["Subject", "Subject is required"],
        ["Message", "Message must be at least 10 characters"],
      ],
      MESSAGE,
    );
    expect(screen.getByLabelText(/^Phone Number/)).toBeValid();
    expect(server.callsTo(SUBMIT)).toEqual([]);
  });

  test("a failure shows a toast and keeps the values; a success sends the specified body and resets the form", async () => {
    const user = quickUser();
    const server = await open();
    fill(MESSAGE);
    for (const [answer, message] of [
      [errorResponse(429, "rate_limited", "Please wait a moment."), "Please wait a moment."],
      [{ status: 503, text: "" }, "Failed to send message"],
      ["offline", "Failed to send message"],
    ] as const) {
      server.on(SUBMIT, answer);
      await user.click(submit());
      expect(await screen.findByText(message)).toBeVisible();
      expect(screen.getByText("Error sending message")).toBeVisible();
      expect(field("Message")).toHaveValue("How do I change the picture?");
      // Not only in passing.
      expect(screen.getByText("It was not sent. What you typed is still here: try again.")).toBeVisible();
    }
    server.on(SUBMIT, { status: 201, json: { message: "We have it." } });
    await user.click(submit());
    expect(await screen.findByText("We have it.")).toBeVisible();
    expect(screen.getByText("Message sent successfully!")).toBeVisible();
    expect(server.callsTo(SUBMIT).at(-1)?.body).toEqual({
      firstName: "Meena",
      lastName: "Devi",
      email: "meena@example.com",
      subject: "My listing",
      message: "How do I change the picture?",
    });
    for (const label of Object.keys(MESSAGE)) expect(field(label)).toHaveValue("");
    expect(screen.getByText("Sent. Our answer goes to meena@example.com.")).toBeVisible();
    server.on(SUBMIT, { status: 201, text: "{}" });
    fill(MESSAGE);
    expect(screen.queryByText(/^Sent\. /)).not.toBeInTheDocument();
    await user.click(submit());
    expect(await screen.findByText(DEFAULT_TEXT)).toBeVisible();
  });

  test("at most one of the three questions is open, and it can be closed", async () => {
    const user = quickUser();
    await open();
    const questions = [/become an entrepreneur/, /training/, /cost to list/].map((name) =>
      screen.getByRole("button", { name }),
    );
    const openState = () => questions.map((question) => question.getAttribute("aria-expanded") === "true");
    const [first, , cost] = questions as [HTMLElement, HTMLElement, HTMLElement];
    expect(openState()).toEqual([false, false, false]);
    await user.click(first);
    expect(openState()).toEqual([true, false, false]);
    await user.click(cost);
    expect(openState()).toEqual([false, false, true]);
    expect(screen.getByText(/999 rupees/)).toBeVisible();
    await user.click(cost);
    expect(openState()).toEqual([false, false, false]);
    expect(screen.getByText(/999 rupees/)).not.toBeVisible();
  });
});
