import { getSystemErrorName } from "node:util";
import { type Failure, withCauses } from "../log/causes.js";
import { describeError } from "../log/log.js";

const NO_ANSWER = "no answer in time";
const NOT_TRUSTED = "its certificate is of an authority that this machine does not trust";
const EXPIRED = "its certificate has expired";
const OTHER_NAME = "its certificate is for another name";
const REFUSED = "the connection is refused";
const CUT = "the connection was cut";
const NO_WAY = "there is no way to it";
const UNKNOWN_NAME = "DNS does not know its name";
const NO_DNS = "DNS does not answer";
const NO_TLS = "it does not speak TLS, or no version that we do";
const LOGIN = "PostgreSQL refuses the role or its password";

/** What codes of the system, OpenSSL, DNS, undici and PostgreSQL mean. */
const CAUSES: Readonly<Record<string, string>> = {
  ...{ ECONNREFUSED: REFUSED, ECONNRESET: CUT, EPIPE: CUT, ECONNABORTED: CUT, UND_ERR_SOCKET: CUT },
  ...{ EHOSTUNREACH: NO_WAY, ENETUNREACH: NO_WAY, EADDRNOTAVAIL: NO_WAY, EHOSTDOWN: NO_WAY },
  ...{ ETIMEDOUT: NO_ANSWER, ESOCKETTIMEDOUT: NO_ANSWER, UND_ERR_CONNECT_TIMEOUT: NO_ANSWER },
  ...{ UND_ERR_HEADERS_TIMEOUT: NO_ANSWER, UND_ERR_BODY_TIMEOUT: NO_ANSWER },
  ...{ ENOTFOUND: UNKNOWN_NAME, ENODATA: UNKNOWN_NAME, EAI_NODATA: UNKNOWN_NAME, EAI_NONAME: UNKNOWN_NAME },
  ...{ EAI_AGAIN: NO_DNS, EAI_FAIL: NO_DNS, ETIMEOUT: NO_DNS, ESERVFAIL: NO_DNS, EREFUSED: NO_DNS },
  ...{ CERT_HAS_EXPIRED: EXPIRED, CERT_NOT_YET_VALID: "its certificate is not valid yet" },
  ...{ CERT_REVOKED: "its certificate is revoked", ERR_TLS_CERT_ALTNAME_INVALID: OTHER_NAME },
  ...{ HOSTNAME_MISMATCH: OTHER_NAME, DEPTH_ZERO_SELF_SIGNED_CERT: NOT_TRUSTED },
  ...{
    SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
    CERT_UNTRUSTED: NOT_TRUSTED,
  },
  ...{ UNABLE_TO_GET_ISSUER_CERT: NOT_TRUSTED, UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_TRUSTED },
  ...{ ENOSPC: "its disk is full", EDQUOT: "its share of the disk is used up", EROFS: "its disk is read-only" },
  ...{ EFBIG: "the file would be larger than a limit of this machine allows" },
  ...{ "53100": "PostgreSQL's disk is full", "53200": "PostgreSQL has no memory left" },
  ...{ "53300": "PostgreSQL has no connection left", "57P01": "PostgreSQL was stopped" },
  ...{ "57P03": "PostgreSQL is starting or stopping", "58030": "PostgreSQL cannot read or write its files" },
  ...{ "28000": LOGIN, "28P01": LOGIN, "3D000": "there is no such database" },
  ...{ ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS, EPROTO: NO_TLS, ERR_SSL_UNSUPPORTED_PROTOCOL: NO_TLS },
  ...{ ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: NO_TLS, ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS },
};

/** nodemailer replaces OpenSSL's code by its own and keeps the message, whose words are always the same. */
const SAID: readonly (readonly [RegExp, string])[] = [
  [/certificate has expired/i, EXPIRED],
  [/does not match certificate's altnames/i, OTHER_NAME],
  [/self[- ]signed certificate|local issuer certificate|verify the first certificate/i, NOT_TRUSTED],
  [/wrong version number/i, NO_TLS],
  [/timeout|timed out|before the deadline/i, NO_ANSWER],
  [/^Connection terminated\b/, CUT],
];

/**
 * Says in words why something outside this process gave no answer, with the code in brackets: certificate, DNS, refused,
 * timeout. `fetch` hides it in `cause`, and a name with several addresses in `errors`. Never quotes a message, which may have
 * an address or a password. An error that says nothing of this is described as {@link describeError} does.
 */
export function outsideFailure(error: unknown): string {
  return knownFailure(error) ?? describeError(error);
}

/** The same; undefined for an error that says nothing of this. */
export function knownFailure(error: unknown): string | undefined {
  for (const each of withCauses(error)) {
    const code = codeOf(each);
    const words = CAUSES[code];
    if (words !== undefined) return `${words} (${code})`;
    const name = String(each.name);
    if (name === "TimeoutError" || name === "AbortError") return `${NO_ANSWER} (${name})`;
    const said = SAID.find(([pattern]) => pattern.test(String(each.message)))?.[1];
    if (said !== undefined) return code === "" ? said : `${said} (${code})`;
  }
  return undefined;
}

/** The code of the system, also where a library has replaced it by its own and kept the number. */
function codeOf({ code, errno }: Failure): string {
  if (typeof code === "string" && code in CAUSES) return code;
  if (typeof errno === "number" && errno < 0) return getSystemErrorName(errno);
  return typeof code === "string" ? code : "";
}
