import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "@sakhi/testkit/ports";
import { baseEnv, ownProcess } from "@sakhi/testkit/product";
import { product } from "./product.js";

/**
 * Runs `work` with the address of a temporary api process that has these settings, and the product's database, secrets and
 * servers. The product itself handles from then on what `work` has started.
 */
export async function withOwnApi<T>(
  settings: Readonly<Record<string, string>>,
  work: (site: string) => Promise<T>,
): Promise<T> {
  const secrets = JSON.parse(readFileSync(join(product.dataDir, "secrets.json"), "utf8")) as Record<string, string>;
  const [port = 0] = await freePorts(1);
  const site = `http://127.0.0.1:${port}`;
  const folder = mkdtempSync(join(tmpdir(), "sakhi-own-api-"));
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
    OVERLOAD: "off",
    LIVE_HOLDS_PER_NETWORK: "1000",
    DATA_DIR: folder,
    PUBLIC_URL: site,
    PORT: String(port),
    ...settings,
  });
  try {
    await api.start();
    return await work(site);
  } finally {
    await api.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
