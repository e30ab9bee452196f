/** Runs the mail catcher; see simulators/README.md for its settings. */
import { run } from "../run.js";
import { SettingsReader } from "../settings.js";
import { startMailCatcher } from "./mail-catcher.js";

void run("mail catcher", async () => {
  const settings = new SettingsReader(process.env);
  const options = {
    smtpPort: settings.port("MAIL_SMTP_PORT"),
    httpPort: settings.port("MAIL_HTTP_PORT"),
    dataPath: settings.required("MAIL_DATA"),
  };
  settings.check();
  const catcher = await startMailCatcher(options);
  return { line: `mail catcher: ${catcher.url} (SMTP smtp://127.0.0.1:${catcher.smtpPort})`, stop: catcher.stop };
});
