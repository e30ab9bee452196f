/** The mail catcher: an SMTP server that keeps what it gets, and a page to read it. */
import Fastify from "fastify";
import { Mailbox } from "./mailbox.js";
import { Refusals } from "./errors.js";
import { registerInbox } from "./routes.js";
import { smtpServer } from "./smtp.js";

export interface MailCatcherOptions {
  /** The folder of the stored messages. */
  dataPath: string;
  /** 0 or absent: any free port. */
  smtpPort?: number;
  httpPort?: number;
  /** Default 127.0.0.1 for SMTP and `localhost` (127.0.0.1 and ::1) for HTTP. */
  host?: string;
}

export interface MailCatcher {
  smtpPort: number;
  httpPort: number;
  /** The inbox page. */
  url: string;
  stop: () => Promise<void>;
}

/** Starts both servers and resolves once they listen. */
export async function startMailCatcher(options: MailCatcherOptions): Promise<MailCatcher> {
  const mailbox = new Mailbox(options.dataPath);
  const rejections = new Refusals();
  const smtp = smtpServer(mailbox, rejections);
  const app = Fastify({
    forceCloseConnections: true,
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  });
  registerInbox(app, mailbox, rejections);
  await new Promise<void>((resolve, reject) => {
    smtp.once("error", reject);
    smtp.listen(options.smtpPort ?? 0, options.host ?? "127.0.0.1", () => {
      smtp.off("error", reject);
      resolve();
    });
  });
  const stop = async () => {
    await app.close();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  };
  try {
    await app.listen({ port: options.httpPort ?? 0, host: options.host ?? "localhost" });
  } catch (error) {
    await stop();
    throw error;
  }
  const portOf = (address: ReturnType<typeof app.server.address>) =>
    typeof address === "object" && address !== null ? address.port : 0;
  const httpPort = portOf(app.server.address());
  return { smtpPort: portOf(smtp.server.address()), httpPort, url: `http://localhost:${httpPort}`, stop };
}
