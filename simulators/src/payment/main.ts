/** Runs the payment simulator; see simulators/README.md for its settings. */
import { run } from "../run.js";
import { SettingsReader } from "../settings.js";
import { startPaymentSimulator } from "./server.js";

void run("payment simulator", async () => {
  const settings = new SettingsReader(process.env);
  const options = {
    port: settings.port("SIMULATOR_PORT"),
    host: settings.text("SIMULATOR_HOST"),
    dataPath: settings.text("SIMULATOR_DATA"),
    minExpirySeconds: settings.number("SIMULATOR_MIN_EXPIRY_SECONDS", 900, 0, 86_400),
    webhookUrl: settings.address("SIMULATOR_WEBHOOK_URL"),
    webhookOrigin: settings.address("SIMULATOR_WEBHOOK_ORIGIN"),
    retryScale: settings.number("SIMULATOR_RETRY_SCALE", 1, 0, 1000, false),
    refundDelayMs: settings.number("SIMULATOR_REFUND_DELAY_MS", 2000, 0, 86_400_000),
    clientId: settings.required("CASHFREE_CLIENT_ID"),
    clientSecret: settings.required("CASHFREE_CLIENT_SECRET"),
  };
  settings.check();
  const simulator = await startPaymentSimulator(options);
  return { line: `payment simulator: ${simulator.url} (API ${simulator.url}/pg, no real money)`, stop: simulator.stop };
});
