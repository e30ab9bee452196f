import { beforeEach, expect, test } from "@jest/globals";
import { gatePath } from "@sakhi/domain/site/routes";
import { screen, within } from "@testing-library/react";
import type { GateListResponse, WalkInResponse } from "../../../api/admin-api";
import { AdminServer } from "../../../test/admin-server";
import { quickUser } from "../../../test/clock";
import { errorResponse } from "../../../test/fake-server";
import { openScreen } from "../../../test/render-site";

const SLUG = "the-mela-2099";
const LIST = `GET /mela/gate/${SLUG}/list` as const;
const NOW = `GET /mela/gate/${SLUG}/now` as const;
const WALK_INS = `GET /mela/gate/${SLUG}/walk-ins` as const;
const START = `POST /mela/gate/${SLUG}/walk-ins` as const;
const SALE = `GET /mela/gate/${SLUG}/walk-ins/w-1` as const;
const PAY = `POST /mela/gate/${SLUG}/walk-ins/w-1/pay` as const;
const CANCEL = `POST /mela/gate/${SLUG}/walk-ins/w-1/cancel` as const;

const LISTED: GateListResponse = {
  ...{ eventId: 1, slug: SLUG, title: "The Mela 2099", dates: "3–4 December 2099", days: ["2099-12-02"], gate: "" },
  ...{ now: "2099-12-03T04:30:00.000Z", version: "v1", keepUntil: "2099-12-05T00:00:00.000Z" },
  ...{ entries: [], arrivals: [], outcomes: [], former: [], cancelled: [] },
};
const aSale = (changes: Partial<WalkInResponse> = {}): WalkInResponse => ({
  ...{ bookingId: "w-1", stallId: "B12", stallType: "General", brand: "Meera Pottery", amount: 27_000 },
  ...{ by: "gauri", startedAt: new Date().toISOString(), state: "paying" },
  ...{ qr: "data:image/png;base64,iVBORw0KGgo=", payUntil: new Date(Date.now() + 595_000).toISOString() },
  serverTime: new Date().toISOString(),
  ...changes,
});

/** A gate with two free stalls; `sale` is what the sale's reads answer. */
function gateServer() {
  const server = new AdminServer();
  server.session = { ...server.session, username: "gauri", role: "gate", events: [SLUG] };
  const state = { sale: aSale() };
  server.on(LIST, () => ({ json: LISTED }));
  server.on(NOW, () => ({ json: { now: LISTED.now, version: "v1", arrivals: [], outcomes: [] } }));
  server.on(WALK_INS, () => ({
    json: {
      stalls: ["B12", "B13"].map((stallId) => ({ stallId, stallType: "General", price: 27_000 })),
      sales: [{ ...aSale(), qr: undefined, payUntil: undefined }],
    },
  }));
  server.on(START, () => ({ status: 201, json: state.sale }));
  server.on(SALE, () => ({ json: state.sale }));
  return { server, state };
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const fields = [
  [/^Full name/, "Meera Iyer"],
  [/^Email/, "meera@example.org"],
  [/^Phone/, "9811100001"],
  [/^Business name/, "Meera Pottery"],
  [/^Pincode/i, "560001"],
] as const;

test("sells a free stall: form, code, countdown, and that it is hers", async () => {
  const { server, state } = gateServer();
  await openScreen(gatePath(SLUG), server);
  const user = quickUser();
  await user.click(await screen.findByRole("button", { name: "Sell a free stall (UPI)" }));
  expect(await screen.findByText("2 stalls are free")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "B12, General, ₹27,000" }));
  const dialog = within(screen.getByRole("alertdialog", { name: "Sell B12 for ₹27,000" }));
  for (const [label, text] of fields) await user.type(dialog.getByLabelText(label), text);
  await user.click(dialog.getByRole("button", { name: "Show the code" }));
  expect(await screen.findByRole("img", { name: "UPI code for ₹27,000, stall B12" })).toBeVisible();
  expect(server.callsTo(START)[0]?.body).toMatchObject({ stallId: "B12", fullName: "Meera Iyer", pincode: "560001" });
  expect(screen.getByText(/^9:\d\d left to pay$/)).toBeVisible();
  state.sale = aSale({ state: "sold", qr: undefined, payUntil: undefined });
  expect(await screen.findByText("Paid: B12 is hers", undefined, { timeout: 10_000 })).toBeVisible();
  expect(screen.queryByRole("img", { name: /^UPI code/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Sell another stall" }));
  expect(await screen.findByRole("button", { name: /B12.*Meera Pottery.*Waits for payment/ })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Back to the list of holders" }));
  expect(await screen.findByRole("button", { name: "Scan a ticket" })).toBeVisible();
});

test("opens a sale by its address, cancels it, and says that the stall is free", async () => {
  const { server, state } = gateServer();
  server.on(CANCEL, () => {
    state.sale = aSale({ state: "ending", qr: undefined, payUntil: undefined });
    return { json: state.sale };
  });
  await openScreen(`${gatePath(SLUG)}&sell=w-1`, server);
  const user = quickUser();
  await user.click(await screen.findByRole("button", { name: "Cancel this sale" }));
  expect(await screen.findByText(/^The sale is being ended/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Cancel this sale" })).not.toBeInTheDocument();
  state.sale = aSale({ state: "free", qr: undefined, payUntil: undefined });
  expect(await screen.findByText("Not paid: B12 is free again", undefined, { timeout: 10_000 })).toBeVisible();
});

test("tries again when the provider gave no code, and says why it did not work", async () => {
  const { server, state } = gateServer();
  state.sale = aSale({ state: "unopened", qr: undefined, payUntil: undefined });
  server.on(PAY, () => errorResponse(503, "provider_unavailable", "The payment provider does not answer."));
  await openScreen(`${gatePath(SLUG)}&sell=w-1`, server);
  const user = quickUser();
  expect(await screen.findByText(/the payment provider did not answer/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("The payment provider does not answer.")).toBeVisible();
  server.on(PAY, () => {
    state.sale = aSale();
    return { json: state.sale };
  });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("img", { name: /^UPI code/ })).toBeVisible();
});

test("is not for a role that does not sell", async () => {
  const { server } = gateServer();
  server.session = { ...server.session, role: "viewer" };
  await openScreen(gatePath(SLUG), server);
  expect(await screen.findByText(/does not include/)).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Sell a free stall/ })).not.toBeInTheDocument();
});
