import "reflect-metadata";
import { startCommand } from "./platform/commands/start-command.js";
import { CloudApiClient } from "./whatsapp/cloud-api.client.js";
import { runWhatsappCommand } from "./whatsapp/whatsapp-templates-command.js";

/** `npm run whatsapp`: the templates of messages by WhatsApp, at Meta. */
void startCommand((config) =>
  runWhatsappCommand(
    process.argv.slice(2),
    config.whatsapp === undefined ? undefined : new CloudApiClient(config),
    (line) => console.log(line),
  ),
);
