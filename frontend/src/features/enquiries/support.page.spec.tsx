import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import userEvent from "@testing-library/user-event";
import type { Answer, FailedAnswer } from "../../test/fake-server";
import { FakeServer, errorResponse } from "../../test/fake-server";
import { openScreen } from "../../test/render-site";

const SUBMIT = "POST /support/submit";
const ANSWER = "We'll get back to you within 24 hours.";
const MESSAGE = {
  "First Name": "Meena",
  "Last Name": "Devi",
  "Email Address": "meena@example.com",
  Subject: "My listing",
  Message: "How do I change the picture?",
};

async function open(
  answer: Answer<typeof SUBMIT> = { status: 201, json: { message: ANSWER } },
): Promise<FakeServer> {
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
