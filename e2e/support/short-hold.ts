import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { freePorts } from "@sakhi/testkit/ports";
import { baseEnv, ownProcess } from "@sakhi/testkit/product";
import { product } from "./product.js";

/**
 * Reserves a stall for the given seconds, through a temporary api process with the product's database, secrets and servers.
 * The product itself handles the hold from then on.
 */
export async function reserveBriefly(visitor: APIRequestContext, stallId: string, seconds: number): Promise<void> {
  const secrets = JSON.parse(readFileSync(join(product.dataDir, "secrets.json"), "utf8")) as Record<string, string>;
  const [port = 0] = await freePorts(1);
  const site = `http://127.0.0.1:${port}`;
  const folder = mkdtempSync(join(tmpdir(), "sakhi-short-hold-"));
  const api = ownProcess("api", join(folder, "api.log"), {
    ...baseEnv(),
    DATABASE_URL: product.databaseUrl,
    TEMPORAL_ADDRESS: product.temporalAddress,
    SMTP_URL: product.smtp,
    CASHFREE_ENV: "sandbox",
    CASHFREE_BASE_URL: `${product.simulator}/pg`,
    CASHFREE_CLIENT_ID: secrets["cashfreeClientId"] ?? "",
    CASHFREE_CLIENT_SECRET: secrets["cashfreeClientSecret"] ?? "",
    COOKIE_SECRET: secrets["cookieSecret"] ?? "",
    METRICS_TOKEN: secrets["metricsToken"] ?? "",
    LIVE_HOLDS_PER_NETWORK: "1000",
    HOLD_SECONDS: String(seconds),
    DATA_DIR: folder,
    PUBLIC_URL: site,
    PORT: String(port),
  });
  try {
    await api.start();
    const response = await visitor.post(`${site}/api/v1/mela/reserve`, { data: { stallId } });
    if (!response.ok()) throw new Error(`${stallId} could not be reserved: ${await response.text()}`);
  } finally {
    await api.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
