import { afterAll, beforeAll, describe } from "@jest/globals";
import { TestProduct } from "@sakhi/testkit/product";
import { kills } from "./kills.js";
import { languages } from "./languages.js";
import { payments } from "./payments.js";

let product: TestProduct;

beforeAll(async () => {
  // All visitors share one address.
  product = await TestProduct.start({ settings: { LIVE_HOLDS_PER_NETWORK: "40", HELD_SHARE_PERCENT: "100" } });
});
afterAll(() => product.stop());

// Kills run last: payments must not log any error.
describe("payments", () => payments(() => product));
describe("languages", () => languages(() => product));
describe("kills", () => kills(() => product));
