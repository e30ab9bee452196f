import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import type { Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** What the server does with the next message: accepts it, refuses it, or accepts it and disconnects without a reply. */
export type SmtpBehaviour = "accept" | "refuse-later" | "refuse-recipient" | "refuse-message" | "hang-up-after-data";

/** A real SMTP server that stores all messages. */
export interface SmtpCatcher {
  readonly url: string;
  readonly raw: string[];
  /** Envelope recipients of each message. */
  readonly recipients: string[][];
  /** Moods for the next messages, in order; then "accept". */
  readonly behaviours: SmtpBehaviour[];
  parsed(): Promise<Email[]>;
  close(): Promise<void>;
}

const smtpError = (code: number): Error =>
  Object.assign(new Error("no such person as sunita@example.com"), { responseCode: code });

/** Starts a server, by default on a free port. */
export async function startSmtpCatcher(onPort = 0): Promise<SmtpCatcher> {
  const raw: string[] = [];
  const recipients: string[][] = [];
  const behaviours: SmtpBehaviour[] = [];
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo(_address, _session, done) {
      if (behaviours[0] === "refuse-recipient") {
        behaviours.shift();
        done(smtpError(550));
      } else {
        done();
      }
    },
    onData(stream, session, done) {
      const behaviour = behaviours.shift() ?? "accept";
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (behaviour === "refuse-later" || behaviour === "refuse-message") {
          done(smtpError(behaviour === "refuse-later" ? 451 : 554));
          return;
        }
        raw.push(Buffer.concat(chunks).toString("utf8"));
        recipients.push(session.envelope.rcptTo.map((one) => one.address));
        if (behaviour !== "hang-up-after-data") {
          done();
          return;
        }
        for (const connection of server.connections as Set<{ close(): void; _socket: { destroy(): void } }>) {
          connection._socket.destroy();
        }
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(onPort, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    raw,
    recipients,
    behaviours,
    parsed: async () => Promise.all(raw.map(async (message) => PostalMime.parse(message))),
    close: async () => new Promise((resolve) => server.close(() => resolve())),
  };
}
