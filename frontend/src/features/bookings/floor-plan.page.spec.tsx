import { pbkdf2Sync, webcrypto } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { createChallenge, solveChallenge, verifySolution } from "altcha-lib";
import type { Challenge, DeriveKeyFunction, Solution } from "altcha-lib/types";
import { fakeClock, pass } from "../../test/clock";
import { errorResponse, type FailedAnswer, FakeServer, gate } from "../../test/fake-server";
import { openScreen } from "../../test/render-site";
import { reachable } from "../../test/settled-dialog";

import userEvent, { type UserEvent } from "@testing-library/user-event";

const PLAN = "/paid-events/mela";
/** A stall's button by its number; by role and name it would take seconds among seventy. */
const stall = (stallId: string) =>
  waitFor(() => {
    const button = document.querySelector<HTMLElement>(`[data-stall="${stallId}"]`);
    if (button === null) throw new Error(`stall ${stallId} is not drawn`);
    return button;
  });

test("on a phone the legend is one line, which opens", async () => {
  const user = userEvent.setup();
  await openScreen(PLAN);
  const line = await screen.findByText("Legend");
  expect(screen.getByText("Reserved (10 min)")).not.toBeVisible();
  await user.click(line);
  for (const words of ["Reserved (10 min)", "Premium ₹36,000", "Standard ₹27,000"])
    expect(screen.getByText(words)).toBeVisible();
});

test("the plan stands before everything that is said about it", async () => {
  await openScreen(PLAN);
  const plan = await screen.findByRole("group", { name: /^Floor plan/ });
  for (const words of [/^3rd and 4th December, /, "Layout tentative"])
    expect(plan.compareDocumentPosition(screen.getByText(words))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("beside the plan the legend says status and type in words, with the prices", async () => {
  const usual = globalThis.matchMedia;
  globalThis.matchMedia = (media) => Object.assign(usual(media), { matches: media.includes("min-width") });
  await openScreen(PLAN);
  globalThis.matchMedia = usual;
  const legend = await screen.findByRole("region", { name: "Legend" });
  for (const words of ["Available", "Reserved (10 min)", "Sold"]) expect(within(legend).getByText(words)).toBeVisible();
  expect(await within(legend).findByText("Premium ₹36,000")).toBeVisible();
  expect(within(legend).getByText("Standard ₹27,000")).toBeVisible();
});

test("the text gives area, stall size, total and that the layout is tentative", async () => {
  await openScreen(PLAN);
  for (const fact of ["Mela area 170 x 140", "10' x 10' stalls", "Total 70 stalls", "Layout tentative"]) {
    expect(await screen.findByText(fact)).toBeVisible();
  }
});

test("70 stalls are buttons named by number, type, price and status", async () => {
  await openScreen(PLAN);
  const plan = await screen.findByRole("group", { name: /^Floor plan/ });
  const names = within(plan)
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label"));
  expect(names).toHaveLength(70);
  expect(names).toContain("Stall B12, Standard, ₹27,000, Available");
  expect(names).toContain("Stall A1, Premium, ₹36,000, Sold");
  expect(names).toContain("Stall B2, Standard, ₹27,000, Reserved");
});

test("a tooltip shows number, type, price and status on hover and on focus", async () => {
  const user = userEvent.setup();
  await openScreen(PLAN);
  const button = await stall("A5");
  await user.hover(button);
  expect(screen.getByRole("tooltip")).toHaveTextContent(/A5 · Premium.*₹36,000 · Reserved/);
  expect(button).toHaveAttribute("aria-describedby", "stall-tip");
  await user.unhover(button);
  expect(screen.queryByRole("tooltip")).not.toBeInTheDocument();
});

test("one stall is in the tab order; arrows, Home and End move the focus; Enter opens", async () => {
  const user = userEvent.setup();
  await openScreen(PLAN);
  const first = await stall("A1");
  const plan = screen.getByRole("group", { name: /^Floor plan/ });
  expect(
    within(plan)
      .getAllByRole("button")
      .filter((button) => button.tabIndex === 0),
  ).toEqual([first]);
  first.focus();
  await user.keyboard("{ArrowDown}");
  expect(await stall("A2")).toHaveFocus();
  await user.keyboard("{ArrowRight}");
  expect(await stall("A12")).toHaveFocus();
  await user.keyboard("{End}");
  expect(await stall("B50")).toHaveFocus();
  await user.keyboard("{Home}{ArrowDown}{Enter}");
  expect(await screen.findByRole("dialog", { name: "Confirm Stall Reservation" })).toBeVisible();
});

test("a sold stall toasts Stall Sold, a reserved one Stall Reserved", async () => {
  const user = userEvent.setup();
  await openScreen(PLAN);
  await user.click(await stall("B1"));
  expect(screen.getByText("Stall Sold")).toBeVisible();
  expect(screen.getByText("This stall has already been sold")).toBeVisible();
  await user.click(await stall("B2"));
  expect(screen.getByText("Stall Reserved")).toBeVisible();
  expect(screen.getByText("This stall is currently reserved by another person")).toBeVisible();
  expect(screen.queryByText("Stall Sold")).not.toBeInTheDocument();
});

test("an available stall asks, is reserved, and leads to the registration with stallId, type and price", async () => {
  const user = userEvent.setup();
  const { server, address } = await openScreen(PLAN);
  const held = gate();
  server.on("POST /mela/reserve", async () => {
    await held.opened;
    server.stall("B12").status = "Reserved";
    server.holds("B12");
    return { status: 201, json: { stallId: "B12", type: "General", price: 27000, expiresAt: "", serverTime: "" } };
  });
  await user.click(await stall("B12"));
  const dialog = await screen.findByRole("dialog", { name: "Confirm Stall Reservation" });
  expect(dialog).toHaveTextContent("B12");
  expect(dialog).toHaveTextContent("Standard");
  expect(dialog).toHaveTextContent("₹27,000");
  expect(dialog).toHaveTextContent(/reserved for you for 10 minutes during registration/);
  expect(within(dialog).getByRole("button", { name: "Cancel" })).toBeEnabled();
  await user.click(within(dialog).getByRole("button", { name: "Yes, Reserve" }));
  expect(await within(dialog).findByRole("button", { name: "Reserving..." })).toBeDisabled();
  held.open();
  expect(await screen.findByRole("heading", { name: "Stall registration" })).toBeVisible();
  expect(address()).toBe("/paid-events/mela/register?stallId=B12&type=General&price=27000");
  expect(server.callsTo("POST /mela/reserve").map(({ body }) => body)).toEqual([{ stallId: "B12" }]);
});

test("a first reservation waits for my-hold, whose late answer would make the browser another visitor", async () => {
  const user = userEvent.setup();
  const server = new FakeServer();
  const met = gate();
  server.on("GET /mela/my-hold", async () => {
    await met.opened;
    return { json: null };
  });
  await openScreen(PLAN, server);
  await user.click(await stall("B12"));
  await user.click(within(await screen.findByRole("dialog")).getByText("Yes, Reserve"));
  expect(await screen.findByRole("button", { name: "Reserving..." })).toBeDisabled();
  expect(server.callsTo("POST /mela/reserve")).toHaveLength(0);
  met.open();
  await waitFor(() => expect(server.callsTo("POST /mela/reserve")).toHaveLength(1));
  expect(server.callsTo("GET /mela/my-hold")).not.toHaveLength(0);
});

test("a failed reservation shows the server's message, or that the stall is unavailable", async () => {
  const user = userEvent.setup();
  const { server } = await openScreen(PLAN);
  server.on("POST /mela/reserve", errorResponse(409, "stall_sold", "This stall has already been sold"));
  const reserve = async () => {
    await user.click(await reachable(await stall("B12")));
    await user.click(within(await screen.findByRole("dialog")).getByText("Yes, Reserve"));
    expect(await screen.findByText("Reservation Failed")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  };
  await reserve();
  expect(screen.getByText("This stall has already been sold")).toBeVisible();
  server.on("POST /mela/reserve", "offline");
  await reserve();
  expect(await screen.findByText("This stall is currently unavailable")).toBeVisible();
});

test("a visitor who loses a race is offered similar free stalls", async () => {
  const user = userEvent.setup();
  const { server } = await openScreen(PLAN);
  server.on(
    "POST /mela/reserve",
    errorResponse(409, "stall_reserved", "This stall is currently reserved by another person", {
      similar: [{ stallId: "B11", type: "General", price: 27000 }],
    }),
  );
  await user.click(await stall("B12"));
  await user.click(within(await screen.findByRole("dialog")).getByText("Yes, Reserve"));
  const offer = await screen.findByRole("dialog", { name: "B12 has just gone" });
  expect(screen.getByText("Reservation Failed")).toBeInTheDocument();
  await user.click(within(offer).getByRole("button", { name: "B11, Standard, ₹27,000" }));
  expect(await screen.findByRole("dialog", { name: "Confirm Stall Reservation" })).toHaveTextContent("B11");
});

test("the layout refreshes every 10 seconds, and changes are announced", async () => {
  fakeClock();
  const { server } = await openScreen(PLAN);
  await pass(0);
  const before = server.callsTo("GET /mela/layout").length;
  server.layout = server.layout.map((known) => (known.stallId === "B12" ? { ...known, status: "Sold" } : known));
  await pass(9.9);
  expect(server.callsTo("GET /mela/layout")).toHaveLength(before);
  await pass(0.2);
  expect(server.callsTo("GET /mela/layout")).toHaveLength(before + 1);
  await pass(0);
  expect(screen.getByText("B12 is now sold. 52 of 70 Stalls Available.")).toBeInTheDocument();
  await pass(10);
  expect(server.callsTo("GET /mela/layout")).toHaveLength(before + 2);
});

test("a failed refresh keeps the last plan and says so; a failed first load offers to try again", async () => {
  const user = fakeClock();
  const server = new FakeServer();
  server.on("GET /mela/layout", { status: 500, error: {} });
  await openScreen(PLAN, server);
  expect(await screen.findByText("Availability unavailable")).toBeVisible();
  server.on("GET /mela/layout", () => ({ json: server.layout }));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await stall("B12")).toBeVisible();
  server.on("GET /mela/layout", "offline");
  await pass(10);
  expect(screen.getByText(/^Last updated \d\d:\d\d, trying again$/)).toBeVisible();
  expect(await stall("B12")).toBeVisible();
});

test("who comes back finds their stall: continue, or give up after a question", async () => {
  const user = fakeClock();
  const server = new FakeServer();
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
  expect(server.callsTo("POST /mela/release").map(({ body }) => body)).toEqual([{ stallId: "B12" }]);
  await waitFor(() => expect(screen.queryByText("You hold B12")).not.toBeInTheDocument());
});

test("while paying the banner leads on to the payment and can't give the stall up", async () => {
  const server = new FakeServer();
  server.holds("A7", 900, { state: "paying", orderId: "MELA1" });
  await openScreen(PLAN, server);
  expect(await screen.findByText("You are paying for A7")).toBeVisible();
  expect(screen.getByRole("link", { name: "Continue to payment" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Release" })).not.toBeInTheDocument();
});

test("the list shows the same stalls, filters and sorts by the address, and reserves alike", async () => {
  const user = userEvent.setup();
  const { address } = await openScreen(`${PLAN}?view=list`);
  expect(await screen.findByText("70 stalls")).toBeVisible();
  await user.selectOptions(screen.getByLabelText("Type"), "Premium");
  await user.selectOptions(screen.getByLabelText("Status"), "Available");
  expect(screen.getByText("15 stalls")).toBeVisible();
  expect(address()).toBe(`${PLAN}?view=list&type=Premium&status=Available`);
  const rows = () => screen.getAllByRole("rowheader").map((header) => header.textContent.slice(0, 3));
  expect(rows()[0]).toBe("A2P");
  const column = screen.getByRole("columnheader", { name: "Stall" });
  expect(column).toHaveAttribute("aria-sort", "ascending");
  await user.click(within(column).getByRole("button"));
  expect(screen.getByRole("columnheader", { name: "Stall" })).toHaveAttribute("aria-sort", "descending");
  expect(rows()[0]).toBe("A20");
  await user.click(screen.getByRole("button", { name: "Choose A20" }));
  expect(await screen.findByRole("dialog", { name: "Confirm Stall Reservation" })).toHaveTextContent("A20");
});

describe("when many reserve from one network", () => {
  const deriveKey: DeriveKeyFunction = ({ cost, keyLength }, salt, password) =>
    Promise.resolve({ derivedKey: pbkdf2Sync(password, salt, cost, keyLength, "sha256") });
  /** A thread of the browser's: altcha's own solver, in this one. */
  class SolvingWorker extends EventTarget {
    static started = 0;
    private readonly stop = new AbortController();
    constructor() {
      super();
      SolvingWorker.started += 1;
    }
    postMessage(message: { type: string; challenge: Challenge; counterStart: number; counterStep: number }) {
      if (message.type === "abort") {
        this.stop.abort();
        return;
      }
      void solveChallenge({ ...message, deriveKey, controller: this.stop }).then((data) =>
        this.dispatchEvent(new MessageEvent("message", { data })),
      );
    }
    terminate() {
      this.stop.abort();
    }
  }
  const SECRETS = { hmacSignatureSecret: "challenge", hmacKeySignatureSecret: "solution" };
  const ask = async (counter: number): Promise<FailedAnswer> => {
    const challenge = await createChallenge({ algorithm: "PBKDF2/SHA-256", cost: 1, counter, deriveKey, ...SECRETS });
    return errorResponse(429, "proof_required", "Your browser has to be checked first.", { challenge });
  };
  const isSolved = async (proof: unknown): Promise<boolean> => {
    if (typeof proof !== "string") return false;
    const payload = JSON.parse(atob(proof)) as { challenge: Challenge; solution: Solution };
    return (await verifySolution({ ...payload, deriveKey, ...SECRETS })).verified;
  };
  const confirm = async (user: UserEvent) => {
    await user.click(await reachable(await stall("B12")));
    const dialog = await screen.findByRole("dialog", { name: "Confirm Stall Reservation" });
    await user.click(within(dialog).getByRole("button", { name: "Yes, Reserve" }));
    return dialog;
  };

  beforeAll(async () => {
    // Node's, for jsdom has none; altcha signs with it.
    Object.defineProperty(globalThis, "crypto", { value: webcrypto, configurable: true });
    await import("./proof");
  });
  beforeEach(() => {
    SolvingWorker.started = 0;
    Object.assign(globalThis, { Worker: SolvingWorker });
  });

  test("the page solves what the server asks, again where it got harder, and reserves without a question", async () => {
    const user = userEvent.setup();
    const { server } = await openScreen(PLAN);
    const proofs: boolean[] = [];
    server.on("POST /mela/reserve", async ({ body }) => {
      const { stallId, proof } = body;
      if (server.callsTo("POST /mela/reserve").length > 1) proofs.push(await isSolved(proof));
      if (proofs.length < 2) return ask(20 + 30 * proofs.length);
      server.holds(stallId);
      return { status: 201, json: { stallId, type: "General", price: 27000, expiresAt: "", serverTime: "" } };
    });
    await confirm(user);
    expect(await screen.findByRole("heading", { name: "Stall registration" })).toBeVisible();
    expect(proofs).toEqual([true, true]);
    expect(SolvingWorker.started).toBeGreaterThanOrEqual(2);
    expect(server.callsTo("POST /mela/reserve").map(({ body }) => body)).toEqual([
      { stallId: "B12" },
      { stallId: "B12", proof: expect.any(String) },
      { stallId: "B12", proof: expect.any(String) },
    ]);
  });

  test("it says so meanwhile, politely, and can be cancelled", async () => {
    const user = userEvent.setup();
    const { server } = await openScreen(PLAN);
    // Beyond what is found in the test's time.
    server.on("POST /mela/reserve", () => ask(4_000_000_000));
    Object.assign(globalThis, {
      Worker: class extends EventTarget {
        postMessage() {
          // Never finishes.
        }
        terminate() {
          SolvingWorker.started -= 1;
        }
      },
    });
    const dialog = await confirm(user);
    const words = await within(dialog).findByText("Checking your browser…");
    expect(words.closest("[aria-live='polite']")).not.toBeNull();
    expect(within(dialog).getByText(/This takes a few seconds/)).toBeVisible();
    expect(within(dialog).getByRole("button", { name: "Reserving..." })).toBeDisabled();
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(server.callsTo("POST /mela/reserve")).toHaveLength(1);
    expect(screen.queryByText("Reservation Failed")).not.toBeInTheDocument();
    expect(await reachable(await stall("B12"))).toHaveAccessibleName(/Available$/);
  });

  test("a browser that cannot be checked gets a plain message", async () => {
    const user = userEvent.setup();
    const { server } = await openScreen(PLAN);
    server.on("POST /mela/reserve", () => ask(10));
    const none = (): never => {
      throw new Error("no threads here");
    };
    Object.assign(globalThis, { Worker: none });
    await confirm(user);
    expect(await screen.findByText("Reservation Failed")).toBeVisible();
    expect(
      screen.getByText("We could not check your browser. Please try again in a moment, or from another device."),
    ).toBeVisible();
  });

  test("after six proofs the server's message is shown", async () => {
    const user = userEvent.setup();
    const { server } = await openScreen(PLAN);
    server.on("POST /mela/reserve", () => ask(3));
    await confirm(user);
    expect(await screen.findByText("Reservation Failed")).toBeVisible();
    expect(screen.getByText("Your browser has to be checked first.")).toBeVisible();
    expect(server.callsTo("POST /mela/reserve")).toHaveLength(6);
  });

  test("a blocked network sees why, and where help is", async () => {
    const user = userEvent.setup();
    const { server } = await openScreen(PLAN);
    const sentence = "Too many stalls were kept from your network. Please write to us. help@example.com";
    server.on("POST /mela/reserve", errorResponse(403, "network_blocked", sentence, { contact: "help@example.com" }));
    await confirm(user);
    const announced = await screen.findByRole("dialog", { name: "No reservations from your network for now" });
    expect(announced).toHaveTextContent(sentence);
    expect(within(announced).getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", "/support");
    await user.click(within(announced).getByRole("button", { name: "Back to the plan" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });
});
