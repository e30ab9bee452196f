import { afterEach, expect, it } from "@jest/globals";
import { expectSuccess, type HttpVisitor } from "@sakhi/testkit/http-visitor";
import { TestProduct, type Verification } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";
import { bookingOf, bookingsOf, sellStall, untilState } from "./sale.js";

const ADMINISTRATOR = { username: "reviewer", password: "a-password-for-product-tests" };

let product: TestProduct;
async function start(ownTemporal = false): Promise<void> {
  product = await TestProduct.start({
    ownTemporal,
    settings: { ADMIN_USERNAME: ADMINISTRATOR.username, ADMIN_PASSWORD: ADMINISTRATOR.password },
  });
}
afterEach(() => product.stop());

async function administrator(): Promise<HttpVisitor> {
  const admin = product.visitor();
  expectSuccess(await admin.post("/api/v1/mela/admin/login", ADMINISTRATOR));
  return admin;
}

const sell = (stallId: string) => sellStall(product, stallId);

/** Two paid stalls of one order, with a confirmation of each in the payer's mailbox. */
async function sellTwo(stallId: string, further: string) {
  const visitor = product.visitor();
  expectSuccess(await visitor.reserve(stallId));
  expectSuccess(await visitor.reserve(further, true));
  const order = await visitor.registerAndInitiate(stallId);
  await product.payments.pay(order.orderId);
  await untilState(product, order.orderId, "sold");
  await product.mails.waitFor(order.email, 2);
  return order;
}

/** Subjects of all mails to an address besides keys, oldest first. */
async function subjectsTo(email: string): Promise<string[]> {
  return (await product.mails.withoutKeys(email)).map(({ subject }) => subject).toReversed();
}

/** Waits until a payer has this many keys, and returns whether each opens her booking, newest first. */
async function opensOf(email: string, count: number): Promise<boolean[]> {
  const keys = await until(`${count} keys to ${email}`, async () => {
    const found = await product.mails.keys(email);
    return found.length === count && found;
  });
  return Promise.all(
    keys.map(async (mail) => {
      const { text } = await product.mails.body(mail);
      const token = /\/my-booking#([\w.-]+)/.exec(text)?.[1];
      return (await product.visitor().post("/api/v1/mela/my-booking/session", { token })).status === 200;
    }),
  );
}

/** Every attached document with those who got it. */
async function documents(addresses: readonly string[]): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  for (const address of addresses) {
    for (const { attachments } of await product.mails.to(address)) {
      for (const { filename } of attachments.filter(({ contentType }) => contentType === "application/pdf")) {
        found.set(filename, (found.get(filename) ?? new Set()).add(address));
      }
    }
  }
  return found;
}

/** The broken and unchecked rules, with their rows. */
const problems = ({ results }: Verification): string[] =>
  results
    .filter(({ outcome }) => outcome !== "holds")
    .flatMap(({ name, outcome, violations, reason = "" }) =>
      outcome === "broken"
        ? violations.map(({ id, detail }) => `${name}: ${id} ${detail}`)
        : [`${name}: ${outcome} ${reason}`],
    );

/** Paid orders of the provider that are neither sold here, nor refunded there, nor an open issue. */
async function unaccounted(): Promise<string[]> {
  const found: string[] = [];
  for (const { order_id: orderId, order_status: status, order_amount: amount } of await product.payments.orders()) {
    if (status !== "PAID") continue;
    const { refunds } = await product.payments.order(orderId);
    const returned = refunds.reduce((sum, { refund_amount: refunded }) => sum + refunded, 0);
    const known = await product.query(
      `SELECT FROM orders o WHERE o.order_id = $1 AND o.state = 'paid'
       UNION ALL SELECT FROM issues i WHERE i.subject = $1 AND i.resolved_at IS NULL`,
      [orderId],
    );
    if (returned < amount && known.length === 0) found.push(orderId);
  }
  return found;
}

const stallsOf = (state: string): Promise<{ stall_id: string; email: string | null; invoice: string | null }[]> =>
  product.query(
    `SELECT stall_id, b.email, (SELECT min(i.number) FROM invoices i WHERE i.order_id = b.order_id AND i.kind = 'invoice') AS invoice
       FROM bookings b JOIN stalls USING (stall_key) WHERE b.state = $1 ORDER BY stall_id`,
    [state],
  );

it("a database restored from a backup sells nothing twice", async () => {
  await start();
  // Before the backup: two sales, one opened payment, one registration.
  const moved = await sell("A1");
  const cancelled = await sell("A2");
  const opened = await product.visitor().reserveAndInitiate("A4");
  const hesitant = product.visitor();
  const registered = await hesitant.reserveAndRegister("A6");
  await product.whenQuiet();
  await product.backUp();
  // An ordinary restart is no recovery.
  expect(await product.query("SELECT found FROM recoveries")).toEqual([]);

  // After it: what the backup does not have.
  const admin = await administrator();
  const lost = await sell("B1");
  const together = await sellTwo("B20", "B21");
  const { slug } = expectSuccess(await admin.get("/api/v1/mela/facts")).body as { slug: string };
  const offlineMail = "walk.in@example.com";
  expectSuccess(
    await admin.post(`/api/v1/mela/admin/stalls/B2/sell-offline?event=${slug}`, {
      ...{ fullName: "Kavita Rao", email: offlineMail, phoneNumber: "9811111111", businessName: "Kavita Pots" },
      ...{ pincode: "560001", method: "cash", reference: "R-17", reason: "paid at the desk" },
    }),
  );
  const owner = product.visitor();
  const listing = expectSuccess(
    await owner.post("/api/v1/cashfree/initiate", owner.application({ submissionType: "paid_listing" })),
  ).body;
  const listingOrder = String(listing["orderId"]);
  await product.payments.pay(listingOrder);
  await product.mails.waitFor(owner.email, 1);
  const cancelledId = (await bookingOf(product, cancelled.orderId)).id;
  expectSuccess(
    await admin.post(`/api/v1/mela/admin/bookings/${cancelledId}/cancel`, { refund: "full", reason: "she asked" }),
  );
  const movedId = (await bookingOf(product, moved.orderId)).id;
  expectSuccess(
    await admin.post(`/api/v1/mela/admin/bookings/${movedId}/move`, { toStallId: "A3", reason: "she asked" }),
  );
  await product.payments.pay(opened.orderId);
  await untilState(product, opened.orderId, "sold");
  const payment = hesitant.payment("A6", registered.orderId, registered.finalAmount);
  expectSuccess(await hesitant.initiate(payment));
  await product.payments.pay(registered.orderId);
  await untilState(product, registered.orderId, "sold");
  const late = await product.visitor().reserveAndInitiate("B42");
  const left = product.visitor();
  await left.reserveAndRegister("B7");
  expectSuccess(await left.release("B7"));
  await until("the refund to be paid out", async () => {
    const [refund] = await product.query<{ state: string }>("SELECT state FROM refunds WHERE order_id = $1", [
      cancelled.orderId,
    ]);
    return refund?.state === "succeeded";
  });
  await product.whenQuiet();
  await until(
    "Temporal to know of every end",
    async () => (await product.verify("--grace", "0", "--only", "run-has-unfinished")).exitCode === 0,
  );
  const payers = [moved, cancelled, opened, registered, lost, together].map(({ email }) => email);
  const everyone = [...payers, offlineMail, owner.email];
  const mailsBefore = new Map<string, string[]>();
  for (const email of everyone) mailsBefore.set(email, await subjectsTo(email));
  expect(await opensOf(lost.email, 1)).toEqual([true]);
  const documentsBefore = await documents(everyone);
  const soldBefore = await stallsOf("sold");
  expect(soldBefore.map(({ stall_id: id }) => id)).toEqual(["A3", "A4", "A6", "B1", "B2", "B20", "B21"]);
  const idsOf = async (orderId: string) => (await bookingsOf(product, orderId)).map(({ id, stallId }) => [id, stallId]);
  const togetherBefore = await idsOf(together.orderId);

  await product.loseAndRestore();

  // Nothing can be reserved, registered, paid or sold; the pages say so.
  const buyer = product.visitor();
  for (const stallId of ["B1", "B2", "A3", "B9"]) {
    expect((await buyer.reserve(stallId)).body).toMatchObject({ code: "sales_paused" });
  }
  expect((await buyer.get("/api/v1/mela/facts")).body).toMatchObject({ sales: "sales_paused" });
  const office = await administrator();
  expect((await office.get("/api/v1/mela/admin/recovery")).body).toMatchObject({
    recovery: { missing: expect.stringContaining("documents INV/"), items: [], unanswered: [] },
  });
  expect((await office.post("/api/v1/mela/admin/recovery/open", { reason: "too early" })).body).toMatchObject({
    code: "recovery_unread",
  });
  // Her order was opened before the loss; she pays now.
  await product.payments.pay(late.orderId);

  const { exitCode, output } = await product.recover();
  expect(output).toContain("Sales are paused.");
  expect(output).not.toContain("NO ANSWER");
  expect(exitCode).toBe(1);
  await product.whenQuiet();

  // Every stall has its one owner again, with the number that her invoice has.
  const soldAfter = await stallsOf("sold");
  const online = soldBefore.filter(({ stall_id: id }) => id !== "B2");
  expect(soldAfter.map(({ stall_id, email }) => [stall_id, email])).toEqual([
    ...online.map(({ stall_id, email }) => [stall_id, email]),
    ["B42", late.email],
  ]);
  for (const { stall_id: id, invoice } of online.filter(({ stall_id }) => ["B1", "B20", "B21"].includes(stall_id))) {
    expect(soldAfter.find(({ stall_id: stall }) => stall === id)?.invoice).toBe(invoice);
  }
  // Both stalls of one order, under the ids that their tickets have.
  expect(await idsOf(together.orderId)).toEqual(togetherBefore);
  // Who bought it offline, only the receipt knows.
  expect((await stallsOf("blocked")).map(({ stall_id: id }) => id)).toEqual(["B2"]);
  expect(await bookingOf(product, cancelled.orderId)).toMatchObject({ state: "released", reason: "cancelled" });

  // No mail twice, no number twice.
  expect(await product.mails.waitFor(late.email, 1)).toMatchObject([{ subject: expect.stringContaining("B42") }]);
  for (const email of everyone) expect([email, await subjectsTo(email)]).toEqual([email, mailsBefore.get(email)]);
  // The key in the mail before no longer opens anything: she has another, the buyer of a sale in the backup has not.
  expect(await opensOf(lost.email, 2)).toEqual([true, false]);
  expect(await product.mails.keys(moved.email)).toHaveLength(1);
  const issued = await documents([...everyone, late.email]);
  for (const [number, recipients] of issued) expect([number, [...recipients]]).toHaveLength(2);
  for (const recipients of issued.values()) expect(recipients.size).toBe(1);
  const [lateInvoice] = (await product.mails.withoutKeys(late.email))[0]!.attachments.map(({ filename }) => filename);
  expect([...documentsBefore.keys()]).not.toContain(lateInvoice);

  // Nobody's money is unaccounted for: the brand's is an issue, which is refunded.
  expect(await unaccounted()).toEqual([]);
  const issues = (await office.get("/api/v1/mela/admin/issues")).body["entries"] as {
    id: string;
    kind: string;
    orderId?: string;
  }[];
  expect(issues.map(({ kind }) => kind).toSorted()).toEqual(
    ["database_restored", "order_unknown", "sale_lost", ...Array<string>(4).fill("sale_restored")].toSorted(),
  );
  const unknown = issues.find(({ kind }) => kind === "order_unknown")!;
  expect(unknown.orderId).toBe(listingOrder);
  expectSuccess(
    await office.post(`/api/v1/mela/admin/issues/${unknown.id}/resolution`, {
      action: "refund_in_full",
      reason: "lost",
    }),
  );
  expect((await product.payments.order(listingOrder)).refunds).toMatchObject([{ refund_amount: 999 }]);
  expect(problems(await product.verify("--grace", "0"))).toEqual([expect.stringContaining("not-recovering")]);

  // A second reading changes nothing.
  await product.recover();
  expect((await stallsOf("sold")).length).toBe(soldAfter.length);

  // Only a person opens the sales.
  expect((await product.recover("open", "--reason", "all read")).output).toMatch(/stay paused.* no terminal .* --yes/);
  expectSuccess(await office.post("/api/v1/mela/admin/recovery/open", { reason: "Everything is accounted for" }));
  expect((await product.recover("status")).output).toContain("not in recovery");
  const next = await sell("B10");
  const [nextInvoice] = (await product.mails.withoutKeys(next.email))[0]!.attachments.map(({ filename }) => filename);
  expect([...issued.keys()]).not.toContain(nextInvoice);
  await product.whenQuiet();
  await until(
    "Temporal to know of every end",
    async () => (await product.verify("--grace", "0", "--only", "run-has-unfinished")).exitCode === 0,
  );
  expect(problems(await product.verify("--grace", "0"))).toEqual([]);

  // An ordinary restart afterwards finds nothing to recover.
  await product.jobs.kill();
  await product.jobs.start();
  expect((await product.recover()).output).toContain("nothing to recover");
});

it("nor if Temporal's data was lost with it: the folder outside names every order and every mailed number", async () => {
  await start(true);
  const before = await sell("A1");
  const hesitant = product.visitor();
  const registered = await hesitant.reserveAndRegister("A2");
  await product.whenQuiet();
  await product.backUp();

  const lost = await sell("B1");
  const payment = hesitant.payment("A2", registered.orderId, registered.finalAmount);
  expectSuccess(await hesitant.initiate(payment));
  await product.payments.pay(registered.orderId);
  await untilState(product, registered.orderId, "sold");
  const owner = product.visitor();
  const { body: listing } = expectSuccess(
    await owner.post("/api/v1/cashfree/initiate", owner.application({ submissionType: "paid_listing" })),
  );
  await product.payments.pay(String(listing["orderId"]));
  await product.mails.waitFor(owner.email, 1);
  const together = await sellTwo("B20", "B21");
  const unpaid = await product.visitor().reserveAndInitiate("B3");
  await product.whenQuiet();
  const everyone = [before, lost, registered, owner].map(({ email }) => email);
  const mailsBefore = await Promise.all(everyone.map(subjectsTo));
  const togetherBefore = await subjectsTo(together.email);
  const soldBefore = await stallsOf("sold");
  expect(soldBefore.map(({ stall_id: id }) => id)).toEqual(["A1", "A2", "B1", "B20", "B21"]);

  await product.loseAndRestore("temporal");
  expect((await product.visitor().reserve("B1")).body).toMatchObject({ code: "sales_paused" });
  const { exitCode, output } = await product.recover();
  expect([exitCode, output]).toEqual([1, expect.not.stringContaining("NO ANSWER")]);
  await product.whenQuiet();

  // The same stalls, the same buyers, the same numbers; no mail a second time.
  expect(await stallsOf("sold")).toEqual(soldBefore);
  expect(await Promise.all(everyone.map(subjectsTo))).toEqual(mailsBefore);
  // The id of the second stall's booking was in Temporal only: it has another one, and its payer the ticket of that one.
  expect(await subjectsTo(together.email)).toEqual([...togetherBefore, expect.stringMatching(/^Stall B21 is yours/)]);
  expect(await opensOf(lost.email, 2)).toEqual([true, false]);
  expect(await unaccounted()).toEqual([]);
  expect(await bookingOf(product, unpaid.orderId)).toMatchObject({ state: "paying" });
  const office = await administrator();
  const issues = (await office.get("/api/v1/mela/admin/issues")).body["entries"] as { kind: string }[];
  expect(issues.map(({ kind }) => kind).toSorted()).toEqual([
    ...["database_restored", "order_unknown", ...Array<string>(4).fill("sale_restored")],
  ]);
  expect((await product.recover("open", "--reason", "all read", "--yes")).output).toContain("Sales are open.");
  const next = await sell("B10");
  const issued = await documents([...everyone, next.email]);
  for (const [number, recipients] of issued) expect([number, [...recipients]]).toHaveLength(2);
  for (const recipients of issued.values()) expect(recipients.size).toBe(1);
});
