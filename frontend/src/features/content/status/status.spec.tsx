import { expect, test } from "@jest/globals";
import { SITE_STATUS_HEADER } from "@sakhi/domain/site/site-status.rules";
import { screen, waitFor, within } from "@testing-library/react";
import { FakeServer } from "../../../test/fake-server";
import { openScreen, openSite } from "../../../test/render-site";
import { strings } from "./status.strings";

/** A server whose responses say this about the site: all of them, for each replaces what the one before has said. */
function serverThatSays(headers: Readonly<Record<string, string>>): FakeServer {
  return Object.assign(new FakeServer(), { headers });
}

test.each([
  ["booking=paused, payments=fail", /^Booking is paused for a short while/],
  ["booking=down, payments=fail, mails=late", /^Nothing can be booked at the moment/],
  ["payments=fail, mails=late", /^The payment service does not answer right now/],
  ["mails=late", /^Mails arrive later than usual/],
])("a page whose server says %s shows it, with a link to the status", async (header, text) => {
  await openSite("/paid-events/mela", serverThatSays({ [SITE_STATUS_HEADER]: header }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole("link", { name: "What works right now" })).toHaveAttribute("href", "/status");
});

test("a server that says nothing of it shows no banner", async () => {
  await openSite("/paid-events/mela", serverThatSays({}));
  await waitFor(() => expect(document.querySelector("[data-stall]")).not.toBeNull());
  expect(screen.queryByRole("link", { name: "What works right now" })).toBeNull();
});

test("/status says in words what works and what does not", async () => {
  const server = new FakeServer();
  server.on("GET /status", { json: { booking: "works", payments: "fail", mails: "work" } });
  await openScreen("/status", server);
  expect(await screen.findByText(strings.unwell)).toBeVisible();
  const lines = screen.getAllByRole("listitem").map((line) => within(line).getByRole("strong").textContent);
  expect(lines).toEqual(["Works", "Does not work now", "Works"]);
  expect(screen.getByText(strings.payments.fail)).toBeVisible();
});

test.each([
  ["mostly_held", "Most stalls are held"],
  ["all_held", "All stalls are held"],
] as const)("/status says that stalls are held, without calling it a fault: %s", async (booking, state) => {
  const server = new FakeServer();
  server.on("GET /status", { json: { booking, payments: "work", mails: "work" } });
  await openScreen("/status", server);
  expect(await screen.findByText(strings.held)).toBeVisible();
  expect(screen.getByText(state)).toBeVisible();
  expect(screen.getByText(strings.booking[booking])).toBeVisible();
});

test("a page whose server says that all stalls are held shows no banner", async () => {
  await openSite("/paid-events/mela", serverThatSays({ [SITE_STATUS_HEADER]: "booking=all_held" }));
  await waitFor(() => expect(document.querySelector("[data-stall]")).not.toBeNull());
  expect(screen.queryByRole("link", { name: "What works right now" })).toBeNull();
});

test("/status without an answer says that what is paid is safe, and asks again", async () => {
  const server = new FakeServer();
  server.on("GET /status", "offline");
  await openScreen("/status", server);
  expect(await screen.findByText(strings.failed)).toBeVisible();
  server.on("GET /status", { json: { booking: "works", payments: "work", mails: "work" } });
  screen.getByRole("button", { name: strings.again }).click();
  expect(await screen.findByText(strings.well)).toBeVisible();
});
