import { readFileSync } from "node:fs";
import { Mailbox } from "@sakhi/testkit/mailbox";
import { PaymentSimulator } from "@sakhi/testkit/payment-simulator";

/** Addresses of the running product's parts; written by the start script when it is ready. */
interface Product {
  readonly site: string;
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly temporalUi: string;
  readonly smtp: string;
  readonly mail: string;
  readonly simulator: string;
  readonly metricsToken: string;
  readonly dataDir: string;
}

/** Reads a variable that `npm test` sets. */
export function requiredEnv(variable: string): string {
  const value = process.env[variable];
  if (value === undefined) throw new Error(`${variable} is missing: run \`npm test -- e2e\``);
  return value;
}

/** The product under test. */
export const product = JSON.parse(readFileSync(requiredEnv("PRODUCT_ADDRESSES"), "utf8")) as Product;

export const mailbox = new Mailbox(product.mail);

/** Controls the payment simulator. */
export const simulator = new PaymentSimulator(product.simulator);
