import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { eventually, until } from "@sakhi/testkit/until";
import { recordHistory } from "../../test/histories.js";
import { ListingRuns, LONG_MS } from "../../test/listing-runs.js";
import { attributesOf, timersOf } from "../../test/runs.js";
import { listingHistory } from "./listing.messages.js";

const runs = await ListingRuns.open();
afterAll(() => runs.worker.close());
beforeEach(() => runs.begin());

describe("listing for a paying application", () => {
  it("moves it to review if it is paid in the last second, without a notification", async () => {
    const id = await runs.payingFor("LIST2001");
    runs.store.order(id).status = "PAID";
    await runs.endWindowIn(id, 300);
    await runs.untilState(id, "under_review");
    expect(runs.store.calls).toContain("settleListingPayment");
    expect(runs.store.count("endUnpaidListingPayment")).toBe(0);
    runs.store.end(id, "rejected");
    const handle = await runs.nudge(id);
    await handle.result();
    await recordHistory("listing-paid-in-the-last-second", handle);
  });

  it("returns it to submitted if the window ends unpaid, and accepts another payment", async () => {
    const id = await runs.payingFor("LIST2002");
    await runs.endWindowIn(id, 200);
    await runs.untilState(id, "submitted");
    const actions = runs.store.calls.filter((call) => call !== "lookUpApplication");
    expect(actions).toEqual(["closeListingPayment", "endUnpaidListingPayment"]);
    runs.store.pay(id, "LIST2003", LONG_MS);
    await runs.nudgeAndWait(id);
    runs.store.order(id).status = "PAID";
    runs.store.settle("LIST2003");
    const handle = await runs.nudgeAndWait(id);
    await eventually("stage under review", async () => (await attributesOf(handle))["Stage"] === "under_review");
    await recordHistory("listing-paid-again", await runs.withdraw(id));
  });

  it("moves it to review if it is paid after the termination was requested", async () => {
    const id = await runs.payingFor("LIST2004");
    runs.store.order(id).pendingAttempt = true;
    const handle = await runs.endWindowIn(id, 200);
    await eventually("stage closing", async () => (await handle.query(listingHistory)).stage === "closing");
    await until("another closing step", () => Promise.resolve(runs.store.count("closeListingPayment") > 1));
    expect(runs.store.state(id)).toBe("paying");
    Object.assign(runs.store.order(id), { pendingAttempt: false, status: "PAID" });
    await runs.untilState(id, "under_review");
    expect(runs.store.count("endUnpaidListingPayment")).toBe(0);
    await eventually("stage under review", async () => (await attributesOf(handle))["Stage"] === "under_review");
    await recordHistory("listing-termination-requested-paid", await runs.withdraw(id));
  });

  it("returns it to submitted if the provider never received the order", async () => {
    const id = runs.store.submit();
    runs.store.startPayment(id, "LIST2005", LONG_MS);
    await runs.nudge(id);
    await runs.untilState(id, "submitted");
    expect(runs.store.happened(id)).toEqual(["submitted", "payment_started", "payment_not_opened"]);
    await recordHistory("listing-payment-not-opened", await runs.withdraw(id));
  });

  it("retries an unreachable provider indefinitely", async () => {
    const id = await runs.payingFor("LIST2006");
    runs.store.reachable = false;
    await runs.endWindowIn(id, 100);
    await until("several attempts", () => Promise.resolve(runs.store.count("closeListingPayment") >= 4));
    expect(runs.store.state(id)).toBe("paying");
    runs.store.reachable = true;
    await runs.untilState(id, "submitted");
    await recordHistory("listing-provider-unreachable", await runs.withdraw(id));
  });

  it("backs off while a paid order waits for an operator", async () => {
    const id = await runs.payingFor("LIST2007");
    runs.store.order(id).status = "PAID";
    const settle = runs.store.settleListingPayment;
    let attempts = 0;
    runs.store.settleListingPayment = async (orderId) => {
      attempts += 1;
      if (attempts > 3) return await settle(orderId);
      return { outcome: "issue", pendingAttempts: 0 };
    };
    const handle = await runs.endWindowIn(id, 100);
    await runs.untilState(id, "under_review");
    const rests = (await timersOf(handle)).filter(({ summary }) => summary.includes("nothing has moved"));
    expect(rests.length).toBeGreaterThanOrEqual(2);
  });

  it("sleeps for the rest of the window if the order is not due by the database's clock", async () => {
    const lookUp = runs.store.lookUpApplication;
    // The lookup reports that the window is over, as with a fast clock.
    runs.store.lookUpApplication = async (...args) => {
      const facts = await lookUp(...args);
      const early = facts.due?.what === "close_payment" && runs.store.count("closeListingPayment") === 0;
      return early ? { ...facts, due: { what: "close_payment", inMs: 0 } } : facts;
    };
    const id = runs.store.submit();
    runs.store.pay(id, "LIST2008", LONG_MS);
    const handle = await runs.nudge(id);
    await eventually("a timer", async () => (await timersOf(handle)).length > 0);
    const [timer] = await timersOf(handle);
    expect(timer?.summary).toBe("Payment window ends");
    // Minus the time that passed before it was set.
    expect(timer?.seconds).toBeGreaterThan(LONG_MS / 1_000 / 2);
    expect(runs.store.count("closeListingPayment")).toBe(1);
    expect(runs.store.order(id).status).toBe("ACTIVE");
  });
});

describe("listing for a renewal's order", () => {
  it("closes it while the listing stays live and its year continues", async () => {
    runs.begin(LONG_MS);
    const { id, handle } = await runs.live();
    runs.store.pay(id, "LIST3001", 200);
    await runs.nudge(id);
    await until("the order's end", () => Promise.resolve(runs.store.happened(id).includes("order_closed")));
    expect(runs.store.state(id)).toBe("live");
    await runs.endYearIn(id, 1_500);
    expect(await handle.result()).toEqual({ outcome: "expired" });
    expect(await attributesOf(handle)).not.toHaveProperty("OrderId");
    await recordHistory("listing-renewal-not-paid", handle);
  });

  it("drops it if the provider never received it", async () => {
    runs.begin(LONG_MS);
    const { id, handle } = await runs.live();
    runs.store.startPayment(id, "LIST3002", LONG_MS);
    await runs.nudge(id);
    await until("the dropped order", () => Promise.resolve(runs.store.happened(id).includes("renewal_not_opened")));
    await runs.endYearIn(id, 100);
    expect(await handle.result()).toEqual({ outcome: "expired" });
  });

  it("keeps an expired listing's run open until it is final", async () => {
    const { id, handle } = await runs.live();
    await handle.result();
    runs.store.pay(id, "LIST3003", 400);
    const again = await runs.nudge(id);
    await until("a check", () => Promise.resolve(runs.store.calls.at(-1) === "lookUpApplication"));
    expect(await again.result()).toEqual({ outcome: "expired" });
    expect(runs.store.happened(id).slice(-2)).toEqual(["termination_requested", "order_closed"]);
    await recordHistory("listing-renewal-after-the-end-not-paid", again);
  });
});
