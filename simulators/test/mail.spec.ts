import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { createTransport } from "nodemailer";
import { startMailCatcher } from "../src/mail/mail-catcher.js";
import type { MailCatcher } from "../src/mail/mail-catcher.js";
import { caller } from "./harness.js";
import type { Caller } from "./harness.js";

const dataPath = mkdtempSync(join(tmpdir(), "mail-"));
let catcher: MailCatcher;
let call: Caller;
beforeAll(async () => {
  catcher = await startMailCatcher({ dataPath });
  call = caller(catcher.url);
});
afterAll(async () => {
  await catcher.stop();
  rmSync(dataPath, { recursive: true });
});
beforeEach(async () => {
  await call("DELETE", "/api/messages");
});

const send = (change: object = {}) => {
  const transport = createTransport({ host: "127.0.0.1", port: catcher.smtpPort, ignoreTLS: true });
  return transport
    .sendMail({
      from: "Sakhi Bazaar <shop@example.org>",
      to: "asha@example.org",
      subject: "Stall B12 is yours – आशा",
      text: "Thank you",
      html: '<p>Thank <b>you</b> <img src="cid:logo"></p>',
      attachments: [
        { filename: "invoice.pdf", content: Buffer.from("%PDF-1.7"), contentType: "application/pdf" },
        { filename: "logo.png", content: Buffer.from([1, 2, 3]), cid: "logo" },
      ],
      ...change,
    })
    .finally(() => transport.close());
};

interface Summary {
  id: string;
  to: string[];
  subject: string;
  messageId: string;
  attachments: { filename: string; contentType: string; size: number }[];
}
const inbox = async (query = "") => (await call("GET", `/api/messages${query}`)).body as Summary[];

describe("the mail catcher", () => {
  it("stores a message with its parts, headers and attachments", async () => {
    await send({ messageId: "<booking-1@example.org>", bcc: "office@example.org" });
    const [message] = await inbox();
    expect(message).toMatchObject({
      from: "Sakhi Bazaar <shop@example.org>",
      to: ["asha@example.org", "office@example.org"],
      subject: "Stall B12 is yours – आशा",
      messageId: "<booking-1@example.org>",
    });
    expect(message?.attachments).toContainEqual({ filename: "invoice.pdf", contentType: "application/pdf", size: 8 });
    const { body: detail } = await call("GET", `/api/messages/${message?.id}`);
    expect(detail).toMatchObject({
      text: expect.stringContaining("Thank you"),
      html: expect.stringContaining("<b>you"),
    });
    expect((detail as { headers: { originalKey: string }[] }).headers.map((each) => each.originalKey)).toContain(
      "Message-ID",
    );
    const index = message?.attachments.findIndex(({ filename }) => filename === "invoice.pdf");
    const file = await call("GET", `/api/messages/${message?.id}/attachments/${index}`);
    expect([file.headers.get("content-type"), file.body]).toEqual(["application/pdf", "%PDF-1.7"]);
    const frame = await call("GET", `/messages/${message?.id}/html`);
    expect(frame.body).toMatch(/src="\/api\/messages\/.+\/attachments\/\d"/);
    expect(frame.headers.get("content-security-policy")).toContain("sandbox");
  });

  it("filters messages by recipient, newest first, and deletes them", async () => {
    await send();
    await send({ to: "usha@example.org", subject: "Hold expired" });
    expect((await inbox()).map(({ subject }) => subject)).toEqual(["Hold expired", "Stall B12 is yours – आशा"]);
    expect(await inbox("?to=ASHA@example.org")).toHaveLength(1);
    expect(await inbox("?to=asha")).toHaveLength(0);
    await call("DELETE", "/api/messages");
    expect(await inbox()).toEqual([]);
  });

  it("escapes message texts in the inbox", async () => {
    await send({ subject: "<script>alert(1)</script>" });
    const [message] = await inbox();
    const page = await call("GET", `/messages/${message?.id}`);
    expect(page.body).toContain("&#60;script&#62;alert(1)");
    expect(page.body).not.toContain("<script>alert(1)");
    expect((await call("GET", "/")).body).toContain("&#60;script&#62;alert(1)");
    expect((await call("GET", "/api/messages/none")).status).toBe(404);
    expect((await call("GET", `/api/messages/${message?.id}/attachments/9`)).status).toBe(404);
  });

  it("rejects messages above 10 MB", async () => {
    await expect(send({ text: "x".repeat(11 * 1024 * 1024) })).rejects.toMatchObject({ responseCode: 552 });
    expect(await inbox()).toEqual([]);
  });

  it("rejects a message that it cannot parse, and starts again", async () => {
    const depth = 300;
    const parts = Array.from(
      { length: depth },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    );
    const raw = `From: shop@example.org\r\nTo: asha@example.org\r\n${parts.join("")}Content-Type: text/plain\r\n\r\nx\r\n`;
    await expect(send({ raw, envelope: { from: "shop@example.org", to: "asha@example.org" } })).rejects.toThrow();
    expect(await inbox()).toEqual([]);
    await catcher.stop();
    catcher = await startMailCatcher({ dataPath });
    call = caller(catcher.url);
    expect(await inbox()).toEqual([]);
  });

  it("recovers a message whose index line was lost in a kill", async () => {
    await send({ subject: "one" });
    await send({ subject: "two" });
    await send({ subject: "three" });
    const before = await inbox();
    await catcher.stop();
    const index = join(dataPath, "index.jsonl");
    writeFileSync(index, readFileSync(index, "utf8").slice(0, -40));
    catcher = await startMailCatcher({ dataPath });
    call = caller(catcher.url);
    await send({ subject: "four" });
    await catcher.stop();
    catcher = await startMailCatcher({ dataPath });
    call = caller(catcher.url);
    const after = await inbox();
    expect(after.map(({ subject }) => subject)).toEqual(["four", "three", "two", "one"]);
    expect(after.slice(1)).toEqual(before);
  });
});
