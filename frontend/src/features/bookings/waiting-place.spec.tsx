import { beforeAll, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { WaitingPlace } from "../../api/mela-api";
import { fakeClock, pass, quickUser } from "../../test/clock";
import { errorResponse, FakeServer } from "../../test/fake-server";
import { fillIn } from "../../test/filling";
import { openScreen } from "../../test/render-site";

const TOKEN = `${"ab".repeat(16)}.${"c".repeat(43)}`;
const PAGE = `/paid-events/mela/waiting-list#${TOKEN}`;
const JOIN = "POST /mela/waiting/join";
const VIEW = "POST /mela/waiting/view";
const LEAVE = "POST /mela/waiting/leave";
const RESERVE = "POST /mela/reserve";
const EVENT = "the-mela-2099";

const place = (changes: Partial<WaitingPlace> = {}): { json: WaitingPlace } => ({
  json: {
    ...{ event: EVENT, stallType: "Premium", state: "waiting", place: 3, confirmed: true, language: "en" },
    serverTime: new Date().toISOString(),
    ...changes,
  },
});
const offered = (changes: Partial<WaitingPlace> = {}) =>
  place({
    ...{ state: "offered", stallId: "A3", price: 36_000 },
    offerUntil: new Date(Date.now() + 7_200_000).toISOString(),
    ...changes,
  });
const serving = (changes?: Partial<WaitingPlace>): FakeServer => {
  const server = new FakeServer();
  server.on(VIEW, place(changes));
  return server;
};
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

// Import before the clock is faked: dynamic imports need real time.
beforeAll(() => Promise.all([import("./join-waiting"), import("./offer.page")]));

/** A hall in which every Premium stall is taken. */
function fullHall(): FakeServer {
  const server = new FakeServer();
  server.layout = server.layout
    .filter(({ stallId }) => ["A1", "A5", "B11", "B12"].includes(stallId))
    .map((stall) => (stall.type === "Premium" ? { ...stall, status: "Sold" } : stall));
  server.on(JOIN, { json: { ...place({ confirmed: false }).json, token: TOKEN } });
  server.on(VIEW, place({ confirmed: false }));
  return server;
}

test("the plan says which type is full, and joining asks name, e-mail and phone and shows the place", async () => {
  const user = quickUser();
  const server = fullHall();
  const { address } = await openScreen("/paid-events/mela", server);
  expect(await screen.findByRole("region", { name: "No Premium stall is free" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /Wait for a Standard/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Wait for a Premium stall" }));
  const dialog = await screen.findByRole("dialog", { name: "Waiting list for a Premium stall" });
  const send = within(dialog).getByRole("button", { name: "Join the waiting list" });
  await user.click(send);
  for (const problem of ["Full name is required", "Please enter a valid email address"])
    expect(await within(dialog).findByText(problem)).toBeVisible();
  expect(server.callsTo(JOIN)).toHaveLength(0);
  fillIn(dialog, { "Full Name": "Asha Rao", "Email Address": "asha@example.com", "Phone Number": "98765 43210" });
  await user.click(send);
  expect(await heading("One press is left: open our mail")).toBeVisible();
  expect(screen.getByText(/You would be number 3 for a Premium stall/)).toBeVisible();
  expect(server.callsTo(JOIN).map(({ body }) => body)).toEqual([
    {
      ...{ event: EVENT, stallType: "Premium", fullName: "Asha Rao", email: "asha@example.com" },
      phoneNumber: "9876543210",
    },
  ]);
  // The secret is sent only in request bodies.
  expect(address()).not.toContain(TOKEN);
});

test("joining says why it did not work, and loses nothing that was typed", async () => {
  const user = quickUser();
  const server = fullHall();
  server.on(JOIN, errorResponse(409, "already_waiting", "Somebody waits for this type already."));
  await openScreen("/paid-events/mela", server);
  await user.click(await screen.findByRole("button", { name: "Wait for a Premium stall" }));
  const dialog = await screen.findByRole("dialog");
  fillIn(dialog, { "Full Name": "Asha Rao", "Email Address": "asha@example.com", "Phone Number": "9876543210" });
  await user.click(within(dialog).getByRole("button", { name: "Join the waiting list" }));
  expect(await within(dialog).findByText("Somebody waits for this type already.")).toBeVisible();
  expect(within(dialog).getByRole("textbox", { name: "Full Name" })).toHaveValue("Asha Rao");
});

test("a plan with a free stall of each type offers no list", async () => {
  await openScreen("/paid-events/mela");
  await waitFor(() => expect(document.querySelector("[data-stall]")).not.toBeNull());
  expect(screen.queryByRole("button", { name: /^Wait for/ })).not.toBeInTheDocument();
});

test("shows the place, follows it, and leaves with one press", async () => {
  const user = fakeClock();
  const server = serving();
  await openScreen(PAGE, server);
  await pass(0);
  expect(screen.getByRole("heading", { level: 1, name: "You are number 3 in the queue" })).toBeVisible();
  server.on(VIEW, place({ place: 1 }));
  await pass(15.5);
  expect(screen.getByRole("heading", { level: 1, name: "You are next" })).toBeVisible();
  server.on(LEAVE, place({ state: "left" }));
  await user.click(screen.getByRole("button", { name: "Leave the waiting list" }));
  await pass(0.5);
  expect(screen.getByRole("heading", { level: 1, name: "You have left the waiting list" })).toBeVisible();
  expect(server.callsTo(LEAVE).map(({ body }) => body)).toEqual([{ token: TOKEN }]);
});

test("an offered stall is taken with the link's secret, and leads to the registration", async () => {
  const user = quickUser();
  const server = serving();
  server.on(VIEW, offered());
  server.on(RESERVE, {
    json: {
      ...{ stallId: "A3", type: "Premium", price: 36_000 },
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
      serverTime: new Date().toISOString(),
    },
  });
  const { address } = await openScreen(PAGE, server);
  await heading("Stall A3 is kept for you");
  expect(screen.getByText(/Until .* IST nobody else can book it. It costs ₹36,000/)).toBeVisible();
  expect(screen.getByText(/^1 h 59 min left|^2 h 0 min left/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Take stall A3" }));
  await waitFor(() => expect(address()).toContain("/register?stallId=A3&type=Premium&price=36000"));
  expect(server.callsTo(RESERVE).map(({ body }) => body)).toEqual([{ stallId: "A3", event: EVENT, offer: TOKEN }]);
});

test("an offer that ended says so, and shows what is on record now", async () => {
  const user = quickUser();
  const server = serving();
  server.on(VIEW, offered());
  server.on(RESERVE, errorResponse(410, "waiting_offer_over", "Your offer of this stall has ended."));
  await openScreen(PAGE, server);
  await heading("Stall A3 is kept for you");
  server.on(VIEW, place({ state: "lapsed", stallId: "A3" }));
  await user.click(screen.getByRole("button", { name: "Take stall A3" }));
  expect(await heading("Your offer has ended")).toBeVisible();
});

test.each([
  ["taken", "You have taken stall A3"],
  ["bought", "Stall A3 is yours"],
  ["removed", "You are no longer on the waiting list"],
  ["closed", "The waiting list is closed"],
] as const)("shows a place that is %s", async (state, title) => {
  const server = serving();
  server.on(VIEW, offered({ state }));
  await openScreen(PAGE, server);
  expect(await heading(title)).toBeVisible();
});

test("shows a forged link as incomplete, and offers a retry when the request fails", async () => {
  const user = quickUser();
  const server = new FakeServer();
  server.on(VIEW, errorResponse(404, "waiting_not_found", "This link leads to no place."));
  const forged = await openScreen(PAGE, server);
  await heading("This link is not complete");
  forged.unmount();
  const unreachable = new FakeServer();
  unreachable.on(VIEW, "offline");
  await openScreen(PAGE, unreachable);
  expect(await screen.findByText("We could not look up your place")).toBeVisible();
  unreachable.on(VIEW, place());
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await heading("You are number 3 in the queue")).toBeVisible();
});

test("the language of the mails about a place is changed on its page", async () => {
  const user = quickUser();
  const server = serving();
  const CHOOSE = "POST /mela/waiting/language";
  server.on(CHOOSE, errorResponse(503, "maintenance", "Back in a moment."));
  await openScreen(PAGE, server);
  const part = await screen.findByRole("region", { name: "Language of my mails" });
  const choice = within(part).getByRole("combobox");
  expect(choice).toHaveValue("en");
  await user.selectOptions(choice, "hi");
  expect(await within(part).findByRole("alert")).not.toBeEmptyDOMElement();
  expect(choice).toHaveValue("en");
  server.on(CHOOSE, place({ language: "hi" }));
  await user.selectOptions(choice, "hi");
  expect(await within(part).findByText("Saved.")).toBeVisible();
  expect(choice).toHaveValue("hi");
  expect(server.callsTo(CHOOSE).at(-1)?.body).toEqual({ token: TOKEN, language: "hi" });
});
