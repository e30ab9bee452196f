import { generateKeyPairSync, sign } from "node:crypto";

/** DER: a value with its tag and length. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const SEQUENCE = 0x30;
/** ecdsa-with-SHA256 */
const ALGORITHM = der(SEQUENCE, der(0x06, Buffer.from("2a8648ce3d040302", "hex")));
/** The oid of a common name, and of the names that a certificate is for. */
const [COMMON_NAME, NAMES] = [der(0x06, Buffer.from("550403", "hex")), der(0x06, Buffer.from("551d11", "hex"))];

const timeOf = (at: Date) => der(0x18, Buffer.from(`${at.toISOString().replace(/\D/g, "").slice(0, 14)}Z`));

/**
 * Makes a key and a certificate that no authority signed, for a server in a test.
 *
 * @param name DNS name that it is for
 */
export function selfSigned(name: string, from: Date, until: Date): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const owner = der(SEQUENCE, der(0x31, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(name)))));
  const names = der(SEQUENCE, NAMES, der(0x04, der(SEQUENCE, der(0x82, Buffer.from(name)))));
  const content = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ALGORITHM,
    owner,
    der(SEQUENCE, timeOf(from), timeOf(until)),
    owner,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(SEQUENCE, names)),
  );
  const signature = sign("sha256", content, privateKey);
  const whole = der(SEQUENCE, content, ALGORITHM, der(0x03, Buffer.from([0]), signature));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString("base64")}\n-----END CERTIFICATE-----\n`,
  };
}
