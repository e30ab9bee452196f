import { afterAll, beforeAll, describe } from "@jest/globals";
import { freePort } from "@sakhi/testkit/ports";
import { PostgresServer } from "@sakhi/testkit/postgres-server";
import { TestProduct } from "@sakhi/testkit/product";
import { databaseAway } from "./database-away.js";
import { LISTING_SETTINGS, listings } from "./listings.js";
import { temporalAway } from "./temporal-away.js";
import { verify } from "./verify.js";

let postgres: PostgresServer;
let product: TestProduct;

beforeAll(async () => {
  postgres = await PostgresServer.create(await freePort());
  product = await TestProduct.start({ ownTemporal: true, databaseServer: postgres.url, settings: LISTING_SETTINGS });
});
afterAll(async () => {
  await product.stop();
  await postgres.remove();
});

// Listings run first, since they must not log any error. Verification runs last, over the data of all outages.
describe("a listing's year", () => listings(() => product));
describe("while Temporal is unreachable", () => temporalAway(() => product));
describe("while PostgreSQL is unreachable", () => databaseAway(() => ({ product, postgres })));
describe("after the outages", () => verify(() => product));
