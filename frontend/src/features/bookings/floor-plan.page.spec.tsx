import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { NO_ARRIVAL } from "@sakhi/domain/events/arrival.rules";
import { type PublicFacts, publicFacts } from "@sakhi/domain/events/event-facts";
import { SEED_CALENDAR, SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { OPENING_SPREAD_MS } from "@sakhi/domain/events/sales.rules";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { boxOf, flagSide, neighbour, openingZoom, STALL_SCALE, VIEW } from "../../shared/floor-plan/plan-geometry";
import { fakeClock, pass, quickUser } from "../../test/clock";
import { embedFacts } from "../../test/embedded-facts";
import { EXAMPLE_EVENT } from "../../test/example-event";
import { errorResponse, FakeServer, floorPlan } from "../../test/fake-server";
import { isOff } from "../../test/registering";
import { openScreen } from "../../test/render-site";
import { reachable, settledDialog } from "../../test/settled-dialog";
import { filterStalls, sortFrom, sortStalls } from "./stall-list";
import { layoutChanges } from "./use-layout-changes";

// What a press may end with: loaded when it is shown.
beforeAll(() => import("./reserve-outcomes"));

const PLAN = "/paid-events/mela";
/** Calls name the event that the page shows, also at the specified address. */
const OF_EVENT = { event: "the-mela-2099" };
const RESERVE = "POST /mela/reserve";
const LAYOUT = "GET /mela/layout";
const CONFIRM = "Confirm Stall Reservation";
/** A stall's button by its number: a query by role and name takes seconds with 70 stalls. */
const stall = (stallId: string) =>
  waitFor(() => {
    const button = document.querySelector<HTMLElement>(`[data-stall="${stallId}"]`);
    if (button === null) throw new Error(`stall ${stallId} is not rendered`);
    return button;
  });
/** A server with two sold, two reserved and five free stalls: 70 take ten times as long to render. */
function smallHall(): FakeServer {
  const server = new FakeServer();
  const stallIds = ["A1", "B1", "A5", "B2", "A2", "A7", "A20", "B11", "B12"];
  server.layout = server.layout.filter(({ stallId }) => stallIds.includes(stallId));
  return server;
}
/** Chooses B12 and confirms. */
const reserve = async (user: UserEvent) => {
  await user.click(await reachable(await stall("B12")));
  const dialog = await screen.findByRole("dialog", { name: CONFIRM });
  await user.click(within(dialog).getByRole("button", { name: "Yes, Reserve" }));
  return dialog;
};
const noDialog = () => waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());

test("on a phone the plan of 70 stalls, each named with type, price and status, comes first, and the legend expands", async () => {
  const user = quickUser();
  await openScreen(PLAN);
  const plan = await screen.findByRole("group", { name: /^Floor plan/ });
  const names = [...plan.querySelectorAll("button")].map((button) => button.getAttribute("aria-label"));
  expect(names).toHaveLength(70);
  for (const name of [
    "Stall B12, Standard, ₹27,000, Available",
    "Stall A1, Premium, ₹36,000, Sold",
    "Stall B2, Standard, ₹27,000, Reserved",
  ])
    expect(names).toContain(name);
  for (const text of [
    /^3rd and 4th December, /,
    "Mela area 170 x 140",
    "10' x 10' stalls",
    "Total 70 stalls",
    "Layout tentative",
  ])
    expect(plan.compareDocumentPosition(screen.getByText(text))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const folded = within(document.querySelector("details") ?? document.body);
  expect(folded.getByText("Reserved (10 min)")).not.toBeVisible();
  await user.click(folded.getByText("Legend"));
  for (const text of ["Reserved (10 min)", "Premium ₹36,000", "Standard ₹27,000"])
    expect(folded.getByText(text)).toBeVisible();
});

test("on a wide screen the legend beside the plan shows status and type as text, with the prices", async () => {
  await openScreen(PLAN, smallHall());
  const legend = await screen.findByRole("region", { name: "Legend" });
  for (const text of ["Available", "Reserved (10 min)", "Sold", "Premium ₹36,000", "Standard ₹27,000"])
    expect(await within(legend).findByText(text)).toBeVisible();
});

test("one stall is in the tab order; arrows, Home and End move the focus and the tooltip; Enter opens the dialog", async () => {
  const user = quickUser();
  await openScreen(PLAN);
  const first = await stall("A1");
  const plan = screen.getByRole("group", { name: /^Floor plan/ });
  expect([...plan.querySelectorAll("button")].filter((button) => button.tabIndex === 0)).toEqual([first]);
  const reserved = await stall("A5");
  await user.hover(reserved);
  expect(screen.getByRole("tooltip")).toHaveTextContent(/A5 · Premium.*₹36,000 · Reserved/);
  expect(reserved).toHaveAttribute("aria-describedby", "stall-tip");
  await user.unhover(reserved);
  expect(screen.queryByRole("tooltip")).not.toBeInTheDocument();
  act(() => first.focus());
  for (const [key, stallId] of [
    ["{ArrowDown}", "A2"],
    ["{ArrowRight}", "A12"],
    ["{End}", "B50"],
  ] as const) {
    await user.keyboard(key);
    expect(await stall(stallId)).toHaveFocus();
  }
  expect(screen.getByRole("tooltip")).toHaveTextContent(/^B50/);
  await user.keyboard("{Home}{ArrowDown}{Enter}");
  const dialog = await screen.findByRole("dialog", { name: CONFIRM });
  expect(dialog).toHaveTextContent("A2");
  // She knows what she pays for: event, days, city, size, tax and the rule on refunds.
  for (const words of ["The Mela", "3rd and 4th December", "10' × 10'", "GST included. No refund once you have paid."])
    expect(dialog).toHaveTextContent(words);
});

test("a price that changes on a date has it on the plan's prices, in the tooltip and in the dialog", async () => {
  const user = quickUser();
  const server = smallHall();
  server.layout = server.layout.map((each) =>
    each.type === "General" ? { ...each, price: 22_000, nextPrice: { from: "2099-11-10", price: 27_000 } } : each,
  );
  await openScreen(PLAN, server);
  expect(await screen.findByText("Standard ₹22,000 until 9 November, then ₹27,000")).toBeVisible();
  await user.hover(await stall("B12"));
  expect(screen.getByRole("tooltip")).toHaveTextContent("₹22,000 until 9 November, then ₹27,000 · Available");
  await user.click(await reachable(await stall("B12")));
  expect(await screen.findByRole("dialog", { name: CONFIRM })).toHaveTextContent(
    /Price₹22,000\s*until 9 November, then ₹27,000/,
  );
});

test("a price that changed while she was asked is said before she pays", async () => {
  const user = quickUser();
  const server = smallHall();
  server.on(RESERVE, () => {
    server.stall("B12").price = 30_000;
    server.stall("B12").status = "Reserved";
    return { status: 201, json: server.holds("B12") };
  });
  const { address } = await openScreen(PLAN, server);
  await reserve(user);
  expect(await screen.findByText("B12 costs ₹30,000 now")).toBeVisible();
  expect(screen.getByText(/it was ₹27,000\. You pay nothing before you have seen the new one/)).toBeVisible();
  await waitFor(() => expect(address()).toContain("price=30000"));
});

test("an available stall is confirmed, reserved after the my-hold response, and opens the registration", async () => {
  const user = quickUser();
  const server = smallHall();
  const sendHold = server.withhold("GET /mela/my-hold", () => ({ json: server.myHold() }));
  const sendReservation = server.withhold(RESERVE, () => {
    server.stall("B12").status = "Reserved";
    return { status: 201, json: server.holds("B12") };
  });
  const { address } = await openScreen(PLAN, server);
  const dialog = await reserve(user);
  for (const text of ["B12", "Standard", "₹27,000", /reserved for you for 10 minutes during registration/])
    expect(dialog).toHaveTextContent(text);
  expect(isOff(await within(dialog).findByRole("button", { name: "Reserving..." }))).toBe(true);
  // A later my-hold response would replace the visitor cookie.
  expect(server.callsTo(RESERVE)).toHaveLength(0);
  sendHold();
  await waitFor(() => expect(server.callsTo(RESERVE)).toHaveLength(1));
  expect(isOff(within(dialog).getByRole("button", { name: "Reserving..." }))).toBe(true);
  sendReservation();
  expect(await screen.findByRole("heading", { name: "Stall registration" })).toBeVisible();
  expect(address()).toBe("/paid-events/mela/register?stallId=B12&type=General&price=27000");
  expect(server.callsTo(RESERVE).map(({ body }) => body)).toEqual([
    { stallId: "B12", ...OF_EVENT, planEvent: OF_EVENT.event },
  ]);
});

test.each(["GET /mela/my-hold", RESERVE] as const)(
  "leaving before %s responds opens no registration and holds no stall",
  async (slow) => {
    const user = quickUser();
    const server = smallHall();
    server.on("GET /mela/my-hold", { json: null });
    const reserved = () => ({ status: 201, json: server.holds("B12") });
    server.on(RESERVE, reserved);
    const respond = slow === RESERVE ? server.withhold(RESERVE, reserved) : server.withhold(slow, { json: null });
    const { address, navigate } = await openScreen(PLAN, server);
    await reserve(user);
    await waitFor(() => expect(server.callsTo(slow).length).toBeGreaterThan(0));
    await act(() => navigate("/privacy-policy"));
    await act(async () => respond());
    const released = slow === RESERVE ? [{ stallId: "B12", ...OF_EVENT }] : [];
    await waitFor(() => expect(server.callsTo("POST /mela/release").map(({ body }) => body)).toEqual(released));
    expect(server.callsTo(RESERVE)).toHaveLength(released.length);
    expect(address()).toBe("/privacy-policy");
  },
);

test("a stall that an operator has blocked is not called reserved by somebody", async () => {
  const user = quickUser();
  const server = smallHall();
  server.layout = server.layout.map((each) => (each.stallId === "B2" ? { ...each, blocked: true } : each));
  await openScreen(PLAN, server);
  const blocked = await stall("B2");
  expect(blocked).toHaveAccessibleName(/Not available$/);
  await user.click(blocked);
  expect(screen.getByText("This stall is not available.")).toBeVisible();
  expect(screen.queryByText(/another person/)).not.toBeInTheDocument();
  expect(screen.getAllByText("grey, striped").length).toBeGreaterThan(0);
});

test("a refused reservation shows the server's message or a default; a lost race offers similar stalls", async () => {
  const user = quickUser();
  const { server } = await openScreen(PLAN, smallHall());
  for (const [stallId, title, sentence] of [
    ["B1", "Stall Sold", "This stall has already been sold"],
    ["B2", "Stall Reserved", "This stall is currently reserved by another person"],
  ] as const) {
    await user.click(await stall(stallId));
    expect(screen.getByText(title)).toBeVisible();
    expect(screen.getByText(sentence)).toBeVisible();
  }
  expect(screen.queryByText("Stall Sold")).not.toBeInTheDocument();
  for (const [response, sentence] of [
    [errorResponse(409, "sales_closed", "Stall sales have closed."), "Stall sales have closed."],
    ["offline", "This stall is currently unavailable"],
  ] as const) {
    server.on(RESERVE, response);
    await reserve(user);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByText("Reservation Failed")).toBeVisible();
    await noDialog();
  }
  const similar = [
    { stallId: "B11", type: "General", price: 27000 },
    { stallId: "C1", type: "FoodCourt", price: 20000 },
    { stallId: "C2", type: "no type", price: 20000 },
  ];
  server.on(RESERVE, errorResponse(409, "stall_reserved", "Reserved by another person", { similar }));
  await reserve(user);
  const offer = await screen.findByRole("dialog", { name: "B12 has just gone" });
  expect(screen.getByText("Reservation Failed")).toBeInTheDocument();
  expect(within(offer).getByRole("button", { name: "C1, Food court, ₹20,000" })).toBeVisible();
  expect(within(offer).queryByRole("button", { name: /C2/ })).toBeNull();
  await user.click(within(offer).getByRole("button", { name: "B11, Standard, ₹27,000" }));
  expect(await screen.findByRole("dialog", { name: CONFIRM })).toHaveTextContent("B11");
});

test("the layout is polled every 10 seconds and changes are announced; a failed poll keeps the last plan, marked as stale", async () => {
  fakeClock();
  const { server } = await openScreen(PLAN, smallHall());
  await pass(0);
  const before = server.callsTo(LAYOUT).length;
  server.layout = server.layout.map((known) => (known.stallId === "B12" ? { ...known, status: "Sold" } : known));
  await pass(9.9);
  expect(server.callsTo(LAYOUT)).toHaveLength(before);
  await pass(0.2);
  expect(server.callsTo(LAYOUT)).toHaveLength(before + 1);
  await pass(0);
  expect(screen.getByText("B12 is now sold. 4 of 9 Stalls Available.")).toBeInTheDocument();
  server.on(LAYOUT, "offline");
  await pass(10);
  expect(server.callsTo(LAYOUT)).toHaveLength(before + 2);
  expect(screen.getByText(/^Last updated \d\d:\d\d, trying again$/)).toBeVisible();
  expect(await stall("B12")).toBeVisible();
});

test("a failed first load offers a retry", async () => {
  const user = quickUser();
  const server = smallHall();
  server.on(LAYOUT, { status: 500, error: {} });
  await openScreen(PLAN, server);
  expect(await screen.findByText("Availability unavailable")).toBeVisible();
  server.on(LAYOUT, () => ({ json: server.layout }));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await stall("B12")).toBeVisible();
});

test("a returning visitor can continue with the held stall, or release it after a confirmation", async () => {
  const user = fakeClock();
  const server = smallHall();
  server.holds("B12", 372);
  await openScreen(PLAN, server);
  expect(await screen.findByText("You hold B12")).toBeVisible();
  expect(screen.getByText("6:12 left")).toBeVisible();
  await pass(2);
  expect(screen.getByText("6:10 left")).toBeVisible();
  expect(await stall("B12")).toHaveTextContent("yours");
  expect(await stall("B12")).toHaveAccessibleName("Stall B12, Standard, ₹27,000, reserved for you");
  expect(screen.getByRole("link", { name: "Continue" })).toHaveAttribute(
    "href",
    "/paid-events/mela/register?stallId=B12&type=General&price=27000",
  );
  await user.click(screen.getByRole("button", { name: "Release" }));
  expect(server.callsTo("POST /mela/release")).toHaveLength(0);
  await user.click(await screen.findByRole("button", { name: "Release B12" }));
  expect(await screen.findByText("B12 released")).toBeVisible();
  expect(server.callsTo("POST /mela/release").map(({ body }) => body)).toEqual([{ stallId: "B12", ...OF_EVENT }]);
  await waitFor(() => expect(screen.queryByText("You hold B12")).not.toBeInTheDocument());
});

test("a failed release is not shown as released: the server is unreachable, or payment started in another tab", async () => {
  const user = quickUser();
  const server = smallHall();
  server.holds("B12", 372);
  server.on("POST /mela/release", "offline");
  await openScreen(PLAN, server);
  const release = async () => {
    await user.click(await reachable(await screen.findByRole("button", { name: "Release" })));
    await user.click(await screen.findByRole("button", { name: "Release B12" }));
    expect(await screen.findByText("B12 not released")).toBeVisible();
    expect(screen.queryByText("B12 released")).not.toBeInTheDocument();
  };
  await release();
  expect(screen.getByText(/stays reserved for you until its time is over/)).toBeVisible();
  server.on("POST /mela/release", () => {
    server.holds("B12", 900, { state: "paying", orderId: "MELA1" });
    return errorResponse(409, "payment_in_progress", "Your payment for this stall has already started.");
  });
  await release();
  expect(screen.getByText("Your payment for this stall has already started.")).toBeVisible();
  expect(await screen.findByText("You are paying for B12")).toBeVisible();
});

test("while paying the banner links to the payment and has no release button", async () => {
  const server = smallHall();
  server.holds("A7", 900, { state: "paying", orderId: "MELA1" });
  await openScreen(PLAN, server);
  expect(await screen.findByText("You are paying for A7")).toBeVisible();
  expect(screen.getByRole("link", { name: "Continue to payment" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Release" })).not.toBeInTheDocument();
});

test("the list shows the same stalls, filters and sorts by query parameters, and reserves", async () => {
  const user = quickUser();
  const { address } = await openScreen(`${PLAN}?view=list`, smallHall());
  expect(await screen.findByText("9 stalls")).toBeVisible();
  await user.selectOptions(screen.getByLabelText("Type"), "Premium");
  await user.selectOptions(screen.getByLabelText("Status"), "Available");
  expect(screen.getByText("3 stalls")).toBeVisible();
  expect(address()).toBe(`${PLAN}?view=list&type=Premium&status=Available`);
  const rows = () => screen.getAllByRole("rowheader").map((header) => header.textContent.slice(0, 3));
  expect(rows()[0]).toBe("A2P");
  const column = screen.getByRole("columnheader", { name: "Stall" });
  expect(column).toHaveAttribute("aria-sort", "ascending");
  await user.click(within(column).getByRole("button"));
  expect(screen.getByRole("columnheader", { name: "Stall" })).toHaveAttribute("aria-sort", "descending");
  expect(rows()[0]).toBe("A20");
  // Phones hide the columns of type and price: the select sorts them both ways.
  const sortBy = screen.getByLabelText("Sort by");
  expect(sortBy).toHaveDisplayValue("B50 to A1");
  await user.selectOptions(screen.getByLabelText("Type"), "All");
  await user.selectOptions(sortBy, "Lowest price");
  expect(rows()[0]).toMatch(/^B/);
  await user.selectOptions(sortBy, "Highest price");
  expect(rows()[0]).toBe("A2P");
  await user.click(screen.getByRole("button", { name: "Choose A20" }));
  expect(await screen.findByRole("dialog", { name: CONFIRM })).toHaveTextContent("A20");
});

describe("the sales window", () => {
  let changes = 0;
  /** Embeds these bounds in the page. */
  function embedWindow(salesOpenAt: string | null, salesCloseAt: string | null): PublicFacts {
    changes += 1;
    const facts = publicFacts({
      slug: "the-mela-2099",
      status: "published",
      event: { id: 1, version: 1, ...EXAMPLE_EVENT, salesOpenAt, salesCloseAt },
      organisation: { id: 1, version: 0, ...SEED_ORGANISATION },
      calendar: SEED_CALENDAR,
      arrival: NO_ARRIVAL,
      updatedAt: new Date(Date.UTC(2026, 10, 1, 0, 0, changes)).toISOString(),
    });
    embedFacts(facts);
    return facts;
  }
  /** Embeds these bounds in the page; the server returns them with its clock. */
  function serverWithWindow(salesOpenAt: string | null, salesCloseAt: string | null, serverTime: string): FakeServer {
    const facts = embedWindow(salesOpenAt, salesCloseAt);
    const server = smallHall();
    server.on("GET /mela/facts", { json: { ...facts, sales: "open", serverTime } as never });
    return server;
  }

  test("shows the plan and a countdown by the server's clock before sales open", async () => {
    const user = quickUser();
    await openScreen(PLAN, serverWithWindow("2099-11-01T04:30:00.000Z", null, "2099-11-01T03:00:00.000Z"));
    expect(await screen.findByText("Stall sales open on 1 November 2099, 10:00 IST.")).toBeVisible();
    expect(await screen.findByText(/^1 h (29|30) min$/)).toBeVisible();
    await user.click(await stall("B11"));
    expect(await screen.findByText("Stall sales have not opened yet")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("lets stalls be chosen once sales open, without a reload, within the seconds over which pages turn", async () => {
    const user = fakeClock();
    const soon = new Date(Date.now() + 1500).toISOString();
    const server = serverWithWindow(soon, null, new Date().toISOString());
    await openScreen(PLAN, server);
    await pass(0.1);
    expect(screen.getByRole("timer")).toBeVisible();
    const asked = server.callsTo("GET /mela/facts").length;
    await pass(1.5 + OPENING_SPREAD_MS / 1000);
    // It asks whether they do, after all.
    expect(server.callsTo("GET /mela/facts").length).toBeGreaterThan(asked);
    expect(screen.queryByRole("timer")).toBeNull();
    await user.click(await stall("B11"));
    expect(await settledDialog("dialog", CONFIRM)).toBeVisible();
  });

  test.each([
    ["no end", null],
    ["a later end", "2099-12-31T12:30:00.000Z"],
  ])("refuses reservations once the last day has closed, with %s of sales", async (_what, end) => {
    const user = quickUser();
    await openScreen(PLAN, serverWithWindow(null, end, "2099-12-04T14:30:00.000Z"));
    expect(await screen.findByText("The Mela is over.")).toBeVisible();
    expect(screen.queryByText(/Pick a stall/)).toBeNull();
    await user.click(await stall("B11"));
    expect(await screen.findByText("Stall sales have closed")).toBeVisible();
  });

  test("refuses reservations after sales closed, and shows when that was", async () => {
    const user = quickUser();
    await openScreen(PLAN, serverWithWindow(null, "2026-11-01T12:30:00.000Z", "2026-11-02T00:00:00.000Z"));
    expect(await screen.findByText("Stall sales closed on 1 November 2026, 18:00 IST.")).toBeVisible();
    expect(screen.getByText("A payment that was started before then still goes through.")).toBeVisible();
    expect(screen.queryByText(/Pick a stall/)).toBeNull();
    await user.click(await stall("B11"));
    expect(await screen.findByText("Stall sales have closed")).toBeVisible();
  });
});

describe("proof of work, when many reserve from one network", () => {
  const SOLUTION = { counter: 7, derivedKey: "00" };
  /** A web worker that finds the solution at once; e2e/hold.spec.ts tests real ones. */
  class Solver extends EventTarget {
    postMessage() {
      const data = { kind: "solved", solution: SOLUTION };
      queueMicrotask(() => this.dispatchEvent(new MessageEvent("message", { data })));
    }
    terminate() {
      // Nothing to stop.
    }
  }
  class NeverFinishes extends Solver {
    override postMessage() {
      queueMicrotask(() => this.dispatchEvent(new MessageEvent("message", { data: { kind: "tried" } })));
    }
  }
  const challengeOf = (nonce: string) => ({
    parameters: { algorithm: "SCRYPT", nonce, data: { tries: 64 } },
    signature: "00",
  });
  const proofRequired = (nonce: string) =>
    errorResponse(429, "proof_required", "Your browser has to be checked first.", { challenge: challengeOf(nonce) });

  beforeAll(() => import("../../api/proof"));
  beforeEach(() => void Object.assign(globalThis, { Worker: Solver }));

  test("solves the server's challenge, and the harder one after it, and reserves without user input", async () => {
    const user = quickUser();
    const { server } = await openScreen(PLAN, smallHall());
    server.on(RESERVE, ({ body }) => {
      const round = server.callsTo(RESERVE).length;
      return round < 3 ? proofRequired(`nonce ${round}`) : { status: 201, json: server.holds(body.stallId) };
    });
    await reserve(user);
    expect(await screen.findByRole("heading", { name: "Stall registration" })).toBeVisible();
    const sent = server
      .callsTo(RESERVE)
      .map(({ body: { stallId, proof } }) => [
        stallId,
        proof === undefined ? undefined : (JSON.parse(atob(proof)) as unknown),
      ]);
    expect(sent).toEqual([
      ["B12", undefined],
      ["B12", { challenge: challengeOf("nonce 1"), solution: SOLUTION }],
      ["B12", { challenge: challengeOf("nonce 2"), solution: SOLUTION }],
    ]);
  });

  test("is announced in a polite live region while it runs, and can be cancelled", async () => {
    const user = quickUser();
    const { server } = await openScreen(PLAN, smallHall());
    server.on(RESERVE, () => proofRequired("nonce"));
    Object.assign(globalThis, { Worker: NeverFinishes });
    const dialog = await reserve(user);
    const text = await within(dialog).findByText("Checking your browser...");
    expect(text.closest("[aria-live='polite']")).not.toBeNull();
    expect(within(dialog).getByText(/usually takes a few seconds/)).toBeVisible();
    const progress = within(dialog).getByRole("progressbar", { name: "Progress of the check" });
    const threads = Math.min(4, navigator.hardwareConcurrency);
    await waitFor(() => expect(progress).toHaveAttribute("aria-valuenow", String(Math.floor((threads / 64) * 100))));
    expect(isOff(within(dialog).getByRole("button", { name: "Reserving..." }))).toBe(true);
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await noDialog();
    expect(server.callsTo(RESERVE)).toHaveLength(1);
    expect(screen.queryByText("Reservation Failed")).not.toBeInTheDocument();
    expect(await reachable(await stall("B12"))).toHaveAccessibleName(/Available$/);
  });

  test("shows a plain message if the browser can't solve the challenge, and the server's message after twelve proofs", async () => {
    const user = quickUser();
    const { server } = await openScreen(PLAN, smallHall());
    server.on(RESERVE, () => proofRequired("nonce"));
    const noWorkers = (): never => {
      throw new Error("no threads here");
    };
    for (const [worker, calls, sentence] of [
      [noWorkers, 1, "We could not check your browser. Please try again in a moment, or from another device."],
      [Solver, 13, "Your browser has to be checked first."],
    ] as const) {
      Object.assign(globalThis, { Worker: worker });
      await reserve(user);
      expect(await screen.findByText(sentence)).toBeVisible();
      expect(screen.getByText("Reservation Failed")).toBeVisible();
      expect(server.callsTo(RESERVE)).toHaveLength(calls);
      // What failed on this side is said in the dialog, which stays.
      if (worker === noWorkers) await user.click(screen.getByRole("button", { name: "Cancel" }));
      await noDialog();
    }
  });

  test("explains a stall that is open to others first, and offers similar ones", async () => {
    const user = quickUser();
    const { server } = await openScreen(PLAN, smallHall());
    const sentence = "You had this stall twice within the hour. Please try again in a few minutes.";
    const similar = [{ stallId: "B11", type: "General", price: 27_000 }];
    server.on(RESERVE, errorResponse(429, "stall_paused", sentence, { retryAfterSeconds: 240, similar }));
    await reserve(user);
    const dialog = await screen.findByRole("dialog", { name: "B12 is open to others first" });
    expect(dialog).toHaveTextContent(sentence);
    expect(within(dialog).getByRole("button", { name: /^B11, Standard/ })).toBeVisible();
    expect(screen.queryByText("Reservation Failed")).not.toBeInTheDocument();
  });

  test("explains a blocked network, and links to support", async () => {
    const user = quickUser();
    const { server } = await openScreen(PLAN, smallHall());
    const sentence = "Too many stalls were kept from your network. Please write to us. help@example.com";
    server.on(RESERVE, errorResponse(403, "network_blocked", sentence, { contact: "help@example.com" }));
    await reserve(user);
    const dialog = await screen.findByRole("dialog", { name: "No reservations from your network for now" });
    expect(dialog).toHaveTextContent(sentence);
    expect(within(dialog).getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", "/support");
    await user.click(within(dialog).getByRole("button", { name: "Back to the plan" }));
    await noDialog();
  });
});

describe("plan geometry, list order and announcements", () => {
  const stalls = floorPlan();
  const stallOf = (stallId: string) => {
    const found = stalls.find((known) => known.stallId === stallId);
    if (found === undefined) throw new Error(stallId);
    return found;
  };

  test("neighbour follows rows and columns", () => {
    const go = (from: string, direction: Parameters<typeof neighbour>[2]) =>
      neighbour(stalls, stallOf(from), direction)?.stallId;
    expect(go("A1", "down")).toBe("A2");
    expect(go("A1", "right")).toBe("A11");
    expect(go("B12", "right")).toBe("A5");
    expect(go("B20", "right")).toBe("B21");
    expect(go("B4", "up")).toBeUndefined();
  });

  test.each([320, 360, 412, 768, 1280])(
    "openingZoom makes stalls at least 44 px wide in a window of %d px",
    (width) => {
      const stall = (openingZoom(width) * width * 10 * STALL_SCALE) / VIEW.width;
      expect(stall).toBeGreaterThanOrEqual(44 - 1e-9);
      // Zooms no further than needed.
      expect(openingZoom(width) === 1 || stall < 44.001).toBe(true);
    },
  );

  test("boxOf places a stall to scale; flagSide points to a walkway", () => {
    expect(boxOf(stallOf("B5"))).toEqual({ left: "1.3889%", top: "12.4324%", width: "6.9444%", height: "5.4054%" });
    expect(["B4", "B25", "B12", "B40", "A3", "A13"].map((id) => flagSide(stallOf(id)))).toEqual([
      "down",
      "up",
      "right",
      "left",
      "left",
      "right",
    ]);
  });

  test("filterStalls ignores unknown values; sortStalls orders ties by number", () => {
    expect(
      filterStalls(stalls, "Premium", "Sold")
        .map(({ stallId }) => stallId)
        .toSorted(),
    ).toEqual(["A1", "A11", "A12"]);
    expect(filterStalls(stalls, "Gold", "Gone")).toHaveLength(70);
    expect(sortFrom("-price")).toEqual({ column: "price", descending: true });
    expect(sortFrom("colour")).toEqual({ column: "stall", descending: false });
    const byPrice = sortStalls(stalls, { column: "price", descending: true }).map(({ stallId }) => stallId);
    expect(byPrice.slice(0, 3)).toEqual(["A1", "A2", "A3"]);
    expect(byPrice[20]).toBe("B1");
  });

  test("layoutChanges names a few changes, counts many, and is empty without any", () => {
    expect(layoutChanges(stalls, stalls)).toBe("");
    const sold = (ids: string[]) =>
      stalls.map((known) => (ids.includes(known.stallId) ? { ...known, status: "Sold" as const } : known));
    expect(layoutChanges(stalls, sold(["B12"]))).toBe("B12 is now sold. 52 of 70 Stalls Available.");
    expect(layoutChanges(stalls, sold(["B12", "B14", "B15", "B16"]))).toBe(
      "4 stalls changed. 49 of 70 Stalls Available.",
    );
  });
});
