/** The SMTP side: takes every message of every sender, unless told otherwise. */
import { SMTPServer } from "smtp-server";
import type { SMTPServerDataStream, SMTPServerSession } from "smtp-server";
import type { Mailbox } from "./mailbox.js";
import type { Refusals } from "./errors.js";

/** The largest message taken. */
export const SIZE_LIMIT_BYTES = 10 * 1024 * 1024;

function smtpError(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code });
}

async function bytesOf(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    // Beyond the limit it is only read to its end, so that the sender gets the answer.
    if (!stream.sizeExceeded) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** smtp-server's connection; its types leave out what is needed to cut it. */
interface Connection {
  session: SMTPServerSession;
  _socket: { destroy(): void };
}

/** Makes the server; the caller listens and closes. */
export function smtpServer(mailbox: Mailbox, rejections: Refusals): SMTPServer {
  const cut = (session: SMTPServerSession) => {
    for (const connection of server.connections as Set<Connection>) {
      if (connection.session === session || connection.session.id === session.id)
        connection._socket.destroy();
    }
  };

  const take = async (
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
  ): Promise<"answer" | "cut"> => {
    const raw = await bytesOf(stream);
    if (stream.sizeExceeded) throw smtpError(552, "Message is larger than 10 MB");
    const { mailFrom, rcptTo } = session.envelope;
    const to = rcptTo.map(({ address }) => address);
    const apiError = rejections.take(to);
    if (apiError === "temporary") throw smtpError(451, "Told to refuse for now, try again later");
    if (apiError === "permanent") throw smtpError(550, "Told to refuse for good");
    await mailbox.add(raw, { from: mailFrom === false ? "" : mailFrom.address, to });
    return apiError === "drop-after-data" ? "cut" : "answer";
  };

  const server: SMTPServer = new SMTPServer({
    name: "mail-catcher",
    banner: "Mail catcher: nothing leaves this machine",
    disabledCommands: ["AUTH", "STARTTLS"],
    authOptional: true,
    disableReverseLookup: true,
    size: SIZE_LIMIT_BYTES,
    closeTimeout: 500,
    onData(stream, session, callback) {
      take(stream, session).then(
        (course) => (course === "cut" ? cut(session) : callback()),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  // A sender that goes away in the middle is its own affair.
  server.on("error", (error) => {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return;
    console.error(`mail catcher: ${error.message}`);
  });
  return server;
}
