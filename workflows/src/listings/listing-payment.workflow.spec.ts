import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { recordHistory } from "../../test/histories.js";
import { ListingRuns, LONG_MS } from "../../test/listing-runs.js";
import { attributesOf, timersOf } from "../../test/runs.js";
import { eventually, until } from "@sakhi/testkit/until";
import { listingHistory } from "./listing.messages.js";

const runs = await ListingRuns.open();
afterAll(() => runs.worker.close());
beforeEach(() => runs.begin());

describe("a paying application", () => {
  it("is reviewed when paid in the last second, though nobody notified us", async () => {
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

  it("goes back to submitted when the window ends unpaid, and can pay again", async () => {
    const id = await runs.payingFor("LIST2002");
    await runs.endWindowIn(id, 200);
    await runs.untilState(id, "submitted");
    const actions = runs.store.calls.filter((call) => call !== "lookUpApplication");
    expect(actions).toEqual(["closeListingPayment", "endUnpaidListingPayment"]);
    runs.store.pay(id, "LIST2003", LONG_MS);
    await runs.nudgeAndSee(id);
    runs.store.order(id).status = "PAID";
    runs.store.settle("LIST2003");
    const handle = await runs.nudgeAndSee(id);
    await eventually("stage under review", async () => (await attributesOf(handle))["Stage"] === "under_review");
    await recordHistory("listing-paid-again", await runs.withdraw(id));
  });

  it("is reviewed when it is paid after termination was requested", async () => {
    const id = await runs.payingFor("LIST2004");
    runs.store.order(id).pendingAttempt = true;
    const handle = await runs.endWindowIn(id, 200);
    await eventually("stage closing", async () => (await handle.query(listingHistory)).stage === "closing");
    await until("it to ask again", () => Promise.resolve(runs.store.count("closeListingPayment") > 1));
    expect(runs.store.state(id)).toBe("paying");
    Object.assign(runs.store.order(id), { pendingAttempt: false, status: "PAID" });
    await runs.untilState(id, "under_review");
    expect(runs.store.count("endUnpaidListingPayment")).toBe(0);
    await eventually("stage under review", async () => (await attributesOf(handle))["Stage"] === "under_review");
    await recordHistory("listing-termination-requested-paid", await runs.withdraw(id));
  });

  it("goes back when the provider never got the order", async () => {
    const id = runs.store.submit();
    runs.store.startPayment(id, "LIST2005", LONG_MS);
    await runs.nudge(id);
    await runs.untilState(id, "submitted");
    expect(runs.store.happened(id)).toEqual(["submitted", "payment_started", "payment_not_opened"]);
    await recordHistory("listing-payment-not-opened", await runs.withdraw(id));
  });

  it("never gives up on a provider that does not answer", async () => {
    const id = await runs.payingFor("LIST2006");
    runs.store.reachable = false;
    await runs.endWindowIn(id, 100);
    await until("several tries", () => Promise.resolve(runs.store.count("closeListingPayment") >= 4));
    expect(runs.store.state(id)).toBe("paying");
    runs.store.reachable = true;
    await runs.untilState(id, "submitted");
    await recordHistory("listing-provider-unreachable", await runs.withdraw(id));
  });

  it("waits for the operator when it is paid and yet not to be taken", async () => {
    const id = await runs.payingFor("LIST2007");
    runs.store.order(id).status = "PAID";
    const settle = runs.store.settleListingPayment;
    let asked = 0;
    runs.store.settleListingPayment = async (orderId) => {
      asked += 1;
      if (asked > 3) return await settle(orderId);
      return { outcome: "issue", pendingAttempts: 0 };
    };
    const handle = await runs.endWindowIn(id, 100);
    await runs.untilState(id, "under_review");
    const rests = (await timersOf(handle)).filter(({ summary }) => summary.includes("nothing has moved"));
    expect(rests.length).toBeGreaterThanOrEqual(2);
  });

  it("sleeps the rest of its window when the order is not due by the database's clock", async () => {
    const lookUp = runs.store.lookUpApplication;
    // The lookup reports that the window is over, as a clock that runs ahead would.
    runs.store.lookUpApplication = async (...args) => {
      const facts = await lookUp(...args);
      const early = facts.due?.what === "close_payment" && runs.store.count("closeListingPayment") === 0;
      return early ? { ...facts, due: { what: "close_payment", inMs: 0 } } : facts;
    };
    const id = runs.store.submit();
    runs.store.pay(id, "LIST2008", LONG_MS);
    const handle = await runs.nudge(id);
    await eventually("it to sleep", async () => (await timersOf(handle)).length > 0);
    const [timer] = await timersOf(handle);
    expect(timer?.summary).toBe("Payment window ends");
    // Less what passed before it was set.
    expect(timer?.seconds).toBeGreaterThan(LONG_MS / 1_000 / 2);
    expect(runs.store.count("closeListingPayment")).toBe(1);
    expect(runs.store.order(id).status).toBe("ACTIVE");
  });
});

describe("a renewal's order", () => {
  it("is closed while the listing stays live, and its year goes on", async () => {
    runs.begin(LONG_MS);
    const { id, handle } = await runs.live();
    runs.store.pay(id, "LIST3001", 200);
    await runs.nudge(id);
    await until("its end", () => Promise.resolve(runs.store.happened(id).includes("order_closed")));
    expect(runs.store.state(id)).toBe("live");
    await runs.endYearIn(id, 1_500);
    expect(await handle.result()).toEqual({ outcome: "expired" });
    expect(await attributesOf(handle)).not.toHaveProperty("OrderId");
    await recordHistory("listing-renewal-not-paid", handle);
  });

  it("that the provider never got is let go, too", async () => {
    runs.begin(LONG_MS);
    const { id, handle } = await runs.live();
    runs.store.startPayment(id, "LIST3002", LONG_MS);
    await runs.nudge(id);
    await until("that", () => Promise.resolve(runs.store.happened(id).includes("renewal_not_opened")));
    await runs.endYearIn(id, 100);
    expect(await handle.result()).toEqual({ outcome: "expired" });
  });

  it("keeps the run of an expired listing open until it is final", async () => {
    const { id, handle } = await runs.live();
    await handle.result();
    runs.store.pay(id, "LIST3003", 400);
    const again = await runs.nudge(id);
    await until("a look", () => Promise.resolve(runs.store.calls.at(-1) === "lookUpApplication"));
    expect(await again.result()).toEqual({ outcome: "expired" });
    expect(runs.store.happened(id).slice(-2)).toEqual(["termination_requested", "order_closed"]);
    await recordHistory("listing-renewal-after-the-end-not-paid", again);
  });
});
