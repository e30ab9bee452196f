import { expect, test } from "@jest/globals";
import { WHATSAPP_CONSENT, WHATSAPP_CONSENTS } from "@sakhi/domain/whatsapp/whatsapp-consent";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { AdminServer } from "../../test/admin-server";
import { quickUser } from "../../test/clock";
import { errorResponse, FakeServer } from "../../test/fake-server";
import { APPLICATION, joiningServer, storeDraft } from "../../test/joining";
import { myBooking } from "../../test/my-booking";
import { openView } from "../../test/open-dashboard";
import { button } from "../../test/quick-queries";
import { openFilledIn, registeringServer, submitButton } from "../../test/registering";
import { openScreen } from "../../test/render-site";

const SENTENCE = WHATSAPP_CONSENTS[WHATSAPP_CONSENT];
const REGISTRATION = "POST /mela/create-provisional-registration";
const box = () => screen.findByRole<HTMLInputElement>("checkbox", { name: SENTENCE });
const noBox = () => expect(screen.queryByRole("checkbox", { name: SENTENCE })).toBeNull();

test("the registration offers messages by WhatsApp, never ticked before, and sends the tick only if it is set", async () => {
  const server = registeringServer();
  server.holds("B12", 600, { whatsapp: WHATSAPP_CONSENT });
  const { unmount } = await openFilledIn(server);
  expect(await box()).not.toBeChecked();
  fireEvent.click(submitButton());
  await waitFor(() => expect(server.callsTo(REGISTRATION)).toHaveLength(1));
  expect(server.callsTo(REGISTRATION)[0]?.body).not.toHaveProperty("whatsappConsent");
  unmount();
  server.holds("B12", 600, { whatsapp: WHATSAPP_CONSENT });
  await openFilledIn(server);
  const tick = await box();
  expect(tick).not.toBeChecked();
  fireEvent.click(tick);
  expect(tick).toBeChecked();
  fireEvent.click(submitButton());
  await waitFor(() => expect(server.callsTo(REGISTRATION)).toHaveLength(2));
  expect(server.callsTo(REGISTRATION)[1]?.body).toMatchObject({ whatsappConsent: WHATSAPP_CONSENT });
});

test("no page mentions WhatsApp while the site does not offer it", async () => {
  const { unmount } = await openFilledIn(registeringServer());
  noBox();
  unmount();
  storeDraft();
  const server = joiningServer();
  const site = await openScreen("/join?step=1", server);
  await waitFor(() => expect(server.callsTo("GET /whatsapp/offer")).toHaveLength(1));
  noBox();
  site.unmount();
  const mine = new FakeServer();
  mine.on("GET /mela/my-booking", { json: myBooking() });
  await openScreen("/my-booking", mine);
  await screen.findByRole("region", { name: "What happened" });
  expect(screen.queryByText("Messages on WhatsApp")).toBeNull();
});

test("the application offers it for the owner's WhatsApp number and sends the tick with any way to be listed", async () => {
  const user = quickUser();
  const server = joiningServer();
  server.on("GET /whatsapp/offer", { json: { consent: WHATSAPP_CONSENT } });
  storeDraft();
  await openScreen("/join?step=1", server);
  const tick = await box();
  expect(tick).not.toBeChecked();
  await user.click(tick);
  await user.click(button("Continue"));
  await screen.findByRole("heading", { level: 2, name: "Business Info" });
  await user.click(button("Continue"));
  await screen.findByRole("heading", { level: 2, name: "Review" });
  await user.click(button("Pay ₹999"));
  await waitFor(() => expect(server.callsTo("POST /cashfree/initiate")).toHaveLength(1));
  expect(server.callsTo("POST /cashfree/initiate")[0]?.body).toEqual({
    ...APPLICATION,
    submissionType: "paid_listing",
    whatsappConsent: WHATSAPP_CONSENT,
  });
});

test("My booking gives and ends the consent with one press, and says so", async () => {
  const user = quickUser();
  const server = new FakeServer();
  const whatsapp = { phone: "9876543210", consent: WHATSAPP_CONSENT };
  server.on("GET /mela/my-booking", { json: myBooking({ whatsapp }) });
  server.on("POST /mela/my-booking/whatsapp", ({ body }) => ({
    json: myBooking({
      whatsapp: { ...whatsapp, ...(body.whatsappConsent === undefined ? {} : { givenAt: "2026-11-29T10:00:00.000Z" }) },
    }),
  }));
  await openScreen("/my-booking", server);
  const part = await screen.findByRole("region", { name: "Messages on WhatsApp" });
  expect(part).toHaveTextContent("Your number: +91 9876543210");
  await user.click(await box());
  expect(await screen.findByText("Saved: you get messages on WhatsApp too.")).toBeVisible();
  expect(await box()).toBeChecked();
  expect(screen.getByText(/^You agreed on 29 November 2026/)).toBeVisible();
  await user.click(await box());
  expect(await screen.findByText("Saved: no more messages on WhatsApp.")).toBeVisible();
  expect(await box()).not.toBeChecked();
  expect(server.callsTo("POST /mela/my-booking/whatsapp").map(({ body }) => body)).toEqual([
    { whatsappConsent: WHATSAPP_CONSENT },
    {},
  ]);
  server.on("POST /mela/my-booking/whatsapp", errorResponse(500, "internal", "Please try again later."));
  await user.click(await box());
  expect(await within(part).findByText("Please try again later.")).toBeVisible();
  expect(await box()).not.toBeChecked();
});

test("the overview shows what was sent and what it costs, and nothing while it is off", async () => {
  const server = new AdminServer();
  const nothing = { applications: 0, pageChanges: 0, enquiries: 0, requests: 0, refunds: 0, refundsAmount: 0 };
  server.read("GET /mela/admin/waiting", () => ({ json: { ...nothing, papers: [], waitingLists: [] } }));
  const counts = { sent: 12, delivered: 11, read: 7, failed: 1, skipped: 2, cost: 1.38 };
  server.read("GET /mela/admin/whatsapp", () => ({
    json: {
      today: counts,
      month: { ...counts, sent: 240, cost: 27.6 },
      waiting: 3,
      counted: 13,
      limit: 1000,
      consents: 41,
    },
  }));
  await openView("?view=overview", server);
  const panel = await screen.findByRole("region", { name: "WhatsApp" });
  for (const text of ["13 of at most 1000", "12 sent, 11 delivered, 7 read", "1 failed, 2 not sent"])
    expect(panel).toHaveTextContent(text);
  expect(panel).toHaveTextContent("₹1.38 today, ₹27.60 this month for 240");
});
