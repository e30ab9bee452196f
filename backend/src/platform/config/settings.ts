import ipaddr from "ipaddr.js";

/** Wrong or missing settings, one sentence each. Stops the process at startup. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "SettingsError";
  }
}

/** Reads settings one by one and collects the problems, so that all of them are reported at once. */
export class SettingsReader {
  readonly problems: string[] = [];

  constructor(private readonly env: Readonly<Record<string, string | undefined>>) {}

  /** The trimmed value; undefined when absent or blank. */
  optional(name: string): string | undefined {
    const value = this.env[name]?.trim();
    return value === undefined || value === "" ? undefined : value;
  }

  /** The value, or the default. */
  text(name: string, fallback: string): string {
    return this.optional(name) ?? fallback;
  }

  /** A required value. @param what what to write */
  required(name: string, what: string): string {
    const value = this.optional(name);
    if (value === undefined) this.problems.push(`${name} is missing: write ${what}.`);
    return value ?? "";
  }

  /** A mail address, alone or as "Name <address>". */
  mailAddress(name: string, fallback: string): string {
    const value = this.text(name, fallback);
    const open = value.indexOf("<");
    const bare = open >= 0 && value.endsWith(">") ? value.slice(open + 1, -1) : value;
    if (!/^[^\s@<>]{1,64}@[^\s@<>.]+\.[^\s@<>]+$/.test(bare)) {
      this.problems.push(`${name} must be a mail address such as mela@your-organisation.in, not "${value}".`);
    }
    return value;
  }

  /** A required secret of at least 16 characters. The start script generates one locally. */
  secret(name: string): string {
    const value = this.required(name, "what `openssl rand -hex 32` prints");
    if (value !== "" && value.length < 16) this.problems.push(`${name} must have at least 16 characters.`);
    return value;
  }

  /** The optional secret from before the last rotation. */
  previousSecret(name: string): string | undefined {
    return this.optional(name) === undefined ? undefined : this.secret(name);
  }

  /** An optional value that must pass `problem`. The reported problem never repeats the value. */
  checked(name: string, problem: (value: string) => string | undefined): string | undefined {
    const value = this.optional(name);
    const wrong = value === undefined ? undefined : problem(value);
    if (wrong !== undefined) this.problems.push(`${name} is not right. ${wrong}`);
    return value;
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.optional(name);
    if (value === undefined) return fallback;
    const parsed = Number(value);
    if (!/^\d+$/.test(value) || parsed < min || parsed > max) {
      this.problems.push(`${name} must be a whole number from ${min} to ${max}, not "${value}".`);
      return fallback;
    }
    return parsed;
  }

  choice<T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const value = this.optional(name);
    if (value === undefined) return fallback;
    const found = choices.find((choice) => choice === value);
    if (found === undefined) this.problems.push(`${name} must be one of ${choices.join(", ")}, not "${value}".`);
    return found ?? fallback;
  }

  address(name: string, protocols: readonly string[], fallback?: string): string {
    const value = this.optional(name) ?? fallback;
    const wanted = `an address that starts with ${protocols.join("// or ")}//`;
    if (value === undefined) {
      this.problems.push(`${name} is missing: write ${wanted}.`);
      return "";
    }
    // The value may contain a password, so it is not repeated.
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url === undefined || !protocols.includes(url.protocol) || url.host === "") {
      this.problems.push(`${name} must be ${wanted}.`);
    } else if (!canDecode(url)) {
      this.problems.push(`${name} has a % in its user name or password that must be written %25.`);
    }
    return value;
  }

  /** An optional address. */
  optionalAddress(name: string, protocols: readonly string[]): string | undefined {
    return this.optional(name) === undefined ? undefined : this.address(name, protocols);
  }

  /** An optional base URL, without trailing slashes. */
  optionalBase(name: string, protocols: readonly string[]): string | undefined {
    const value = this.optionalAddress(name, protocols);
    return value === undefined ? undefined : withoutEndSlash(value);
  }

  /** An origin: scheme, host and port only. A trailing slash is removed. */
  origin(name: string, protocols: readonly string[], fallback?: string): string {
    const value = withoutEndSlash(this.address(name, protocols, fallback));
    if (!URL.canParse(value)) return value;
    const { href, origin } = new URL(value);
    if (href !== `${origin}/`) this.problems.push(`${name} must have no path, query or password.`);
    return origin;
  }

  /** A calendar date; empty when invalid. */
  date(name: string, fallback: string): string {
    const value = this.text(name, fallback);
    const parsed = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : Number.NaN;
    if (Number.isNaN(parsed) || new Date(parsed).toISOString().slice(0, 10) !== value) {
      this.problems.push(`${name} must be a date such as 2027-01-21, not "${value}".`);
      return "";
    }
    return value;
  }

  pattern(name: string, pattern: RegExp, what: string, fallback: string): string {
    const value = this.text(name, fallback);
    if (!pattern.test(value)) this.problems.push(`${name} must be ${what}, not "${value}".`);
    return value;
  }

  /** Exact host names, separated by commas; no wildcards, ports or IP addresses. */
  hosts(name: string, fallback: readonly string[]): readonly string[] {
    const value = this.optional(name);
    if (value === undefined) return fallback;
    const hosts = value.split(",").map((host) => host.trim().toLowerCase());
    if (!hosts.every((host) => /^(?=.*[a-z])[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host))) {
      this.problems.push(`${name} must be host names separated by commas, not "${value}".`);
    }
    return hosts;
  }
}

/** True if user name and password can be percent-decoded. Drivers decode both, and their error names no setting. */
function canDecode({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** Longest plausible chain of proxies. */
const MAX_HOPS = 10;

/** Proxies whose X-Forwarded-For is trusted: none, the nearest n, or those in these networks. */
export type TrustedProxies = false | number | readonly string[];

function withoutEndSlash(address: string): string {
  return address.replace(/(?<!\/)\/+$/, "");
}

/**
 * Parses TRUST_PROXY: `off`, a number of proxies, or a comma-separated list of addresses and networks. "Trust all" is not
 * accepted: proxies append to the header, so clients could forge the address that rate limits count by.
 *
 * @returns undefined for anything else
 */
export function parseTrustProxy(text: string): TrustedProxies | undefined {
  if (text === "off") return false;
  if (/^\d{1,2}$/.test(text)) {
    const hops = Number(text);
    if (hops > MAX_HOPS) return undefined;
    return hops === 0 ? false : hops;
  }
  const networks = text.split(",").map((network) => network.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

/** An address or a network, but not the network of all addresses. */
function isNetwork(text: string): boolean {
  if (ipaddr.isValidCIDR(text)) return !text.endsWith("/0");
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/**
 * Fastify's `trustProxy` option. Fastify calls it for each address, starting with the connection's own (hop 0). With a
 * number of proxies, the nearest one must be on this machine or in a private network: a client that bypasses the proxy
 * could forge the header. (Fastify trusts no proxy when given only a number.)
 */
export function trustProxyOption(
  trusted: TrustedProxies,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (trusted === false) return false;
  if (typeof trusted !== "number") return [...trusted];
  return (address, hop) => hop < trusted && (hop > 0 || isLocal(address));
}

const LOCAL_RANGES = ["loopback", "private", "uniqueLocal", "linkLocal"];

function isLocal(address: string): boolean {
  const [plain = ""] = address.split("%");
  return ipaddr.isValid(plain) && LOCAL_RANGES.includes(ipaddr.process(plain).range());
}
