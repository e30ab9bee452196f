import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "@jest/globals";
import { testConfig } from "../../test/support/config.js";
import { MailSender } from "./mail.sender.js";

/** An SMTP server that offers a login but no TLS, as seen behind an attacker who strips STARTTLS. */
const received: string[] = [];
const server = createServer((socket) => {
  socket.write("220 mail\r\n");
  socket.on("data", (chunk) => {
    const line = chunk.toString();
    received.push(line);
    if (line.startsWith("EHLO")) socket.write("250-mail\r\n250 AUTH PLAIN LOGIN\r\n");
    else if (line.startsWith("QUIT")) socket.end("221 bye\r\n");
    else socket.write("500 no\r\n");
  });
  socket.on("error", () => undefined);
});
afterEach(() => new Promise((closed) => server.close(closed)));

describe("MailSender", () => {
  it("never sends the password to a server without TLS", async () => {
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as AddressInfo;
    const sender = new MailSender(
      testConfig({
        DATABASE_URL: "postgres://localhost/none",
        SMTP_URL: `smtp://mela:hunter2hunter2@127.0.0.1:${port}`,
      }),
    );
    const sending = sender.send({
      id: "1",
      to: { name: "Asha", address: "asha@example.org" },
      createdAt: new Date(),
      content: { subject: "s", text: "t", html: "<p>t</p>", pictures: [] },
      attachments: [],
    });
    await expect(sending).rejects.toMatchObject({ name: "MailRejected", permanent: false });
    sender.onApplicationShutdown();
    expect(received.some((line) => line.startsWith("EHLO"))).toBe(true);
    expect(received.filter((line) => line.startsWith("AUTH"))).toEqual([]);
  });
});
