import { describe, expect, test } from "@jest/globals";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { DesignedPlan } from "../../../../api/admin-api";
import { AdminServer } from "../../../../test/admin-server";
import { errorResponse } from "../../../../test/fake-server";
import { openView } from "../../../../test/open-dashboard";

const PLAN = "GET /mela/admin/events/the-mela-2099/plan";
const SAVE = "PUT /mela/admin/events/the-mela-2099/plan/draft";
const B12 = { number: "B12", type: "General", x: 20, y: 40, width: 10, height: 10, turn: 0 };
const PRICES = {
  published: [{ ...B12, price: 35_000 }],
  removed: [],
  types: [
    { type: "General", price: 27_000 },
    { type: "Premium", price: 36_000 },
  ],
};
const AREA = { width: 140, height: 180, fixtures: [] };

/** A draft with B12 this far from the left. */
function designed(x: number, version: number): DesignedPlan {
  const plan = { ...AREA, stalls: [{ ...B12, x }] };
  return { draft: { plan, version }, live: [], published: { ...AREA, stalls: [B12] }, prices: PRICES };
}

const stall = (place: string) =>
  screen.findByRole("button", { name: new RegExp(`^Stall B12, .*, ${place} feet from the left`) });

/** Somebody else saves while B12 is moved. */
async function conflict() {
  const server = new AdminServer();
  let stored = designed(20, 1);
  server.read(PLAN, () => ({ json: stored }));
  server.on(
    SAVE,
    errorResponse(409, "plan_changed", "Somebody else has saved or published this plan in the meantime."),
  );
  const view = await openView("?view=plan&draw=on", server);
  const drawn = await stall("20");
  drawn.focus();
  await view.user.keyboard(" ");
  stored = designed(60, 2);
  fireEvent.keyDown(drawn, { key: "ArrowRight" });
  await stall("25");
  const alert = await screen.findByRole("alert", {}, { timeout: 5_000 });
  server.on(SAVE, { json: { version: 3, changedAt: "2026-11-21T08:00:00.000Z" } });
  return { ...view, server, alert };
}

test("says at once that somebody else saved: an alert above the drawing, which keeps the focus", async () => {
  const { alert } = await conflict();
  expect(alert).toHaveTextContent(
    /^Somebody else has saved or published this plan in the meantime\. Yours is not saved\./,
  );
  const drawn = await stall("25");
  expect(alert.compareDocumentPosition(drawn)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(drawn).toHaveFocus();
});

test.each([
  ["Keep my plan", "25"],
  ["Load theirs", "60"],
])("%s: the alert goes, and the stall is %s feet from the left", async (button, place) => {
  const { user, alert } = await conflict();
  await user.click(screen.getByRole("button", { name: button }));
  await waitFor(() => expect(alert).not.toBeInTheDocument());
  expect(await stall(place)).toBeVisible();
});

test.each<[string, DesignedPlan["draft"]["plan"]["stalls"], readonly string[]]>([
  ["renumbered", [{ ...B12, number: "B99" }], ["A price of their own, which stays (1)", "B12 → B99: ₹35,000"]],
  ["deleted", [{ ...B12, number: "B1", x: 90 }], ["A price of their own, which no stall has now (1)", "B12: ₹35,000"]],
  ["moved while it is sold", [{ ...B12, x: 90 }], ["A stall with a booking has moved:", "B12 (sold)"]],
])("Compare says what happens to a stall with a price of its own that is %s", async (_, stalls, texts) => {
  const server = new AdminServer();
  const stored = { ...designed(20, 1), draft: { plan: { ...AREA, stalls }, version: 1 } };
  server.read(PLAN, () => ({ json: { ...stored, live: [{ number: "B12", state: "sold" }] } }));
  const { user } = await openView("?view=plan&draw=on", server);
  await user.click(await screen.findByRole("button", { name: "Compare" }));
  const dialog = await screen.findByRole("dialog");
  for (const text of texts) expect(dialog).toHaveTextContent(text);
});

describe("Import", () => {
  const chooses = async (file: string | Uint8Array<ArrayBuffer>, name = "plan.csv") => {
    const server = new AdminServer();
    server.read(PLAN, () => ({ json: designed(20, 1) }));
    server.on(SAVE, { json: { version: 2, changedAt: "2026-11-21T08:00:00.000Z" } });
    const view = await openView("?view=plan&draw=on", server);
    await stall("20");
    const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
    // jsdom's files have no arrayBuffer().
    const picked = Object.assign(new File([bytes], name), { arrayBuffer: () => Promise.resolve(bytes.buffer) });
    await view.user.upload(screen.getByLabelText("Import", { selector: "input" }), picked);
    return view.user;
  };

  test("reads what a spreadsheet saved, by label and in Windows-1252", async () => {
    const file = "Stall No;Type;X;Y;Text;\r\nb 07;standard;30,0;40;caf\u00e9;\r\n;;;;;\r\nB08;PREMIUM;50;40";
    await chooses(Uint8Array.from(file, (sign) => sign.charCodeAt(0)));
    expect(await screen.findByRole("button", { name: /^Stall B7, Standard, 30 feet from the left/ })).toBeVisible();
    expect(screen.getByRole("button", { name: /^Stall B8, Premium, 50 feet from the left/ })).toBeVisible();
  });

  test("lists every fault with its line, and changes nothing", async () => {
    const rows = Array.from({ length: 40 }, (_, at) => `${at + 1}B,Gold,${at * 10},20`);
    const user = await chooses(["number,type,x,y", ...rows].join("\n"));
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent("Nothing was changed. Please correct the file:");
    expect(dialog).toHaveTextContent(/Line 2, column 1: number is a letter .*, not “1B”: is B1 meant\?/);
    expect(dialog).toHaveTextContent(/Line 41, column 5: type is one of .*Standard.*, not “Gold”\./);
    // The dialog hides the plan from everyone until it is closed.
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    expect(await stall("20")).toBeInTheDocument();
  });
});

describe("numbers", () => {
  const opened = async (more: Partial<DesignedPlan["draft"]["plan"]> = {}) => {
    const server = new AdminServer();
    const stored = designed(20, 1);
    server.read(PLAN, () => ({ json: { ...stored, draft: { plan: { ...stored.draft.plan, ...more }, version: 1 } } }));
    server.on(SAVE, { json: { version: 2, changedAt: "2026-11-21T08:00:00.000Z" } });
    return openView("?view=plan&draw=on", server);
  };

  test("another letter of a row begins with its own next number", async () => {
    const { user } = await opened();
    await user.click(await screen.findByRole("button", { name: "Add a row" }));
    expect(await screen.findByLabelText("First number")).toHaveValue("13");
    await user.clear(screen.getByLabelText("Letter"));
    await user.type(screen.getByLabelText("Letter"), "c");
    await waitFor(() => expect(screen.getByLabelText("First number")).toHaveValue("1"));
    expect(screen.getByRole("alertdialog")).toHaveTextContent("10 stalls from C1 to C10");
  });

  test("chosen stalls are renumbered as they stand, and taken numbers are said", async () => {
    const stalls = [B12, { ...B12, number: "B3", x: 0 }, { ...B12, number: "B1", x: 90, y: 90 }];
    const { user } = await opened({ stalls });
    for (const number of ["B12", "B3"]) {
      (await screen.findByRole("button", { name: new RegExp(`^Stall ${number},`) })).focus();
      await user.keyboard(" ");
    }
    await user.click(screen.getByRole("button", { name: "Renumber" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Renumber 2 stalls" });
    const first = screen.getByLabelText("First number");
    await user.clear(first);
    await user.type(first, "1");
    expect(dialog).toHaveTextContent("B12 → B2, B3 → B1. Other stalls have B1 already.");
    await user.clear(first);
    await user.type(first, "7");
    await user.click(screen.getByRole("button", { name: "Renumber", hidden: false }));
    expect(await screen.findByRole("button", { name: /^Stall B7, .*, 0 feet from the left/ })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: /^Stall B8, .*, 20 feet from the left/ })).toBeInTheDocument();
  });

  test("a field of numbers steps by arrow keys, not by the wheel, and says what it cannot take", async () => {
    const { user } = await opened();
    const drawn = await stall("20");
    drawn.focus();
    await user.keyboard(" ");
    const field = await screen.findByRole("spinbutton", { name: "From the left, in feet" });
    expect(field).not.toHaveAttribute("type", "number");
    field.focus();
    fireEvent.wheel(field, { deltaY: 100 });
    expect(field).toHaveValue("20");
    await user.keyboard("{ArrowUp}");
    expect(await stall("21")).toBeInTheDocument();
    await user.clear(field);
    await user.type(field, "1,0x");
    await user.tab();
    expect(field).toHaveValue("1,0x");
    expect(field).toHaveAccessibleDescription("A whole number from -5000 to 5000");
    await user.clear(field);
    await user.type(field, "३० ft{Enter}");
    expect(await stall("30")).toBeInTheDocument();
  });
});
