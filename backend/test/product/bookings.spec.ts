import { afterAll, beforeAll, describe } from "@jest/globals";
import { TestProduct } from "@sakhi/testkit/product";
import { kills } from "./kills.js";
import { languages } from "./languages.js";
import { payments } from "./payments.js";

let product: TestProduct;

beforeAll(async () => {
  product = await TestProduct.start();
});
afterAll(() => product.stop());

// Kills run last: payments must not log any error.
describe("payments", () => payments(() => product));
describe("languages", () => languages(() => product));
describe("kills", () => kills(() => product));
