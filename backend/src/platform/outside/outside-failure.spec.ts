import { createServer, type Server } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { afterAll, describe, expect, it } from "@jest/globals";
import { selfSigned } from "@sakhi/testkit/certificate";
import { freePort } from "@sakhi/testkit/ports";
import nodemailer from "nodemailer";
import { outsideFailure } from "./outside-failure.js";

const coded = (code: string, message = "to asha:secret@10.0.0.1") => Object.assign(new Error(message), { code });
/** As fetch throws. */
const fetchFailed = (cause: unknown) => new TypeError("fetch failed", { cause });
/** As nodemailer throws: its own code, the system's number, the message of OpenSSL. */
const ofNodemailer = (code: string, message: string, errno?: number) => Object.assign(coded(code, message), { errno });

describe("outsideFailure", () => {
  it.each<[unknown, string]>([
    [coded("ECONNREFUSED"), "the connection is refused (ECONNREFUSED)"],
    [fetchFailed(coded("ECONNREFUSED")), "the connection is refused (ECONNREFUSED)"],
    [fetchFailed(new AggregateError([coded("EHOSTUNREACH")])), "there is no way to it (EHOSTUNREACH)"],
    [fetchFailed(coded("ENOTFOUND")), "DNS does not know its name (ENOTFOUND)"],
    [fetchFailed(coded("EAI_AGAIN")), "DNS does not answer (EAI_AGAIN)"],
    [fetchFailed(coded("UND_ERR_SOCKET")), "the connection was cut (UND_ERR_SOCKET)"],
    [fetchFailed(coded("UND_ERR_CONNECT_TIMEOUT")), "no answer in time (UND_ERR_CONNECT_TIMEOUT)"],
    [
      fetchFailed(coded("SELF_SIGNED_CERT_IN_CHAIN")),
      "its certificate is of an authority that this machine does not trust (SELF_SIGNED_CERT_IN_CHAIN)",
    ],
    [fetchFailed(coded("CERT_HAS_EXPIRED")), "its certificate has expired (CERT_HAS_EXPIRED)"],
    [
      fetchFailed(coded("ERR_TLS_CERT_ALTNAME_INVALID")),
      "its certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)",
    ],
    [Object.assign(new Error("x"), { name: "TimeoutError", code: 23 }), "no answer in time (TimeoutError)"],
    [ofNodemailer("ESOCKET", "connect ECONNREFUSED 10.0.0.1:25", -111), "the connection is refused (ECONNREFUSED)"],
    [
      ofNodemailer("ESOCKET", "self-signed certificate"),
      "its certificate is of an authority that this machine does not trust (ESOCKET)",
    ],
    [ofNodemailer("ESOCKET", "certificate has expired"), "its certificate has expired (ESOCKET)"],
    [ofNodemailer("ETIMEDOUT", "Connection timeout"), "no answer in time (ETIMEDOUT)"],
    // As Temporal's client throws.
    [new Error("Failed to connect before the deadline"), "no answer in time"],
    // Disks, and PostgreSQL.
    [coded("ENOSPC"), "its disk is full (ENOSPC)"],
    [Object.assign(new Error("x"), { driverError: coded("53100") }), "PostgreSQL's disk is full (53100)"],
    [coded("53300"), "PostgreSQL has no connection left (53300)"],
    [new Error("Connection terminated unexpectedly"), "the connection was cut"],
    // Says nothing of what is outside.
    [new TypeError("phone 9876543210 is not a phone"), "TypeError"],
    [fetchFailed(undefined), "TypeError"],
    ["asha@example.org", "Error"],
  ])("%#: says the cause without the message", (error, words) => {
    expect(outsideFailure(error)).toBe(words);
  });
});

describe("what fetch and nodemailer really throw", () => {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });
  const listening = async (server: Server) => {
    servers.push(server);
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    return port;
  };
  const hour = (from: number) => new Date(Date.now() + from * 3_600_000);
  const withCertificate = (name: string, from: number, until: number) =>
    listening(createTlsServer(selfSigned(name, hour(from), hour(until)), (socket) => socket.end()));
  const asked = (url: string): Promise<string> =>
    fetch(url, { signal: AbortSignal.timeout(120_000) }).then(() => "an answer", outsideFailure);

  it("is said in words", async () => {
    const silent = await listening(createServer());
    const cutting = await listening(createServer((socket) => socket.destroy()));
    const own = await withCertificate("localhost", -1, 1);
    expect({
      refused: await asked(`http://127.0.0.1:${await freePort()}`),
      cut: await asked(`http://127.0.0.1:${cutting}`),
      untrusted: await asked(`https://localhost:${own}`),
      noTls: await asked(
        `https://127.0.0.1:${await listening(createServer((socket) => socket.end("HTTP/1.1 400 \r\n\r\n")))}`,
      ),
      silent: await fetch(`http://127.0.0.1:${silent}`, { signal: AbortSignal.timeout(50) }).then(
        () => "an answer",
        outsideFailure,
      ),
    }).toEqual({
      refused: "the connection is refused (ECONNREFUSED)",
      cut: expect.stringMatching(/^the connection was cut \((UND_ERR_SOCKET|ECONNRESET)\)$/),
      untrusted: expect.stringMatching(
        /^its certificate is of an authority that this machine does not trust \(DEPTH_ZERO/,
      ),
      noTls: expect.stringMatching(/^it does not speak TLS/),
      silent: "no answer in time (TimeoutError)",
    });
  });

  it("is said of a mail server", async () => {
    const verified = async (url: string): Promise<string> => {
      const transport = nodemailer.createTransport({ url, connectionTimeout: 120_000 });
      try {
        return await transport.verify().then(() => "an answer", outsideFailure);
      } finally {
        transport.close();
      }
    };
    expect(await verified(`smtp://127.0.0.1:${await freePort()}`)).toBe("the connection is refused (ECONNREFUSED)");
    const port = await withCertificate("localhost", -1, 1);
    expect(await verified(`smtps://localhost:${port}`)).toMatch(/^its certificate is of an authority/);
  });
});
