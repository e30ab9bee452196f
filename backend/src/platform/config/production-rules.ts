import { isAbsolute } from "node:path";
import ipaddr from "ipaddr.js";

/** What production demands of one setting; each is declared beside the setting's default (config.ts). */
export interface ProductionRule {
  /** What to write: the setting has no default in production. */
  readonly needs?: string;
  /**
   * What is wrong with a value, as the end of a sentence that starts with the setting's name; undefined if nothing is.
   * Never repeats a secret.
   */
  readonly problem?: (value: string, others: OtherSettings) => string | undefined;
  /** Likewise, but becomes wrong as time passes: a restart never fails because of it (see `readConfig`). */
  readonly expiryProblem?: (value: string, today: string) => string | undefined;
  /** What the value is trusted for and nobody can check from here: the end of "believed: <name> …". */
  readonly assumption?: (value: string, others: OtherSettings) => string | undefined;
}

/** The trimmed value of another setting; undefined if it is not given. */
export type OtherSettings = (name: string) => string | undefined;

/** Every value that can be read is safe in production. */
export const anyValue: ProductionRule = {};

/** Only the default. */
export const fixed = (value: string | number): ProductionRule => ({
  problem: (given) => (given === String(value) ? undefined : `must be ${value} in production: leave it out.`),
});

/** A whole number in this range. */
export const range = (least: number, most: number): ProductionRule => ({
  problem: (given) =>
    Number(given) >= least && Number(given) <= most ? undefined : `must be from ${least} to ${most} in production.`,
});

/** For trials only: not to be given at all. */
export const absent: ProductionRule = { problem: () => "is refused in production, it is for trials: leave it out." };

/** A setting without a default in production. @param what what to write */
export const needed = (what: string, rule: ProductionRule = anyValue): ProductionRule => ({ ...rule, needs: what });

// ── Addresses

/** Reserved domains, which no real server has (RFC 2606, RFC 6761). */
const EXAMPLE_DOMAIN =
  /(?:^|\.)(?:example|test|invalid|localhost|example\.(?:com|org|net|edu)|your-organisation\.in)$/i;
/** Names that only an inner network knows (RFC 6762, RFC 8375, ICANN's reservation of .internal). */
const INNER_DOMAIN = /\.(?:internal|local|lan|intranet|corp|home|home\.arpa)$/i;
/** Port of mail catchers such as Mailpit. */
const MAIL_CATCHER_PORT = "1025";

function urlOf(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, "");
const isAddress = (host: string): boolean => ipaddr.isValid(withoutBrackets(host));
const isExampleHost = (host: string): boolean => EXAMPLE_DOMAIN.test(host);

/** True for this machine: localhost and loopback addresses. */
export function isThisMachine(host: string): boolean {
  const plain = withoutBrackets(host);
  return plain === "localhost" || (ipaddr.isValid(plain) && ipaddr.process(plain).range() === "loopback");
}

/** True for a host that the internet may reach: neither reserved, nor private, nor the name of an inner network. */
export function isPublicHost(host: string): boolean {
  const plain = withoutBrackets(host);
  if (ipaddr.isValid(plain)) return ipaddr.process(plain).range() === "unicast";
  return plain.includes(".") && !isExampleHost(plain) && !INNER_DOMAIN.test(plain);
}

/** The address that visitors open. A server inside a network may have a name that only this network knows. */
export const publicAddress: ProductionRule = {
  problem: (value) => {
    const host = urlOf(value)?.hostname ?? "";
    const reachable = host.includes(".") && !isAddress(host) && !isExampleHost(host);
    return reachable ? undefined : `must be an address that visitors can reach, with a host name, not "${host}".`;
  },
};

/** Where the database's position is kept: on a disk that is not lost together with the database. */
export const recordFolder: ProductionRule = {
  problem: (value) =>
    value === "" || isAbsolute(value) ? undefined : "must be an absolute path: a relative one depends on the start.",
  assumption: (value) =>
    value === ""
      ? "is not set: only Temporal knows how far the database has come, and mails may be sent twice after a restore"
      : `is not lost together with the database: ${value}`,
};

/** True if the link to this host needs no encryption: this machine, or a name in PRIVATE_HOSTS. */
function isPrivateLink(host: string, others: OtherSettings): boolean {
  const listed = (others("PRIVATE_HOSTS") ?? "").split(",").map((each) => each.trim().toLowerCase());
  return isThisMachine(host) || listed.includes(withoutBrackets(host).toLowerCase());
}

const UNENCRYPTED = "so everything could be read on the way";
const OR_PRIVATE = "or name the host in PRIVATE_HOSTS if nobody else can read that network";

/** Modes in which pg checks the server's certificate. */
const CHECKED_MODES = new Set(["require", "verify-ca", "verify-full"]);

/** PostgreSQL: encrypted to other machines, a role with a strong password that is no superuser by name. */
export const databaseLink: ProductionRule = {
  problem: (value, others) => {
    const url = urlOf(value);
    if (url === undefined) return undefined;
    const role = decoded(url.username);
    if (role === "postgres") return "names the superuser postgres: make roles as deploy/postgres/sql/roles.sql does.";
    const mode = url.searchParams.get("sslmode") ?? "";
    if (!isPrivateLink(url.hostname, others) && !CHECKED_MODES.has(mode))
      return `leads to another machine unencrypted, ${UNENCRYPTED}: add ?sslmode=verify-full, ${OR_PRIVATE}.`;
    return passwordProblem(decoded(url.password), role);
  },
};

/** The owner's role, which only migrations use. */
export const ownersLink: ProductionRule = {
  problem: (value, others) => {
    const url = urlOf(value);
    const plain = urlOf(others("DATABASE_URL") ?? "");
    if (url !== undefined && plain !== undefined && decoded(url.username) === decoded(plain.username))
      return "has the role of DATABASE_URL: the processes' role must own no table (deploy/postgres/sql/roles.sql).";
    return databaseLink.problem?.(value, others);
  },
};

/** Redis: encrypted to other machines, with a strong password. */
export const redisLink: ProductionRule = {
  problem: (value, others) => {
    const url = urlOf(value);
    if (url === undefined) return undefined;
    if (url.password === "") return "has no password: write redis://:password@host:6379.";
    if (url.protocol !== "rediss:" && !isPrivateLink(url.hostname, others))
      return `leads to another machine unencrypted, ${UNENCRYPTED}: write rediss://, ${OR_PRIVATE}.`;
    return passwordProblem(decoded(url.password), decoded(url.username));
  },
};

/** Temporal's TLS: on to other machines. */
export const temporalTls: ProductionRule = {
  problem: (value, others) => {
    const host = (others("TEMPORAL_ADDRESS") ?? "").replace(/:\d+$/, "");
    if (value === "on" || host === "" || isPrivateLink(host, others)) return undefined;
    return `must be on, since TEMPORAL_ADDRESS is another machine, ${OR_PRIVATE}.`;
  },
};

/**
 * The mail server. A connection to another machine is always encrypted (MailSender requires STARTTLS), except to a host in
 * PRIVATE_HOSTS.
 */
export const mailLink: ProductionRule = {
  problem: (value, others) => {
    const url = urlOf(value);
    if (url === undefined) return undefined;
    if (isExampleHost(url.hostname) || url.port === MAIL_CATCHER_PORT)
      return "leads to an example or a mail catcher: write the address of a server that delivers.";
    if (url.password === "" && !isPrivateLink(url.hostname, others))
      return "has no user and password: write smtp://user:password@host:587, as your mail provider says.";
    return undefined;
  },
  assumption: (value, others) => {
    const host = urlOf(value)?.hostname ?? "";
    return isPrivateLink(host, others) ? `(${host}) delivers mails, and only this product reaches it` : undefined;
  },
};

/** Hosts without encryption: nobody can check from here who reads their network. */
export const privateHosts: ProductionRule = {
  assumption: (value) => (value === "" ? undefined : `(${value}) are on a network that nobody else can read`),
};

/** The domain of "Name <a@b>" or "a@b"; empty if there is none. */
function mailDomain(address: string): string {
  return address
    .slice(address.lastIndexOf("@") + 1)
    .replace(/>\s*$/, "")
    .trim()
    .toLowerCase();
}

/** Hosts where anyone has an address: they refuse or mark mails in their name that we send (DMARC). */
const FREE_MAIL = new RegExp(
  String.raw`^(?:${[
    ...[
      "gmail",
      "googlemail",
      "outlook",
      "hotmail",
      "live",
      "msn",
      "aol",
      "icloud",
      "me",
      "mac",
      "rediffmail",
      "rediff",
    ],
    ...["ymail", "rocketmail", "protonmail", "proton", "zohomail", "gmx", "yandex", "mail", "tutanota", "fastmail"],
    ...["yahoo", "in", "sify", "indiatimes"],
  ].join("|")})\.(?:com|net|org|in|co\.in|co\.uk|me|eu|de|ru|fm)$|^pm\.me$|^(?:yahoo|hotmail|outlook|live)\.`,
);

/** The sender's address. */
export const senderAddress: ProductionRule = {
  problem: (value) => {
    const domain = mailDomain(value);
    if (isExampleHost(domain)) return "has an example address: write one that you own.";
    if (FREE_MAIL.test(domain))
      return `is at ${domain}, which lets no other server send in its name: write an address of your own domain.`;
    return undefined;
  },
  assumption: (value) => `(${mailDomain(value)}) lets SMTP_URL's server send in its name: SPF, DKIM and DMARC`,
};

/** An address that a person of ours reads. */
export const ownAddress: ProductionRule = {
  problem: (value) =>
    isExampleHost(mailDomain(value)) ? "is an example address: write one that you read." : undefined,
  assumption: (value) => `(${value}) is read by a person`,
};

/** Hosts whose pictures are relayed to visitors under our address. */
export const pictureHosts: ProductionRule = {
  problem: (value) => {
    const wrong = value.split(",").find((host) => !isPublicHost(host.trim()));
    return wrong === undefined ? undefined : `names ${wrong.trim()}, which is no public host.`;
  },
  assumption: (value, others) =>
    others("IMAGE_PROXY_HOSTS") === undefined ? undefined : `(${value}) have only pictures that we may show as ours`,
};

/** The folder of uploaded pictures. */
export const keptFolder: ProductionRule = {
  problem: (value) => (value.startsWith("/") ? undefined : "must be an absolute path, as /pictures."),
  assumption: (value) => `(${value}) is kept and backed up, and every api and jobs process shares it`,
};

/** Owners' small changes without a review. */
export const trustedEdits: ProductionRule = {
  assumption: (value) =>
    value === "on"
      ? "(on) makes owners' changes of links, words and prices public before anyone has read them"
      : undefined,
};

/** A limit that may be raised, with what more than usual means. @param means the end of "believed: <name> (<value>) …" */
export const loose = (rule: ProductionRule, usual: number, means: string): ProductionRule => ({
  ...rule,
  assumption: (value) => (Number(value) > usual ? `(${value}) ${means}` : undefined),
});

/** A bucket, of pictures or backups: encrypted to other machines. */
export const bucketLink: ProductionRule = {
  problem: (value, others) => {
    const url = urlOf(value);
    if (url === undefined) return undefined;
    if (isExampleHost(url.hostname)) return "leads to an example: write the address of a bucket.";
    return url.protocol !== "https:" && !isPrivateLink(url.hostname, others)
      ? `leads to another machine unencrypted, ${UNENCRYPTED}: write https://, ${OR_PRIVATE}.`
      : undefined;
  },
  assumption: (value) => `(${urlOf(value)?.host ?? ""}) keeps what it has confirmed`,
};

/** Secret of the bucket's access key, which the store generates. */
export const bucketSecret: ProductionRule = {
  problem: (value) =>
    value.length < MIN_PASSWORD_LENGTH || new Set(value).size < MIN_DISTINCT_IN_PASSWORD
      ? "is no secret that a store generates: copy it again."
      : undefined,
};

/** The API's description, administrative calls included. */
export const openDocs: ProductionRule = {
  assumption: (value) => (value === "on" ? "(on) may show everyone the administrative calls" : undefined),
};

// ── Proxies

/** More proxies than any known setup has in front of the site: a CDN, a load balancer, a proxy on the machine. */
const MOST_HOPS = 4;

/** The share of all IPv4 addresses that the trusted networks may cover together. */
const MOST_OF_ALL = 1 / 16;

const INNER_RANGES: readonly string[] = ["loopback", "private", "uniqueLocal", "linkLocal"];

/**
 * Why a list of trusted networks is too wide, as the end of a sentence: a network shorter than /8 (IPv4) or /32 (IPv6) that
 * is not private, or more than a sixteenth of all addresses together.
 */
export function tooWide(networks: readonly string[]): string | undefined {
  let covered = 0;
  for (const network of networks) {
    const [address, length] = ipaddr.isValidCIDR(network) ? ipaddr.parseCIDR(network) : [undefined, 0];
    if (address === undefined) continue;
    const inner = INNER_RANGES.includes(address.range());
    const least = address.kind() === "ipv4" ? 8 : inner ? 7 : 32;
    if (length < least) return `trusts ${network}, which is most of the internet: write the proxies' own networks.`;
    // Of IPv6, no list of such networks covers much.
    if (address.kind() === "ipv4") covered += 2 ** -length;
  }
  return covered > MOST_OF_ALL
    ? "trusts most of the internet: write the proxies' own addresses or networks."
    : undefined;
}

/** The proxies before the site. The process speaks http only, so in production there is one. */
export const proxies: ProductionRule = {
  needs: "the number of proxies before the site, 1 for one Caddy or nginx",
  problem: (value) => {
    if (value === "off" || /^0+$/.test(value))
      return "must be the number of proxies before the site: all visitors would count as one network.";
    if (/^\d+$/.test(value) && Number(value) > MOST_HOPS)
      return `must be at most ${MOST_HOPS} in production: a client could invent its address.`;
    return undefined;
  },
  assumption: (value) => `(${value}) is what is in front of the site, and nothing reaches it otherwise`,
};

// ── Secrets

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Shortest password of a server, in characters. */
const MIN_PASSWORD_LENGTH = 16;
/** Fewest distinct characters in such a password. */
const MIN_DISTINCT_IN_PASSWORD = 8;
/** Shortest secret production accepts, in characters: 128 bits in hexadecimal (`openssl rand -hex 16`). */
const MIN_SECRET_LENGTH = 32;
/** 32 random hexadecimal digits contain 14 distinct ones on average, and practically never fewer than 10. */
const MIN_DISTINCT_CHARACTERS = 10;
/** Common placeholders. None of them occurs in a random secret. */
const PLACEHOLDERS = [
  ...["secret", "password", "passwort", "change", "example", "metrics", "cookie", "postgres", "redis", "sakhi"],
  ...["01234567", "12345678", "abcdefgh", "qwertyui", "letmein", "welcome", "asdfgh"],
];

/** What is wrong with a server's password, as the end of a sentence. */
function passwordProblem(password: string, user: string): string | undefined {
  const better = "write what `openssl rand -hex 24` prints.";
  if (password === "") return `has no password: ${better}`;
  if (password.length < MIN_PASSWORD_LENGTH)
    return `has a password of less than ${MIN_PASSWORD_LENGTH} characters: ${better}`;
  const weakness = guessable(password, MIN_DISTINCT_IN_PASSWORD);
  if (weakness !== undefined) return `has a password that ${weakness}: ${better}`;
  return user !== "" && password.toLowerCase() === user.toLowerCase()
    ? `has the user's name as password: ${better}`
    : undefined;
}

/**
 * Why a secret is too weak for production, as the end of a sentence that starts with its name; undefined if it is not.
 * Randomness cannot be measured: this detects secrets that are short, repetitive or typed by a person.
 */
export function secretWeakness(secret: string): string | undefined {
  if (secret.length < MIN_SECRET_LENGTH) return `must have at least ${MIN_SECRET_LENGTH} characters`;
  return guessable(secret, MIN_DISTINCT_CHARACTERS) ?? (isPhrase(secret) ? "is made of words" : undefined);
}

function guessable(secret: string, distinct: number): string | undefined {
  if (isRepeated(secret) || new Set(secret).size < distinct) return "repeats itself, so it can be guessed";
  const lower = secret.toLowerCase();
  return PLACEHOLDERS.some((word) => lower.includes(word)) ? "looks like a placeholder" : undefined;
}

/** True for a text that repeats a shorter one. */
function isRepeated(text: string): boolean {
  return (text + text).indexOf(text, 1) < text.length;
}

/** Pairs of letters that are common in English and in Indian names written in Latin letters: half of such a text. */
const COMMON_PAIRS = new Set(
  (
    "th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le sa si ar ve ra ld ur " +
    "ll ro ic me io ma ca la no ne ri na ka"
  ).split(" "),
);
/** Fewest pairs that show anything, and the share of common ones that no random secret has. */
const PAIRS_JUDGED = 20;
const SHARE_IN_WORDS = 1 / 3;
const SEPARATORS = ["-", "_", ".", ",", ":", ";"];
/** Fewest parts of letters alone that make a phrase: a random secret has none. */
const WORDS_IN_PHRASE = 4;

/** True for words of a person rather than random characters. */
function isPhrase(secret: string): boolean {
  if (/\s/.test(secret) || !/\d/.test(secret)) return true;
  const isWord = (part: string): boolean => /^[a-z]{3,12}$/i.test(part);
  const separated = SEPARATORS.map((sign) => secret.split(sign).filter(isWord).length);
  if (Math.max(...separated) >= WORDS_IN_PHRASE) return true;
  const words = secret.split(/[^a-z]+/i).filter((part) => part.length >= 3);
  const pairs = words.flatMap((word) => Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2)));
  if (pairs.length < PAIRS_JUDGED) return false;
  return pairs.filter((pair) => COMMON_PAIRS.has(pair.toLowerCase())).length / pairs.length >= SHARE_IN_WORDS;
}

/** A secret of ours, of at least 128 bits. @param better what to do with a weak one */
const ownSecret = (better: string): ProductionRule => ({
  problem: (value) => {
    const weakness = secretWeakness(value);
    return weakness === undefined ? undefined : `${weakness}: ${better}.`;
  },
});

export const newSecret: ProductionRule = ownSecret("write what `openssl rand -hex 32` prints");
export const oldSecret: ProductionRule = ownSecret("leave it out");

/** The provider's environment. */
export const realPayments: ProductionRule = {
  problem: (value) => (value === "production" ? undefined : "must be production in production."),
};

/** Shortest id and secret that the provider gives. */
const MIN_PROVIDER_ID = 8;
const MIN_PROVIDER_SECRET = 24;

export const providerId: ProductionRule = {
  problem: (value) => {
    if (/^TEST/i.test(value)) return "is one of the provider's sandbox: write the production id.";
    return value.length < MIN_PROVIDER_ID ? "is no id that the provider gives: copy it again." : undefined;
  },
};

export const providerSecret: ProductionRule = {
  problem: (value) => {
    if (/^cfsk_ma_test_/i.test(value)) return "is one of the provider's sandbox: write the production secret.";
    const short = value.length < MIN_PROVIDER_SECRET || new Set(value).size < MIN_DISTINCT_IN_PASSWORD;
    return short ? "is no secret that the provider gives: copy it again." : undefined;
  },
};

// ── The seller and the event

/** @param example the example that stands in the sources */
export const sellersName = (example: string): ProductionRule => ({
  problem: (value) => {
    if (value === example) return "is the example: write the seller's legal name.";
    return (value.match(/\p{L}/gu) ?? []).length < 3 ? "must be the seller's legal name." : undefined;
  },
});

const MIN_ADDRESS_LENGTH = 15;

/** @param example the example that stands in the sources */
export const sellersAddress = (example: string): ProductionRule => ({
  problem: (value) => {
    if (value === example) return "is the example: write the seller's address as on the GST registration.";
    const whole =
      value.length >= MIN_ADDRESS_LENGTH && /\p{L}{3}/u.test(value) && /(?<!\d)[1-9]\d{2} ?\d{3}(?!\d)/.test(value);
    return whole ? undefined : "must be the whole address as on the GST registration, with its PIN code.";
  },
});

/** @param example the example that stands in the sources */
export const sellersGstin = (example: string): ProductionRule => ({
  problem: (value) => (value.toUpperCase() === example ? "is the example: write the seller's own." : undefined),
});

/** A services accounting code as invoices carry it: chapter 99, four or six digits. */
export const servicesCode = (usual: string): ProductionRule => ({
  problem: (value) =>
    /^99[5-9]\d(?:\d{2})?$/.test(value)
      ? undefined
      : "must be the four or six digits of a service, which start with 99.",
  assumption: (value) => (value === usual ? undefined : `(${value}) is the code of what is sold`),
});

const DAY_MS = 86_400_000;
/** Longest event, in days, as the event's facts have it. */
const MOST_DAYS = 7;

/** The last day of the event. */
export const lastDay: ProductionRule = {
  problem: (value, others) => {
    const days = (Date.parse(value) - Date.parse(others("EVENT_START") ?? value)) / DAY_MS + 1;
    return days > MOST_DAYS ? `makes an event of ${days} days: it may last ${MOST_DAYS} at most.` : undefined;
  },
  expiryProblem: (value, today) =>
    value < today ? `is past: write the days of the Mela that is to be sold.` : undefined,
};

/** Longest time that anything is sold ahead, in days. */
const FAR_DAYS = 730;

/** The first day of the event. */
export const firstDay: ProductionRule = {
  assumption: (value) =>
    Date.parse(value) - Date.now() > FAR_DAYS * DAY_MS ? `(${value}) is right, though it is years away` : undefined,
};
