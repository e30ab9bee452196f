import { afterAll, beforeAll, expect, it, jest } from "@jest/globals";
import { expectSuccess, type HttpVisitor } from "@sakhi/testkit/http-visitor";
import { TestProduct } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";

// A retry could hide a second offer.
jest.retryTimes(0);

const ADMINISTRATOR = { username: "organiser", password: "a-password-for-product-tests" };
const WAITING = "/api/v1/mela/waiting";

let product: TestProduct;
let admin: HttpVisitor;
let slug = "";
beforeAll(async () => {
  product = await TestProduct.start({
    settings: { ADMIN_USERNAME: ADMINISTRATOR.username, ADMIN_PASSWORD: ADMINISTRATOR.password },
  });
  admin = product.visitor();
  expectSuccess(await admin.post("/api/v1/mela/admin/login", ADMINISTRATOR));
  slug = ((await admin.get("/api/v1/mela/facts")).body as { slug: string }).slug;
  await product.query(
    `INSERT INTO bookings (id, stall_key, state, price_paise)
     SELECT gen_random_uuid(), stall_key, 'blocked', price_paise FROM stalls WHERE type = 'Premium'`,
  );
});
afterAll(() => product.stop());

/** The secret of the link in the newest mail to an address. */
async function linkOf(email: string): Promise<string> {
  let token = "";
  await until(`a mail to ${email}`, async () => {
    for (const mail of await product.mails.to(email))
      token = /\/waiting-list#([\w.-]+)/.exec((await product.mails.body(mail)).text)?.[1] ?? token;
    return token !== "";
  });
  return token;
}

/** Somebody who waits, and has opened the link in her mail. */
async function waits(number: number): Promise<{ readonly email: string; readonly token: string }> {
  const email = `waits${number}@example.com`;
  const form = { stallType: "Premium", fullName: "Asha Rao", email, phoneNumber: `98220${10_000 + number}` };
  expectSuccess(await product.visitor().post(`${WAITING}/join`, form));
  const token = await linkOf(email);
  expectSuccess(await product.visitor().post(`${WAITING}/view`, { token }));
  return { email, token };
}

const unblock = async (stallId: string): Promise<void> =>
  void expectSuccess(
    await admin.post(`/api/v1/mela/admin/stalls/${stallId}/unblock?event=${slug}`, { reason: "free again" }),
  );
const states = async (): Promise<string[]> =>
  (await product.query<{ state: string }>("SELECT state FROM waiting_places ORDER BY number")).map(
    ({ state }) => state,
  );
/** Starts the killed worker, and kills it again as soon as it has offered so many. */
async function killedAgainAt(offered: number): Promise<void> {
  await product.orchestrator.start();
  await until(
    `${offered} to be offered a stall`,
    async () => (await states()).filter((state) => state === "offered").length >= offered,
    120_000,
  );
  await product.orchestrator.kill();
}

it("offers freed stalls in order and once each, while the worker is killed, and to nobody else meanwhile", async () => {
  const people = [await waits(1), await waits(2), await waits(3), await waits(4)];
  await product.orchestrator.kill();
  await unblock("A1");
  await unblock("A2");
  // Nobody decides now, and nobody else gets them.
  for (const stallId of ["A1", "A2"]) {
    const { status, body } = await product.visitor().reserve(stallId);
    expect([status, body["code"]]).toEqual([409, "stall_reserved"]);
  }
  expect(await states()).toEqual(["waiting", "waiting", "waiting", "waiting"]);
  await killedAgainAt(1);
  await product.orchestrator.start();
  await until("both to be offered", async () => (await states())[1] === "offered", 120_000);
  expect(await states()).toEqual(["offered", "offered", "waiting", "waiting"]);

  // The first one's time ends while no worker runs; the second takes hers without one.
  await product.orchestrator.kill();
  const [first, second] = people;
  await product.query(
    "UPDATE waiting_places SET offer_until = clock_timestamp() - interval '1 second' WHERE email = $1",
    [first?.email],
  );
  const { stallId } = (await product.visitor().post(`${WAITING}/view`, { token: second?.token })).body as {
    stallId: string;
  };
  const hers = product.visitor();
  expectSuccess(await hers.post("/api/v1/mela/reserve", { stallId, offer: second?.token }));
  await killedAgainAt(1);
  await product.orchestrator.start();
  await until("the third to be offered a stall", async () => (await states())[2] === "offered", 120_000);
  expect(await states()).toEqual(["lapsed", "taken", "offered", "waiting"]);
  const offers = await product.query<{ address: string; count: string }>(
    "SELECT to_address AS address, count(*) FROM mails WHERE template = 'waiting-offer' GROUP BY 1 ORDER BY 1",
  );
  expect(offers.map(({ address, count }) => `${address} ${count}`)).toEqual(
    people.slice(0, 3).map(({ email }) => `${email} 1`),
  );
  const { results } = await product.verify("--only", "offered-stall-is-kept,offers-in-order,offers-end-in-time");
  expect(results.filter(({ outcome }) => outcome !== "holds")).toEqual([]);
}, 600_000);
