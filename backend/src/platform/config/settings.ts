import ipaddr from "ipaddr.js";
import { percentDecoded } from "../percent-decoding.js";
import { type OtherSettings, type ProductionRule, tooWide } from "./production-rules.js";

/** Wrong or missing settings, one sentence each. Stops the process at startup. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "SettingsError";
  }
}

/** A setting that was read. */
interface Declared {
  readonly rule: ProductionRule;
  /** Used if the setting is not given; undefined if it has no default. */
  readonly fallback: string | undefined;
}

/**
 * Reads settings one by one and collects the problems, so that all of them are reported at once. Each is declared with its
 * default and with what production demands of it: the last parameter of every method.
 */
export class SettingsReader {
  readonly problems: string[] = [];
  private readonly declared = new Map<string, Declared>();

  constructor(private readonly env: Readonly<Record<string, string | undefined>>) {}

  /** The trimmed value; undefined when absent or blank. */
  private given: OtherSettings = (name) => {
    const value = this.env[name]?.trim();
    return value === undefined || value === "" ? undefined : value;
  };

  private declare(name: string, rule: ProductionRule, fallback?: string | number): string | undefined {
    this.declared.set(name, { rule, fallback: fallback === undefined ? undefined : String(fallback) });
    return this.given(name);
  }

  /** Reports what production refuses, after all settings were read. */
  judgeForProduction(): void {
    for (const [name, { rule, fallback }] of this.declared) {
      // A setting is reported once.
      if (this.problems.some((problem) => problem.split(/[ =]/)[0] === name)) continue;
      const given = this.given(name);
      if (given === undefined && rule.needs !== undefined) {
        this.problems.push(`${name} is missing: production needs ${rule.needs}.`);
        continue;
      }
      const value = given ?? fallback;
      if (value === undefined) continue;
      const wrong = rule.problem?.(value, this.given);
      if (wrong !== undefined) this.problems.push(`${name} ${wrong}`);
    }
  }

  /** What is wrong by now with settings that were right once. @param today YYYY-MM-DD */
  passed(today: string): readonly string[] {
    return [...this.declared].flatMap(([name, { rule }]) => {
      const value = this.given(name);
      const late = value === undefined ? undefined : rule.expiryProblem?.(value, today);
      return late === undefined ? [] : [`${name} ${late}`];
    });
  }

  /** What production trusts and cannot check: a line for each setting. */
  believed(): readonly string[] {
    return [...this.declared].flatMap(([name, { rule, fallback }]) => {
      const value = this.given(name) ?? fallback;
      const text = value === undefined ? undefined : rule.assumption?.(value, this.given);
      return text === undefined ? [] : [`${name} ${text}.`];
    });
  }

  /** Reports names in the environment that are no setting, but nearly one: they would be ignored in silence. */
  judgeNames(): void {
    for (const name of Object.keys(this.env)) {
      if (this.declared.has(name) || this.given(name) === undefined) continue;
      const meant = resembled(name, [...this.declared.keys()]);
      if (meant !== undefined) this.problems.push(`${name} is no setting: ${meant} is meant, or take it out.`);
    }
  }

  /** The trimmed value; undefined when absent or blank. */
  optional(name: string, rule: ProductionRule): string | undefined {
    return this.declare(name, rule);
  }

  /** The value, or the default. */
  text(name: string, fallback: string, rule: ProductionRule): string {
    return this.declare(name, rule, fallback) ?? fallback;
  }

  /** A required value. @param what what to write */
  required(name: string, what: string, rule: ProductionRule): string {
    const value = this.declare(name, rule);
    if (value === undefined) this.problems.push(`${name} is missing: write ${what}.`);
    return value ?? "";
  }

  /** A mail address, alone or as "Name <address>". */
  mailAddress(name: string, fallback: string, rule: ProductionRule): string {
    const value = this.text(name, fallback, rule);
    const open = value.indexOf("<");
    const bare = open >= 0 && value.endsWith(">") ? value.slice(open + 1, -1) : value;
    if (!/^[^\s@<>]{1,64}@[^\s@<>.]+\.[^\s@<>]+$/.test(bare)) {
      this.problems.push(`${name} must be a mail address such as mela@your-organisation.in, not "${value}".`);
    }
    return value;
  }

  /** A required secret of at least 16 characters. The start script generates one locally. */
  secret(name: string, rule: ProductionRule): string {
    const value = this.required(name, "what `openssl rand -hex 32` prints", rule);
    if (value !== "" && value.length < 16) this.problems.push(`${name} must have at least 16 characters.`);
    return value;
  }

  /** The optional secret from before the last rotation. */
  previousSecret(name: string, rule: ProductionRule): string | undefined {
    return this.declare(name, rule) === undefined ? undefined : this.secret(name, rule);
  }

  /** An optional value that must pass `problem`. The reported problem never repeats the value. */
  checked(name: string, problem: (value: string) => string | undefined, rule: ProductionRule): string | undefined {
    const value = this.declare(name, rule);
    const wrong = value === undefined ? undefined : problem(value);
    if (wrong !== undefined) this.problems.push(`${name} is not right. ${wrong}`);
    return value;
  }

  integer(name: string, fallback: number, min: number, max: number, rule: ProductionRule): number {
    const value = this.declare(name, rule, fallback);
    if (value === undefined) return fallback;
    const parsed = Number(value);
    if (!/^\d+$/.test(value) || parsed < min || parsed > max) {
      this.problems.push(`${name} must be a whole number from ${min} to ${max}, not "${value}".`);
      return fallback;
    }
    return parsed;
  }

  choice<T extends string>(name: string, choices: readonly T[], fallback: T, rule: ProductionRule): T {
    const value = this.declare(name, rule, fallback);
    if (value === undefined) return fallback;
    const found = choices.find((choice) => choice === value);
    if (found === undefined) this.problems.push(`${name} must be one of ${choices.join(", ")}, not "${value}".`);
    return found ?? fallback;
  }

  address(name: string, protocols: readonly string[], rule: ProductionRule, fallback?: string): string {
    const value = this.declare(name, rule, fallback) ?? fallback;
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
  optionalAddress(name: string, protocols: readonly string[], rule: ProductionRule): string | undefined {
    return this.declare(name, rule) === undefined ? undefined : this.address(name, protocols, rule);
  }

  /** An optional base URL, without trailing slashes. */
  optionalBase(name: string, protocols: readonly string[], rule: ProductionRule): string | undefined {
    const value = this.optionalAddress(name, protocols, rule);
    return value === undefined ? undefined : withoutEndSlash(value);
  }

  /** An origin: scheme, host and port only. A trailing slash is removed. */
  origin(name: string, protocols: readonly string[], rule: ProductionRule, fallback?: string): string {
    const value = withoutEndSlash(this.address(name, protocols, rule, fallback));
    if (!URL.canParse(value)) return value;
    const { href, origin } = new URL(value);
    if (href !== `${origin}/`) this.problems.push(`${name} must have no path, query or password.`);
    return origin;
  }

  /** A calendar date; undefined if it is not set, empty if it is invalid. */
  date(name: string, rule: ProductionRule): string | undefined {
    const value = this.declare(name, rule);
    if (value === undefined) return undefined;
    const parsed = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : Number.NaN;
    if (Number.isNaN(parsed) || new Date(parsed).toISOString().slice(0, 10) !== value) {
      this.problems.push(`${name} must be a date such as 2027-01-21, not "${value}".`);
      return "";
    }
    return value;
  }

  pattern(name: string, pattern: RegExp, what: string, fallback: string, rule: ProductionRule): string {
    const value = this.text(name, fallback, rule);
    if (!pattern.test(value)) this.problems.push(`${name} must be ${what}, not "${value}".`);
    return value;
  }

  /** Exact host names, separated by commas; no wildcards, ports or IP addresses. */
  hosts(name: string, fallback: readonly string[], rule: ProductionRule): readonly string[] {
    const value = this.declare(name, rule, fallback.join(","));
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
  return percentDecoded(username + password) !== undefined;
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
 * accepted, nor lists that amount to it: proxies append to the header, so clients could forge the address that rate
 * limits count by.
 *
 * @returns a sentence's end for anything else
 */
export function parseTrustProxy(text: string): { readonly trusted: TrustedProxies } | { readonly wrong: string } {
  if (text === "off") return { trusted: false };
  if (/^\d{1,2}$/.test(text) && Number(text) <= MAX_HOPS) return { trusted: Number(text) === 0 ? false : Number(text) };
  const networks = text.split(",").map((network) => network.trim());
  if (networks.every(isNetwork)) {
    const wrong = tooWide(networks);
    return wrong === undefined ? { trusted: networks } : { wrong };
  }
  const wrong =
    "must be off, the number of proxies before the site (1 for one Caddy or nginx), or their addresses or networks with " +
    "commas between (10.0.0.0/8). on would believe whatever address a client invents.";
  return { wrong };
}

/** An address or a network. */
function isNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text) || ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
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

/** Names of other programs that only look like settings. */
const OF_OTHERS = new Set(["HOSTNAME", "HOSTTYPE"]);
/** Length from which a name may differ in two letters, and least length of one that differs in one. */
const LONG_NAME = 14;
const SHORT_NAME = 6;

/** The setting that a name was probably meant to be; undefined if it resembles none. */
export function resembled(name: string, settings: readonly string[]): string | undefined {
  if (OF_OTHERS.has(name) || !/^[A-Za-z][\w.-]*$/.test(name)) return undefined;
  const plain = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const mine = plain(name);
  return settings.find((setting) => {
    const theirs = plain(setting);
    // Short names in other letters belong to other programs: port, host.
    if (mine === theirs) return theirs.length >= SHORT_NAME;
    const allowed = theirs.length >= LONG_NAME ? 2 : theirs.length >= SHORT_NAME ? 1 : 0;
    return differences(mine, theirs, allowed) <= allowed;
  });
}

/** Letters to insert, remove, replace or swap to make one text of the other (optimal string alignment), or more than `most`. */
function differences(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  // Row 0: nothing of `one`; a missing cell costs too much.
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  const cost = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= one.length; i++) {
    const row: number[] = [];
    rows.push(row);
    let least = Infinity;
    // Only cells near the diagonal: the others cost more than `most`. Each start compares thousands of pairs.
    for (let j = Math.max(0, i - most); j <= Math.min(other.length, i + most); j++) {
      const same = one[i - 1] === other[j - 1];
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const replaced = cost(i - 1, j - 1) + (same ? 0 : 1);
      row[j] = Math.min(cost(i - 1, j) + 1, cost(i, j - 1) + 1, replaced, swapped ? cost(i - 2, j - 2) + 1 : Infinity);
      least = Math.min(least, row[j] ?? Infinity);
    }
    // The least of a row never falls: most pairs of names end here after a few letters.
    if (least > most) return most + 1;
  }
  return cost(one.length, other.length);
}
