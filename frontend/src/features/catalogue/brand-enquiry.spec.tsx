import { beforeAll, expect, test } from "@jest/globals";
import { VIEW_AFTER_MS } from "@sakhi/domain/brands/views.rules";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { catalogueServer, listing } from "../../test/catalogue-server";
import { fakeClock, pass, quickUser } from "../../test/clock";
import { errorResponse } from "../../test/fake-server";
import { setValue } from "../../test/joining";
import { button, field } from "../../test/quick-queries";
import { openScreen } from "../../test/render-site";

const SEND = "POST /brand-enquiries";
const VIEW = "POST /brand-views";
const CONSENT = /may be passed on to Jhola Junction/;
const MESSAGE = { Name: "K", "Email Address": "meena@example.com", Message: "Do you make the tote in green?" };

beforeAll(async () => {
  await import("./brand-enquiry");
});

async function open() {
  const server = catalogueServer([listing({ name: "Tote" })]);
  await openScreen("/brands/Jhola%20Junction?module=shops", server);
  expect(await screen.findByRole("heading", { level: 2, name: "Write to Jhola Junction" })).toBeVisible();
  return server;
}

async function openForm() {
  const user = quickUser();
  const server = await open();
  await user.click(button("Write a message"));
  await waitFor(() => expect(field("Name")).toHaveFocus());
  return { user, server };
}

test("a message needs consent, and goes to the brand with the page's own name; the page confirms it", async () => {
  const { user, server } = await openForm();
  server.on(SEND, { status: 201, json: { message: "The brand has your message and answers you directly." } });
  for (const [label, text] of Object.entries(MESSAGE)) setValue(field(label), text);
  await user.click(button("Send Message"));
  expect(await screen.findByText("Please agree, so that we may pass your message on")).toBeVisible();
  expect(server.callsTo(SEND)).toEqual([]);
  fireEvent.click(screen.getByRole("checkbox", { name: CONSENT }));
  await user.dblClick(button("Send Message"));
  const confirmed = await screen.findByText("The brand has your message and answers you directly.");
  await waitFor(() => expect(confirmed).toHaveFocus());
  const calls = server.callsTo(SEND);
  expect(calls.map(({ body }) => body)).toEqual([
    {
      ...{ module: "shops", brandName: "Jhola Junction", consent: true, firstName: "K" },
      ...{ email: "meena@example.com", message: "Do you make the tote in green?" },
    },
  ]);
  expect(calls[0]?.headers.get("x-form-filled-ms")).toMatch(/^\d+$/);
});

test("a refused message keeps what was typed", async () => {
  const { user, server } = await openForm();
  server.on(SEND, errorResponse(429, "rate_limited", "Too many messages. Please try again in an hour."));
  for (const [label, text] of Object.entries(MESSAGE)) setValue(field(label), text);
  fireEvent.click(screen.getByRole("checkbox", { name: CONSENT }));
  await user.click(button("Send Message"));
  expect(await screen.findByText("Error sending message")).toBeVisible();
  expect(field("Message")).toHaveValue(MESSAGE.Message);
  expect(screen.getByRole("checkbox", { name: CONSENT })).toBeChecked();
});

test("an open page counts itself once, after a moment", async () => {
  fakeClock();
  const server = await open();
  expect(server.callsTo(VIEW)).toEqual([]);
  await pass(VIEW_AFTER_MS / 1000);
  await pass(60);
  expect(server.callsTo(VIEW).map(({ body }) => body)).toEqual([{ module: "shops", brandName: "Jhola Junction" }]);
});
