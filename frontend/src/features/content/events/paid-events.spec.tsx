import { expect, jest, test } from "@jest/globals";
import { POLICIES_VERSION } from "@sakhi/domain/bookings/policies";
import { policiesVersionPath } from "@sakhi/domain/site/routes";
import { screen, waitFor, within } from "@testing-library/react";
import { fakeClock, pass, quickUser } from "../../../test/clock";
import { FakeServer } from "../../../test/fake-server";
import { openScreen } from "../../../test/render-site";

const LAYOUT = "GET /mela/layout";
const shown = () =>
  screen.getAllByRole("group", { hidden: true }).filter((slide) => slide.getAttribute("aria-hidden") === "false");
const current = () => shown()[0]?.getAttribute("aria-label");

test("/paid-events shows three pictures that change every 4 seconds, in a carousel", async () => {
  fakeClock();
  await openScreen("/paid-events");
  await pass(0);
  expect(screen.getByRole("region", { name: "Pictures of the Mela" })).toBeVisible();
  await pass(3.9);
  expect(current()).toBe("Picture 1 of 3");
  await pass(0.2);
  expect(current()).toBe("Picture 2 of 3");
  expect(screen.getByRole("button", { name: "Pause the pictures" })).toBeVisible();
});

test("/paid-events shows the Mela's badges, dates, place, prices and links, polls the availability every 30 seconds, and reports it as unavailable on an error or without data", async () => {
  fakeClock();
  const server = new FakeServer();
  const respond = server.withhold(LAYOUT, { json: server.layout });
  await openScreen("/paid-events", server);
  expect(await screen.findByText("Loading availability...")).toBeVisible();
  respond();
  expect(await screen.findByText("53 of 70 Stalls Available")).toBeVisible();
  const card = screen.getByRole("article", { name: "The Mela" });
  for (const text of [
    "Premium Event",
    "Registrations Open",
    "3rd and 4th December",
    "An industrial area in Whitefield, Bangalore",
  ]) {
    expect(within(card).getByText(text)).toBeVisible();
  }
  expect(card).toHaveTextContent("Standardfrom ₹27,000");
  expect(card).toHaveTextContent("Premiumfrom ₹36,000");
  expect(within(card).getByRole("link", { name: "Choose your stall" })).toHaveAttribute("href", "/paid-events/mela");
  expect(within(card).getByRole("link", { name: "Read the event policies" })).toHaveAttribute(
    "href",
    "/paid-events/policies",
  );
  const before = server.callsTo(LAYOUT).length;
  await pass(29);
  expect(server.callsTo(LAYOUT)).toHaveLength(before);
  server.on(LAYOUT, { json: [] });
  await pass(2);
  expect(server.callsTo(LAYOUT)).toHaveLength(before + 1);
  expect(await screen.findByText("Availability unavailable")).toBeVisible();
  // Types are the event's own.
  server.layout = server.layout.map((stall) =>
    stall.stallId === "B1" ? { ...stall, type: "FoodCourt", price: 20_000 } : stall,
  );
  server.on(LAYOUT, () => ({ json: server.layout }));
  await pass(30);
  expect(card).toHaveTextContent(/Food courtfrom ₹20,000Standardfrom ₹27,000Premiumfrom ₹36,000/);
  expect(await screen.findByText("53 of 70 Stalls Available")).toBeVisible();
  server.on(LAYOUT, { status: 500, error: {} });
  await pass(30);
  expect(await screen.findByText("Availability unavailable")).toBeVisible();
});

test("/paid-events shows no stalls of another event under the current one's name", async () => {
  fakeClock();
  const server = new FakeServer();
  server.on(LAYOUT, () => ({ json: server.layout, headers: { "plan-event": "the-winter-mela" } }));
  await openScreen("/paid-events", server);
  const card = await screen.findByRole("article", { name: "The Mela" });
  await waitFor(() => expect(server.callsTo(LAYOUT)).toHaveLength(1));
  await pass(1);
  expect(card).toHaveTextContent("Loading availability...");
  expect(card).not.toHaveTextContent("₹");
  server.on(LAYOUT, () => ({ json: server.layout, headers: { "plan-event": "the-mela-2099" } }));
  await pass(30);
  expect(await screen.findByText("53 of 70 Stalls Available")).toBeVisible();
});

test("/paid-events lists the other events below the current one: on sale and to come, then past and cancelled ones", async () => {
  const server = new FakeServer();
  const other = (slug: string, title: string, more: object) => ({
    ...{ slug, title, isCurrent: false, phase: "on_sale" as const, dates: "5th February 2099", hours: [] },
    ...{
      venueLong: "A hall, Nashik",
      address: "Station Road",
      mapUrl: "https://map.example",
      salesOpenAt: null,
      openingDays: [],
    },
    stalls: { available: 4, reserved: 1, sold: 5 },
    prices: [
      { type: "Premium" as const, from: 30_000 },
      { type: "General" as const, from: 20_000 },
    ],
    ...more,
  });
  server.on("GET /mela/events", {
    json: [
      other("the-mela-2099", "The Mela 2099", { isCurrent: true }),
      other("winter", "Winter Mela 2099", {}),
      other("spring", "Spring Mela 2099", { phase: "opens", salesOpenAt: "2099-01-01T04:30:00.000Z" }),
      other("old", "The Mela 2024", { phase: "past" }),
      other("off", "Summer Mela 2099", { phase: "cancelled" }),
    ],
  });
  await openScreen("/paid-events", server);
  const winter = await screen.findByRole("article", { name: "Winter Mela 2099" });
  expect(winter).toHaveTextContent("4 of 10 Stalls Available");
  expect(winter).toHaveTextContent(/Standardfrom ₹20,000.*Premiumfrom ₹30,000/);
  expect(within(winter).getByRole("link", { name: "Choose your stall" })).toHaveAttribute(
    "href",
    "/paid-events/winter",
  );
  expect(screen.getByRole("article", { name: "Spring Mela 2099" })).toHaveTextContent(
    "Registrations open on 1 January 2099, 10:00 IST",
  );
  const past = within(screen.getByRole("region", { name: "Past events" }));
  expect(past.getAllByRole("article").map((card) => card.textContent)).toEqual([
    expect.stringContaining("It has taken place"),
    expect.stringContaining("Cancelled"),
  ]);
  expect(screen.getAllByRole("article")).toHaveLength(5);
  expect(screen.getAllByRole("article")[0]).toHaveTextContent("53 of 70 Stalls Available");
});

test("/paid-events/policies shows a version that was accepted, also after it was replaced", async () => {
  const user = quickUser();
  const { address } = await openScreen(policiesVersionPath("2026-11-22"));
  expect(await screen.findByText(/policies of 22 November 2026.*They have been replaced/)).toBeVisible();
  expect(screen.getByText(/also if you cannot come/)).toBeVisible();
  expect(await screen.findByText(/no refunds once your registration/)).toBeVisible();
  await user.click(screen.getByRole("tab", { name: "Terms & Conditions" }));
  await screen.findByText(/FSSAI certification is mandatory/);
  expect(address()).toBe("/paid-events/policies?version=2026-11-22&tab=terms");
  await user.click(screen.getByRole("link", { name: "Read the current policies" }));
  expect(address()).toBe("/paid-events/policies");
  expect(screen.queryByText(/22 November/)).not.toBeInTheDocument();
});

test("/paid-events/policies knows the current version, and ignores one that never was", async () => {
  const { navigate } = await openScreen(policiesVersionPath(POLICIES_VERSION));
  expect(await screen.findByText(/in force since/)).toBeVisible();
  expect(screen.getByText(/even if you cannot come/)).toBeVisible();
  await navigate(policiesVersionPath("1999-01-01"));
  await waitFor(() => expect(screen.queryByText(/in force since/)).not.toBeInTheDocument());
});

test("/paid-events/policies has a back link and three tabs, Contact Us first, and stores the tab in the URL", async () => {
  const user = quickUser();
  const { navigate, address } = await openScreen("/paid-events/policies");
  expect(await screen.findByRole("link", { name: "Back to Paid Events" })).toHaveAttribute("href", "/paid-events");
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
    "Contact Us",
    "Returns & Refunds",
    "Terms & Conditions",
  ]);
  expect(screen.getByRole("tab", { name: "Contact Us" })).toHaveAttribute("aria-selected", "true");
  expect(within(screen.getByRole("tabpanel")).getByText("Worli, Mumbai 400030")).toBeVisible();
  expect(within(screen.getByRole("tabpanel")).getByRole("link").getAttribute("href")).toMatch(/^mailto:/);

  await user.click(screen.getByRole("tab", { name: "Returns & Refunds" }));
  await waitFor(() =>
    expect(screen.getByText(/no refunds once your registration is confirmed and paid/)).toBeVisible(),
  );
  expect(screen.getByText(/only when the organizer has approved/)).toBeVisible();
  expect(screen.getByText(/partial refund/)).toHaveTextContent(/less the expenses/);
  expect(screen.getByText(/stays valid for the new date/)).toBeVisible();
  expect(screen.getByText(/within 30 business days/)).toHaveTextContent(/same mode of payment/);
  expect(address()).toBe("/paid-events/policies?tab=refunds");

  await user.click(screen.getByRole("tab", { name: "Terms & Conditions" }));
  await screen.findByText(/FSSAI certification is mandatory/);
  for (const part of [
    "Stall allocation and setup",
    "Prohibited items",
    "Cleanliness and conduct",
    "Indemnity and liability",
    "Insurance",
    "Force majeure",
    "Cancellation",
    "Food stalls",
    "Damage",
    "Legal",
  ]) {
    // With their numbers, since the footer has headings too.
    expect(screen.getByRole("heading", { name: new RegExp(`^\\d+\\. ${part}`) })).toBeVisible();
  }
  for (const fact of [
    /removed from the event without a refund/,
    /no refund if you cancel or do not come/,
    /within 30 working days/,
    /FSSAI certification is mandatory/,
    /within 7 days after the event/,
    /^Indemnification/,
    /^Waiver/,
    /courts of Mumbai/,
    /mediation or arbitration in Mumbai/,
    /non-transferable/,
  ]) {
    expect(screen.getByText(fact)).toBeVisible();
  }
  await navigate(-1);
  // The panel is remounted as the URL changes, so the query is retried.
  await waitFor(() => expect(screen.getByText(/no refunds once/)).toBeVisible());
});

test("/paid-events says of the current event that it has taken place once its last day has closed, and sells nothing", async () => {
  fakeClock();
  jest.setSystemTime(new Date("2099-12-04T20:00:00+05:30"));
  await openScreen("/paid-events", new FakeServer());
  const card = await screen.findByRole("article", { name: "The Mela" });
  expect(within(card).getByText("It has taken place")).toBeVisible();
  expect(within(card).queryByText(/Registrations Open|Stalls Available|from ₹/)).toBeNull();
  expect(within(card).getByRole("link", { name: "See the floor plan" })).toHaveAttribute("href", "/paid-events/mela");
});
