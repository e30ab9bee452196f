import ipaddr from "ipaddr.js";

/** A setting that is wrong or missing, by name, with what is expected; all of them together stop the start. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "SettingsError";
  }
}

/** Reads settings one by one and collects what is wrong, so that a person sees all of it at once. */
export class SettingsReader {
  readonly problems: string[] = [];

  constructor(private readonly env: Readonly<Record<string, string | undefined>>) {}

  /** The value, or undefined when absent or blank. */
  optional(name: string): string | undefined {
    const value = this.env[name]?.trim();
    return value === undefined || value === "" ? undefined : value;
  }

  /** The value, or the default. */
  text(name: string, fallback: string): string {
    return this.optional(name) ?? fallback;
  }

  /** A value that must be given. @param what what to write */
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

  /** A secret of at least 16 characters; made by the start script where we run locally. */
  secret(name: string): string {
    const value = this.required(name, "what `openssl rand -hex 32` prints");
    if (value !== "" && value.length < 16) this.problems.push(`${name} must have at least 16 characters.`);
    return value;
  }

  /** The secret before the last change, which may be left out. */
  previousSecret(name: string): string | undefined {
    return this.optional(name) === undefined ? undefined : this.secret(name);
  }

  /** A value that may be left out, and otherwise must be right; what is wrong never repeats it. */
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
    // The value may hold a password, so it is not repeated.
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url === undefined || !protocols.includes(url.protocol) || url.host === "") {
      this.problems.push(`${name} must be ${wanted}.`);
    } else if (!canDecode(url)) {
      this.problems.push(`${name} has a % in its user name or password that must be written %25.`);
    }
    return value;
  }

  /** An address that may be left out. */
  optionalAddress(name: string, protocols: readonly string[]): string | undefined {
    return this.optional(name) === undefined ? undefined : this.address(name, protocols);
  }

  /** An address that paths are appended to, or undefined where it is left out; slashes at its end are taken away. */
  optionalBase(name: string, protocols: readonly string[]): string | undefined {
    const value = this.optionalAddress(name, protocols);
    return value === undefined ? undefined : withoutEndSlash(value);
  }

  /** Scheme, host and port only; a slash at the end is taken away. */
  origin(name: string, protocols: readonly string[], fallback?: string): string {
    const value = withoutEndSlash(this.address(name, protocols, fallback));
    if (!URL.canParse(value)) return value;
    const { href, origin } = new URL(value);
    if (href !== `${origin}/`) this.problems.push(`${name} must have no path, query or password.`);
    return origin;
  }

  /** A day of the calendar; empty when it is none. */
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

  /** Exact host names, separated by commas; no wildcards, ports or addresses in numbers. */
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

/** Whether drivers can read whom an address names: they decode both, and fail without a word of the setting. */
function canDecode({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** Most proxies one after another that anybody has. */
const MAX_HOPS = 10;

/** Whose X-Forwarded-For is believed: nobody's, that of so many proxies before us, or of proxies in these networks. */
export type TrustedProxies = false | number | readonly string[];

function withoutEndSlash(address: string): string {
  return address.replace(/(?<!\/)\/+$/, "");
}

/**
 * Reads TRUST_PROXY: `off`, a number of proxies, or their addresses and networks with commas between. Never everybody:
 * a proxy that adds to the header leaves what the client wrote in it, and every limit would count what clients invent.
 *
 * @returns what is trusted, or undefined where the text is none of these
 */
export function trustedProxies(text: string): TrustedProxies | undefined {
  if (text === "off") return false;
  if (/^\d{1,2}$/.test(text)) {
    const hops = Number(text);
    if (hops > MAX_HOPS) return undefined;
    return hops === 0 ? false : hops;
  }
  const networks = text.split(",").map((network) => network.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

/** An address or a network; not one that holds every address there is. */
function isNetwork(text: string): boolean {
  if (ipaddr.isValidCIDR(text)) return !text.endsWith("/0");
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/**
 * What Fastify asks of each address, from the connection's (hop 0) outwards. A count believes a nearest proxy on this
 * machine or in a private network only: somebody on the internet who reaches us past the proxy could write what they
 * like. (Fastify itself believes nobody where it is given a mere count.)
 */
export function trustOf(trusted: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) {
  if (trusted === false) return false;
  if (typeof trusted !== "number") return [...trusted];
  return (address, hop) => hop < trusted && (hop > 0 || isNear(address));
}

const NEAR = ["loopback", "private", "uniqueLocal", "linkLocal"];

function isNear(address: string): boolean {
  const [plain = ""] = address.split("%");
  return ipaddr.isValid(plain) && NEAR.includes(ipaddr.process(plain).range());
}
