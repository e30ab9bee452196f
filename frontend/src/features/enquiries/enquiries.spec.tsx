import { describe, expect, test } from "@jest/globals";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { UserEvent } from "@testing-library/user-event";
import { fakeClock, pass } from "../../test/clock";
import { type Answer, errorResponse, type FailedAnswer, FakeServer, gate } from "../../test/fake-server";
import { openScreen } from "../../test/render-site";
import { settledDialog } from "../../test/settled-dialog";

describe("corporate gifting", () => {
  const SUBMIT = "POST /corporate-gifting/submit";
  const ANSWER = "We'll get back to you soon with corporate gifting options.";
  const REQUEST = {
    "First Name": "Asha",
    "Last Name": "Rao",
    "Email Address": "asha@example.com",
    "Phone Number": "+91 98765 43210",
    "Company Name": "Rao & Co",
    "Your Requirements": "200 Diwali boxes",
  };

  async function open(answer: Answer<typeof SUBMIT> = { status: 201, json: { message: ANSWER } }): Promise<FakeServer> {
    const server = new FakeServer();
    server.on(SUBMIT, answer);
    await openScreen("/corporate-gifting", server);
    return server;
  }

  async function fillIn(user: UserEvent, fields: Readonly<Record<string, string>> = REQUEST): Promise<void> {
    for (const [label, text] of Object.entries(fields)) {
      await user.click(screen.getByLabelText(label));
      await user.paste(text);
    }
    await user.click(screen.getByLabelText("Yes"));
  }

  const submit = (user: UserEvent) => user.click(screen.getByRole("button", { name: "Submit Request" }));

  test("the page has a hero, a request form and a picture", async () => {
    await open();
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Gifts that somebody made");
    expect(screen.getByRole("img", { name: /gift box/ })).toBeVisible();
    for (const label of Object.keys(REQUEST)) expect(screen.getByLabelText(label)).toBeVisible();
    expect(screen.getByRole("radiogroup", { name: "Are you a member?" })).toBeVisible();
    expect(document.title).toBe("Corporate gifting · Sakhi Bazaar");
  });

  describe("every rule, in the words of the API", () => {
    test("all at once on an empty form, and nothing is sent", async () => {
      const user = userEvent.setup();
      const server = await open();
      await submit(user);
      for (const [label, sentence] of [
        ["First Name", "First name is required"],
        ["Last Name", "Last name is required"],
        ["Email Address", "Invalid email address"],
        ["Phone Number", "Phone number must be at least 10 digits"],
        ["Company Name", "Company name is required"],
        ["Your Requirements", "Please provide more details about your requirements"],
      ] as const) {
        const field = await screen.findByLabelText(label);
        await waitFor(() => expect(field).toHaveAccessibleErrorMessage(sentence));
        expect(field).toHaveAccessibleDescription(sentence);
        expect(field).toBeInvalid();
      }
      expect(screen.getByRole("radiogroup")).toHaveAccessibleDescription("Please select if you are a member");
      expect(screen.getByLabelText("First Name")).toHaveFocus();
      expect(server.callsTo(SUBMIT)).toEqual([]);
    });

    test.each([
      ["First Name", "A", "First name must be at least 2 characters"],
      ["Last Name", "R", "Last name must be at least 2 characters"],
      ["Email Address", "asha@", "Invalid email address"],
      ["Phone Number", "98765 4321", "Phone number must be at least 10 digits"],
      ["Company Name", "R", "Company name must be at least 2 characters"],
      ["Your Requirements", "boxes", "Please provide more details about your requirements"],
    ])("%s = %s, and the message goes with the mistake", async (label, wrong, sentence) => {
      const user = userEvent.setup();
      await open();
      const field = screen.getByLabelText(label);
      await user.click(field);
      await user.paste(wrong);
      await submit(user);
      await waitFor(() => expect(field).toHaveAccessibleErrorMessage(sentence));
      expect(field).toHaveAccessibleDescription(sentence);
      await user.clear(field);
      await user.click(field);
      await user.paste(REQUEST[label as keyof typeof REQUEST]);
      await waitFor(() => expect(field).toBeValid());
      expect(screen.queryByText(sentence)).toBeNull();
    });
  });

  test("a request is sent as specified, and the overlay thanks while the form is empty again", async () => {
    const user = userEvent.setup();
    const server = await open({ status: 201, json: { message: "Namaste, we have it." } });
    await fillIn(user);
    await submit(user);
    const overlay = await screen.findByRole("dialog", { name: "Request Submitted Successfully!" });
    expect(overlay).toHaveTextContent("Namaste, we have it.");
    expect(within(overlay).getByRole("link")).toHaveAttribute("href", "mailto:support@sakhibazaar.example");
    const [call, ...more] = server.callsTo(SUBMIT);
    expect(more).toEqual([]);
    expect(call?.body).toEqual({
      firstName: "Asha",
      lastName: "Rao",
      email: "asha@example.com",
      phone: "+91 98765 43210",
      company: "Rao & Co",
      requirements: "200 Diwali boxes",
      isMember: "yes",
    });
    expect(call?.headers.get("x-form-filled-ms")).toMatch(/^\d+$/);
    for (const label of Object.keys(REQUEST)) expect(screen.getByLabelText(label)).toHaveValue("");
    expect(screen.getByLabelText("Yes")).not.toBeChecked();
  });

  test("a server that says nothing is thanked for in the default words", async () => {
    const user = userEvent.setup();
    await open({ status: 201, json: { message: "" } });
    await fillIn(user);
    await submit(user);
    expect(await screen.findByRole("dialog")).toHaveTextContent(ANSWER);
  });

  test("a double click sends one request", async () => {
    const user = userEvent.setup();
    const { open: answer, opened } = gate();
    const server = new FakeServer();
    server.on(SUBMIT, async () => {
      await opened;
      return { status: 201, json: { message: ANSWER } };
    });
    await openScreen("/corporate-gifting", server);
    await fillIn(user);
    await user.dblClick(screen.getByRole("button", { name: "Submit Request" }));
    expect(await screen.findByRole("button", { name: "Sending..." })).toBeDisabled();
    answer();
    await screen.findByRole("dialog");
    expect(server.callsTo(SUBMIT)).toHaveLength(1);
  });

  test.each<[string, FailedAnswer, string]>([
    ["the server's own sentence", errorResponse(429, "rate_limited", "Please wait a moment."), "Please wait a moment."],
    ["an answer without a sentence", { status: 502, text: "<html>Bad gateway" }, "Failed to send request"],
    ["no answer", "offline", "Please try again later."],
  ])("a failure shows %s and keeps what was typed", async (_what, answer, sentence) => {
    const user = userEvent.setup();
    await open(answer);
    await fillIn(user);
    await submit(user);
    const overlay = await screen.findByRole("dialog", { name: "Submission Failed" });
    expect(overlay).toHaveTextContent(sentence);
    expect(overlay).not.toHaveTextContent(/statusCode|html/);
    expect(screen.getByLabelText("Company Name")).toHaveValue("Rao & Co");
  });

  test("an error that only the server finds is shown at its field", async () => {
    const user = userEvent.setup();
    const fields = { email: ["This address does not exist"] };
    await open(errorResponse(400, "invalid_request", "This address does not exist", { fields }));
    await fillIn(user);
    await submit(user);
    await screen.findByRole("dialog", { name: "Submission Failed" });
    expect(screen.getByLabelText("Email Address")).toHaveAccessibleErrorMessage("This address does not exist");
  });

  describe("the overlay closes", () => {
    async function shown(user: UserEvent): Promise<HTMLElement> {
      await open();
      await fillIn(user);
      await submit(user);
      return settledDialog("dialog");
    }
    const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

    test("by itself after 8 seconds, not before", async () => {
      const user = fakeClock();
      await open();
      await fillIn(user);
      await submit(user);
      await pass(0.2);
      expect(screen.getByRole("dialog")).toBeVisible();
      await pass(7.6);
      expect(screen.getByRole("dialog")).toBeVisible();
      await pass(0.5);
      expect(screen.queryByRole("dialog")).toBeNull();
    });

    test("by its button", async () => {
      const user = userEvent.setup();
      const overlay = await shown(user);
      await user.click(within(overlay).getByRole("button", { name: "Close" }));
      await gone();
    });

    test("by a click on it", async () => {
      const user = userEvent.setup();
      const overlay = await shown(user);
      await user.click(within(overlay).getByText(ANSWER));
      await gone();
    });

    test("by Escape", async () => {
      const user = userEvent.setup();
      await shown(user);
      await user.keyboard("{Escape}");
      await gone();
    });
  });

  test("the trap is out of people's way, and what stands in it is sent along", async () => {
    const user = userEvent.setup();
    const server = await open();
    const trap = screen.getByLabelText("Leave this field empty");
    expect(trap).toHaveAttribute("tabindex", "-1");
    expect(trap.closest("[aria-hidden]")).not.toBeNull();
    await fillIn(user);
    fireEvent.input(trap, { target: { value: "https://spam.example" } });
    await submit(user);
    await screen.findByRole("dialog", { name: "Request Submitted Successfully!" });
    expect(server.callsTo(SUBMIT)[0]?.body).toMatchObject({ website: "https://spam.example" });
  });
});

describe("support", () => {
  const SUBMIT = "POST /support/submit";
  const ANSWER = "We'll get back to you within 24 hours.";
  const MESSAGE = {
    "First Name": "Meena",
    "Last Name": "Devi",
    "Email Address": "meena@example.com",
    Subject: "My listing",
    Message: "How do I change the picture?",
  };

  async function open(answer: Answer<typeof SUBMIT> = { status: 201, json: { message: ANSWER } }): Promise<FakeServer> {
    const server = new FakeServer();
    server.on(SUBMIT, answer);
    await openScreen("/support", server);
    return server;
  }

  async function send(user: UserEvent): Promise<void> {
    for (const [label, text] of Object.entries(MESSAGE)) {
      await user.click(screen.getByLabelText(label));
      await user.paste(text);
    }
    await user.click(screen.getByRole("button", { name: "Send Message" }));
  }

  test("the contact cards give an e-mail and the Mumbai headquarters by appointment", async () => {
    await open();
    const main = within(screen.getByRole("main"));
    const mail = main.getByRole("link", { name: "support@sakhibazaar.example" });
    expect(mail).toHaveAttribute("href", "mailto:support@sakhibazaar.example");
    expect(main.getByRole("heading", { name: "Headquarters" })).toBeVisible();
    expect(main.getByText("Worli, Mumbai 400030")).toBeVisible();
    expect(main.getByText(/by appointment/)).toBeVisible();
    expect(document.title).toBe("Support · Sakhi Bazaar");
  });

  test("an empty form shows the sentences of the API, the phone number excepted", async () => {
    const user = userEvent.setup();
    const server = await open();
    await user.click(screen.getByRole("button", { name: "Send Message" }));
    for (const [label, sentence] of [
      ["First Name", "First name is required"],
      ["Last Name", "Last name is required"],
      ["Email Address", "Invalid email address"],
      ["Subject", "Subject is required"],
      ["Message", "Message must be at least 10 characters"],
    ] as const) {
      const field = await screen.findByLabelText(label);
      await waitFor(() => expect(field).toHaveAccessibleErrorMessage(sentence));
      expect(field).toHaveAccessibleDescription(sentence);
    }
    expect(screen.getByLabelText(/^Phone Number/)).toBeValid();
    expect(server.callsTo(SUBMIT)).toEqual([]);
  });

  test.each([
    ["First Name", "M", "First name must be at least 2 characters"],
    ["Last Name", "D", "Last name must be at least 2 characters"],
    ["Email Address", "meena", "Invalid email address"],
    ["Subject", "Hi", "Subject must be at least 3 characters"],
    ["Message", "Help me", "Message must be at least 10 characters"],
  ])("%s = %s: the API's sentence", async (label, wrong, sentence) => {
    const user = userEvent.setup();
    await open();
    const field = screen.getByLabelText(label);
    await user.click(field);
    await user.paste(wrong);
    await user.click(screen.getByRole("button", { name: "Send Message" }));
    await waitFor(() => expect(field).toHaveAccessibleErrorMessage(sentence));
    expect(field).toHaveAccessibleDescription(sentence);
  });

  test("a message is sent as specified, the toast says so, the form is empty again", async () => {
    const user = userEvent.setup();
    const server = await open();
    await send(user);
    expect(await screen.findByText("Message sent successfully!")).toBeVisible();
    expect(screen.getByText(ANSWER)).toBeVisible();
    expect(server.callsTo(SUBMIT).map(({ body }) => body)).toEqual([
      {
        firstName: "Meena",
        lastName: "Devi",
        email: "meena@example.com",
        subject: "My listing",
        message: "How do I change the picture?",
      },
    ]);
    for (const label of Object.keys(MESSAGE)) expect(screen.getByLabelText(label)).toHaveValue("");
  });

  test("without a sentence of the server the default one stands", async () => {
    const user = userEvent.setup();
    await open({ status: 201, text: "{}" });
    await send(user);
    expect(await screen.findByText(ANSWER)).toBeVisible();
  });

  test.each<[FailedAnswer, string]>([
    [errorResponse(429, "rate_limited", "Please wait a moment."), "Please wait a moment."],
    [{ status: 503, text: "" }, "Failed to send message"],
    ["offline", "Failed to send message"],
  ])("a failure %j is shown and keeps what was typed", async (answer, sentence) => {
    const user = userEvent.setup();
    await open(answer);
    await send(user);
    expect(await screen.findByText("Error sending message")).toBeVisible();
    expect(screen.getByText(sentence)).toBeVisible();
    expect(screen.getByLabelText("Message")).toHaveValue("How do I change the picture?");
  });

  test("of three questions at most one is open, and it can be closed", async () => {
    const user = userEvent.setup();
    await open();
    const questions = [/become an entrepreneur/, /training/, /cost to list/].map((name) =>
      screen.getByRole("button", { name }),
    );
    const opened = () => questions.map((question) => question.getAttribute("aria-expanded") === "true");
    const [first, , cost] = questions as [HTMLElement, HTMLElement, HTMLElement];
    expect(opened()).toEqual([false, false, false]);
    await user.click(first);
    expect(opened()).toEqual([true, false, false]);
    await user.click(cost);
    expect(opened()).toEqual([false, false, true]);
    expect(screen.getByText(/999 rupees/)).toBeVisible();
    await user.click(cost);
    expect(opened()).toEqual([false, false, false]);
    expect(screen.getByText(/999 rupees/)).not.toBeVisible();
  });
});
