import { connect } from "node:tls";

/** Timeout of the TLS handshake, in ms. */
const HANDSHAKE_MS = 8_000;

/** An https address' certificate, and whether it has to be one that browsers accept. */
interface CertificateAddress {
  readonly host: string;
  readonly port: number;
  /** Whether one that is not valid for the host is an error. */
  readonly verified: boolean;
}

/**
 * Reads when the certificate ends that a host presents.
 *
 * @throws if nothing answers, or, `verified`, if it is not valid for that host
 */
export function certificateEnd({ host, port, verified }: CertificateAddress): Promise<Date> {
  return new Promise((resolve, reject) => {
    const options = { host, port, servername: host, timeout: HANDSHAKE_MS, rejectUnauthorized: verified };
    const socket = connect(options, () => {
      const { valid_to: end } = socket.getPeerCertificate();
      socket.destroy();
      const at = new Date(end);
      if (Number.isNaN(at.getTime())) reject(new Error("no certificate"));
      else resolve(at);
    });
    socket.once("timeout", () => socket.destroy(Object.assign(new Error("no answer"), { code: "ETIMEDOUT" })));
    socket.once("error", reject);
  });
}

/** The host and port of an https address; undefined for another one. */
export function tlsAddress(url: string): { readonly host: string; readonly port: number } | undefined {
  const { protocol, hostname, port } = new URL(url);
  return protocol === "https:" ? { host: hostname, port: port === "" ? 443 : Number(port) } : undefined;
}
