/** Runs the WhatsApp simulator; see simulators/README.md for its settings. */
import { run } from "../run.js";
import { SettingsReader } from "../settings.js";
import { startWhatsappSimulator } from "./server.js";

void run("WhatsApp simulator", async () => {
  const settings = new SettingsReader(process.env);
  const options = {
    port: settings.port("SIMULATOR_PORT"),
    host: settings.text("SIMULATOR_HOST"),
    webhookUrl: settings.address("SIMULATOR_WEBHOOK_URL"),
    approves: settings.text("SIMULATOR_APPROVES") === "on",
    token: settings.required("WHATSAPP_TOKEN"),
    phoneNumberId: settings.required("WHATSAPP_PHONE_NUMBER_ID"),
    accountId: settings.required("WHATSAPP_BUSINESS_ACCOUNT_ID"),
    appSecret: settings.required("WHATSAPP_APP_SECRET"),
  };
  settings.check();
  const simulator = await startWhatsappSimulator(options);
  return {
    line: `WhatsApp simulator: ${simulator.url} (API ${simulator.url}/v24.0, nothing reaches a phone)`,
    stop: simulator.stop,
  };
});
