import { beforeEach, expect, test } from "@jest/globals";
import { gatePath, PATHS } from "@sakhi/domain/site/routes";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { GateListResponse } from "../../../api/admin-api";
import { AdminServer } from "../../../test/admin-server";
import { quickUser } from "../../../test/clock";
import { errorResponse } from "../../../test/fake-server";
import { openScreen } from "../../../test/render-site";

const SLUG = "the-mela-2099";
const LIST = `GET /mela/gate/${SLUG}/list` as const;
const NOW = `GET /mela/gate/${SLUG}/now` as const;
const TICKS = `POST /mela/gate/${SLUG}/ticks` as const;

const entry = (bookingId: string, stallId: string, more: object = {}) => ({
  ...{ bookingId, stallId, stallType: "Standard", brand: `Brand ${stallId}`, name: `Holder ${stallId}` },
  ...{ phoneEnd: "0001", orderEnd: "t0001x", codes: [], missing: [] },
  ...more,
});
const aList = (more: Partial<GateListResponse> = {}): GateListResponse => ({
  ...{ eventId: 1, slug: SLUG, title: "The Mela 2099", dates: "3–4 December 2099", days: ["2099-12-02", "2099-12-03"] },
  ...{ now: "2099-12-03T04:30:00.000Z", day: "2099-12-03", version: "v1", keepUntil: "2099-12-05T00:00:00.000Z" },
  entries: [entry("b-1", "B1"), entry("b-2", "B2", { missing: ["FSSAI number"] }), entry("b-3", "B3")],
  ...{ arrivals: [], outcomes: [], former: [], cancelled: [], gate: "" },
  ...more,
});
const arrival = (
  bookingId: string,
  tickId: string,
  by: string,
  again: GateListResponse["arrivals"][number]["again"] = [],
) => ({ ...{ bookingId, tickId, by, at: "2099-12-03T04:00:00.000Z", again } });

/** A server that records ticks as the real one does, of one phone. */
function gateServer(list: Partial<GateListResponse> = {}): AdminServer {
  const server = new AdminServer();
  server.session = { ...server.session, username: "gauri", role: "gate", events: [SLUG] };
  const arrivals = [...(list.arrivals ?? [])];
  const now = () => {
    const { day, version } = aList(list);
    return {
      now: "2099-12-03T04:30:00.000Z",
      ...(day === undefined ? {} : { day }),
      version,
      arrivals: [...arrivals],
      outcomes: [],
    };
  };
  server.on(LIST, () => ({ json: { ...aList(list), arrivals: [...arrivals] } }));
  server.on(NOW, () => ({ json: now() }));
  server.on(TICKS, ({ body }) => {
    const { ticks, undos } = body;
    for (const { id, bookingId } of ticks) arrivals.push(arrival(bookingId, id, "gauri"));
    for (const { tickId } of undos)
      arrivals.splice(
        arrivals.findIndex((each) => each.tickId === tickId),
        1,
      );
    return { json: { ...now(), outcomes: ticks.map(({ id: tickId }) => ({ tickId, outcome: "in" as const })) } };
  });
  return server;
}

async function open(server = gateServer()) {
  const site = await openScreen(PATHS.gate, server);
  await screen.findByRole("button", { name: "Scan a ticket" });
  const user = quickUser();
  const find = async (text: string) => {
    const field = screen.getByLabelText(/^Find by stall/);
    await user.clear(field);
    await user.type(field, text);
  };
  const choose = async (stall: string) => {
    await find(stall);
    await user.click(
      within(screen.getByRole("region", { name: "Found" })).getByRole("button", { name: new RegExp(`^${stall}`) }),
    );
  };
  return { ...site, server, user, find, choose };
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

test("lets in whom the person at the gate finds, says who is in, and undoes it", async () => {
  const { user, choose, server } = await open();
  expect(screen.getByText("0 of 3 stalls in")).toBeVisible();
  await choose("B1");
  expect(screen.getByText("Is it her? Then let her in.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Let in" }));
  expect(await screen.findByText("Come in")).toBeVisible();
  expect(await screen.findByText("1 of 3 stalls in")).toBeVisible();
  expect(server.callsTo(TICKS)[0]?.body).toMatchObject({ ticks: [{ bookingId: "b-1", stallId: "B1" }], undos: [] });
  await choose("B1");
  expect(screen.getByText("Already in")).toBeVisible();
  expect(screen.getByText(/^In since .* IST, let in by .*gauri.*\.$/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("0 of 3 stalls in")).toBeVisible();
  expect(screen.getByText("Undone. She is not in.")).toBeVisible();
});

test("says which papers lack, and leaves the decision to the person at the gate", async () => {
  const { user, choose, find } = await open();
  await choose("B2");
  expect(screen.getByText(/^Missing: FSSAI number \(/)).toBeVisible();
  expect(screen.getByText("0 of 3 stalls in")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Let in all the same" }));
  expect(await screen.findByText("1 of 3 stalls in")).toBeVisible();
  await find("nobody at all");
  expect(screen.getByText("Nobody is found. Try the stall's number.")).toBeVisible();
});

test("continues without the network: ticks wait on the phone, and are sent when it is back", async () => {
  const { user, choose, server } = await open();
  server.on(TICKS, "offline");
  server.on(NOW, "offline");
  act(() => void globalThis.dispatchEvent(new Event("offline")));
  expect((await screen.findAllByText(/^No network\. List of /))[0]).toBeVisible();
  await choose("B3");
  await user.click(screen.getByRole("button", { name: "Let in" }));
  expect(await screen.findByText(/Not confirmed: there is no network now/)).toBeVisible();
  expect(screen.getByText("1 to send")).toBeVisible();
  expect(screen.getByText("1 of 3 stalls in")).toBeVisible();
  // What waits has no names.
  const waiting = JSON.stringify(Object.entries(localStorage));
  expect(waiting).toContain("b-3");
  expect(waiting).not.toMatch(/Holder|Brand/);
  const back = gateServer();
  server.on(TICKS, ({ body }) => ({
    json: {
      ...{ now: "2099-12-03T05:00:00.000Z", day: "2099-12-03", version: "v1" },
      arrivals: [
        arrival("b-3", "other", "ravi", [
          { tickId: body.ticks[0]?.id ?? "", at: "2099-12-03T04:10:00.000Z", by: "gauri" },
        ]),
      ],
      outcomes: body.ticks.map(({ id }) => ({ tickId: id, outcome: "second" as const })),
    },
  }));
  void back;
  act(() => void globalThis.dispatchEvent(new Event("online")));
  expect(
    await screen.findByText(/B3 was let in twice\. .*ravi.* was first, at .*; yours does not count\./),
  ).toBeVisible();
  await waitFor(() => expect(screen.queryByText("1 to send")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Seen" }));
  expect(screen.queryByText(/let in twice/)).toBeNull();
});

test("on another day it lets nobody in, and says which days are the gate's", async () => {
  const list = aList();
  delete list.day;
  const server = gateServer();
  server.on(LIST, { json: list });
  const { choose } = await open(server);
  await choose("B1");
  expect(screen.getByText("Another day")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Let in" })).toBeNull();
  expect(screen.getAllByText(/2 December 2099, 3 December 2099/)[0]).toBeVisible();
});

test("the logout asks if arrivals would be lost, and leaves no name on the phone", async () => {
  const { user, choose, server, address } = await open();
  server.on(TICKS, "offline");
  await choose("B1");
  await user.click(screen.getByRole("button", { name: "Let in" }));
  expect(await screen.findByText("1 to send", {}, { timeout: 4000 })).toBeVisible();
  expect(JSON.stringify(Object.entries(sessionStorage))).toContain("Holder B1");
  await user.click(screen.getByRole("button", { name: "Log out" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Log out and lose arrivals?" });
  await user.click(within(dialog).getByRole("button", { name: "Stay and send them" }));
  await user.click(screen.getByRole("button", { name: "Log out" }));
  await user.click(await screen.findByRole("button", { name: "Log out and lose them" }));
  await waitFor(() => expect(address()).toBe(PATHS.adminLogin));
  expect(JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])).not.toMatch(/Holder|b-1/);
});

test("a list that the event has outlived is not kept", async () => {
  const server = gateServer({ keepUntil: "2000-01-01T00:00:00.000Z" });
  await openScreen(PATHS.gate, server);
  await waitFor(() => expect(server.callsTo(LIST).length).toBeGreaterThan(0));
  await waitFor(() => expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain("Holder"));
});

test("needs the list once, says so, and tries again; another event's gate is refused", async () => {
  const server = gateServer();
  server.on(LIST, "offline");
  await openScreen(PATHS.gate, server);
  expect(await screen.findByText(/^The list could not be read\. It needs the network once/)).toBeVisible();
  server.on(LIST, errorResponse(403, "other_gate", "Your account is for the gate of another event."));
  await quickUser().click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Your account is for the gate of another event.")).toBeVisible();
});

test("is for people at the gate and operators: a person at the gate has no dashboard, and a viewer no gate", async () => {
  const { address } = await openScreen(PATHS.dashboard, gateServer());
  await waitFor(() => expect(address()).toBe(PATHS.gate));
});

test("shows a viewer that she only looks, and an operator without an event where to choose it", async () => {
  await openScreen(gatePath(SLUG), new AdminServer().asViewer());
  expect(await screen.findByText(/^Your role does not include letting holders in/)).toBeVisible();
});

test("shows an operator without an event where to choose it", async () => {
  await openScreen(PATHS.gate, new AdminServer());
  expect(await screen.findByText(/^Open the gate from the dashboard/)).toBeVisible();
});

test("is reloaded without the network, with the list of this tab, and not for somebody whose session has ended", async () => {
  const { unmount } = await open();
  unmount();
  const without = gateServer();
  for (const call of ["GET /mela/admin/check", LIST, NOW] as const) without.on(call, "offline");
  const again = await open(without);
  expect(await screen.findByText("0 of 3 stalls in")).toBeVisible();
  expect((await screen.findAllByText(/^No network\. List of /))[0]).toBeVisible();
  expect(screen.queryByRole("dialog", { name: /Log in/ })).toBeNull();
  await again.choose("B1");
  await again.user.click(screen.getByRole("button", { name: "Let in" }));
  expect(screen.getByText("1 to send")).toBeVisible();
  again.unmount();

  const ended = gateServer();
  ended.session = { authenticated: false } as typeof ended.session;
  await openScreen(PATHS.gate, ended);
  await waitFor(() => expect(sessionStorage.getItem("gate-list")).toBeNull());
  expect(screen.queryByText(/stalls in$/)).toBeNull();
});

test("says when the holder's time to set up is, and whether it has come", async () => {
  const setup = { words: "2 December, 14:00–16:00", from: "2099-12-02T08:30:00.000Z", to: "2099-12-02T10:30:00.000Z" };
  const { choose } = await open(gateServer({ gate: "Gate 2", entries: [entry("b-1", "B1", { setup })] }));
  expect(screen.getByText(/Gate 2/)).toBeVisible();
  await choose("B1");
  expect(screen.getByText("Sets up 2 December, 14:00–16:00: her time has not come yet")).toBeVisible();
});
