import { readFileSync } from "node:fs";
import { Mailbox } from "@sakhi/testkit/mailbox";
import { PaymentSimulator } from "@sakhi/testkit/payment-simulator";

/** Where the parts of a running product can be reached; written by the start script when it is ready. */
export interface Product {
  readonly site: string;
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly temporalUi: string;
  readonly mail: string;
  readonly simulator: string;
  readonly dataDir: string;
}

function read(variable: string): Product {
  const file = process.env[variable];
  if (file === undefined) throw new Error(`${variable} is missing: run \`npm test -- e2e\``);
  return JSON.parse(readFileSync(file, "utf8")) as Product;
}

/** The product with its usual windows: 10 minutes to register, 18 to pay. */
export const product = (): Product => read("PRODUCT_ADDRESSES");

/** The product whose holds end after 40 seconds and whose payment windows after 60. */
export const shortProduct = (): Product => read("PRODUCT_SHORT_ADDRESSES");

export const mailboxOf = (at: Product): Mailbox => new Mailbox(at.mail);

/** Drives the payment simulator as an operator would drive a sandbox. */
export const simulatorOf = (at: Product): PaymentSimulator => new PaymentSimulator(at.simulator);
