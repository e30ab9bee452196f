import { createHmac } from "node:crypto";
import type { PaymentProvider } from "../payments/provider/payment-provider.js";
import { type Check, type Finding, ok, unknown, wrong } from "./preflight.js";

/** Timeout of one request, in ms. */
const REQUEST_MS = 8_000;
/** A well-formed order number that no browser chooses. */
const UNKNOWN_ORDER = "MELA0000000000000t0000";
/** Least remaining life of the certificate, in days: Caddy renews 30 days before the end. */
const MIN_CERTIFICATE_DAYS = 14;
/** Largest difference between our clock and another machine's, in ms; its Date header has whole seconds. */
const MAX_CLOCK_MS = 5_000;

/** DNS, as far as it is read. All reject if there is no such record. */
export interface Dns {
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
  resolveTxt(name: string): Promise<string[][]>;
  resolveMx(name: string): Promise<{ readonly exchange: string }[]>;
}

/** What these checks need. */
export interface OutsideDetails {
  readonly production: boolean;
  readonly publicUrl: string;
  /** The running release. */
  readonly version: string;
  readonly mailFromDomain: string;
  readonly operatorDomain: string;
  readonly clientSecret: string;
  /** Selector of the DKIM key, if it was given. */
  readonly dkimSelector: string | undefined;
  readonly provider: Pick<PaymentProvider, "readPayer">;
  /** Connects to the mail server and logs in. @returns EAUTH or ETLS, or why it gives no answer; undefined if it works */
  readonly smtpProblem: () => Promise<string | undefined>;
  /** Whether the link to the mail server is encrypted before the password is sent. */
  readonly smtpEncrypted: boolean;
  readonly dns: Dns;
  readonly fetch: typeof fetch;
  /** End of the certificate of a host. @throws if it is not valid for that host */
  readonly certificateEnd: (host: string, port: number) => Promise<Date>;
}

/** Node's codes for a name or record that does not exist. */
const ABSENT = ["ENOTFOUND", "ENODATA"];

/** Records; none if there are none. @throws if DNS does not answer */
async function records<T>(reading: Promise<T[]>): Promise<T[]> {
  try {
    return await reading;
  } catch (error) {
    if (ABSENT.includes(String((error as NodeJS.ErrnoException).code))) return [];
    throw error;
  }
}

const textsOf = async (dns: Dns, name: string): Promise<string[]> =>
  (await records(dns.resolveTxt(name))).map((parts) => parts.join(""));

/** Checks of what is outside: the provider, the public address, mail. */
export function outsideChecks(facts: OutsideDetails): readonly Check[] {
  return [...providerChecks(facts), ...addressChecks(facts), ...mailChecks(facts)];
}

function providerChecks({ provider, publicUrl, clientSecret, fetch: request }: OutsideDetails): readonly Check[] {
  const dashboard = "Copy CASHFREE_CLIENT_ID and CASHFREE_CLIENT_SECRET again, and check that CASHFREE_ENV is theirs.";
  const webhook = `${publicUrl}/api/v1/cashfree/webhook`;
  const action = "Follow the finding of the public address first.";
  return [
    {
      name: "payment provider",
      action: "Check the outbound network of this machine.",
      run: async () => {
        const answer = await provider.readPayer(UNKNOWN_ORDER);
        if (answer.kind === "unknown")
          return wrong(`gives no answer: ${answer.cause ?? answer.why}`, "Check the outbound network of this machine.");
        if (answer.kind === "refused" && [401, 403].includes(answer.status))
          return wrong(`rejects our keys (${answer.status})`, dashboard);
        return ok("accepts our keys");
      },
    },
    {
      name: "webhook",
      action,
      run: async () => {
        // Of a type that has no effect, and always the same: it is stored once.
        const body = JSON.stringify({ type: "PREFLIGHT", data: {} });
        const timestamp = String(Date.now());
        const signature = createHmac("sha256", clientSecret).update(timestamp).update(body).digest("base64");
        const send = async (headers: Record<string, string>): Promise<number> => {
          const init = { method: "POST", body, redirect: "manual", signal: AbortSignal.timeout(REQUEST_MS) } as const;
          const all = { "content-type": "application/json", ...headers };
          return (await request(webhook, { ...init, headers: all })).status;
        };
        const signed = await send({ "x-webhook-signature": signature, "x-webhook-timestamp": timestamp });
        if (signed === 401)
          return wrong("rejects our own signature", "Restart the apis: they run with another CASHFREE_CLIENT_SECRET.");
        if (signed !== 200) return wrong(`${webhook} answers ${signed}`, action);
        const unsigned = await send({});
        if (unsigned !== 401)
          return wrong(`accepts a body without a signature (${unsigned})`, "Do not sell: this is not our api.");
        return ok("accepts signed events only");
      },
    },
    {
      name: "webhook's address",
      action,
      run: () =>
        Promise.resolve(
          unknown(
            "the provider's dashboard cannot be read from here",
            `Add the webhook ${webhook} there, for payments, refunds, automatic refunds and disputes.`,
          ),
        ),
    },
  ];
}

function addressChecks({
  production,
  publicUrl,
  version,
  dns,
  fetch: request,
  certificateEnd,
}: OutsideDetails): readonly Check[] {
  const { hostname, protocol, port } = new URL(publicUrl);
  const action = "Compare PUBLIC_URL, the DNS record and the proxy; a firewall may block ports 80 and 443.";
  const get = (url: string): Promise<Response> =>
    request(url, { redirect: "manual", signal: AbortSignal.timeout(REQUEST_MS) });
  // A name of this machine alone has no record anywhere.
  const isLocal = hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
  const isTrial = !production && (protocol !== "https:" || isLocal);
  const onlyTrial = (): Finding => ok(`${publicUrl} is a trial's: no record and no certificate is needed`);
  return [
    {
      name: "address record",
      action: "Create an A record with this machine's public IPv4 address.",
      run: async () => {
        if (isTrial) return onlyTrial();
        const [four, six] = await Promise.all([records(dns.resolve4(hostname)), records(dns.resolve6(hostname))]);
        if (four.length === 0)
          return wrong(`${hostname} has no A record`, "Create one with this machine's public IPv4 address.");
        if (six.length > 0)
          return wrong(
            `${hostname} has an AAAA record (${six.join(", ")})`,
            "Remove it, unless the proxy keeps IPv6 addresses (docs/running.md, docker-compose).",
          );
        return ok(`${hostname} leads to ${four.join(", ")}`);
      },
    },
    {
      name: "public address",
      action,
      run: async () => {
        const response = await get(`${publicUrl}/healthz`);
        const text = response.status === 200 ? await response.text() : "";
        const found = /"version":"([^"]+)"/.exec(text)?.[1];
        if (found === undefined) return wrong(`${publicUrl}/healthz answers ${response.status}`, action);
        if (found !== version)
          return unknown(
            `release ${found} answers, this is ${version}`,
            "Run deploy/update.sh, or this command there.",
          );
        return ok(`release ${version} answers at ${publicUrl}`);
      },
    },
    {
      name: "certificate",
      action: "Read the proxy's log: Caddy gets a certificate once the A record and port 80 lead to it.",
      run: async () => {
        if (isTrial) return onlyTrial();
        const end = await certificateEnd(hostname, port === "" ? 443 : Number(port));
        const days = Math.floor((end.getTime() - Date.now()) / 86_400_000);
        return days >= MIN_CERTIFICATE_DAYS
          ? ok(`valid for ${days} days`)
          : wrong(`ends in ${days} days`, "Read the proxy's log: it should have renewed it.");
      },
    },
    {
      name: "https only",
      action,
      run: async () => {
        if (isTrial) return onlyTrial();
        const plain = await get(`http://${hostname}/`);
        const to = plain.headers.get("location") ?? "";
        if (plain.status < 300 || plain.status > 399 || !to.startsWith("https://"))
          return wrong(`http://${hostname} answers ${plain.status}`, "Let the proxy redirect to https.");
        const secure = await get(`${publicUrl}/`);
        return secure.headers.has("strict-transport-security")
          ? ok("http leads to https, which browsers remember")
          : wrong("the header strict-transport-security is missing", "Let the proxy pass it on.");
      },
    },
    {
      name: "world's clock",
      action,
      run: async () => {
        const response = await get(`${publicUrl}/healthz`);
        const theirs = Date.parse(response.headers.get("date") ?? "");
        if (Number.isNaN(theirs)) return unknown("the site sends no date", "Compare `date` with the actual time.");
        const off = Math.abs(theirs - Date.now());
        return off <= MAX_CLOCK_MS
          ? ok("this machine's and the site's agree")
          : wrong(`the site's differs by ${Math.round(off / 1_000)} s`, "Turn on NTP on both machines.");
      },
    },
  ];
}

function mailChecks(facts: OutsideDetails): readonly Check[] {
  const { production, smtpProblem, smtpEncrypted, mailFromDomain: domain, operatorDomain, dkimSelector, dns } = facts;
  const host = "Create the TXT record that your mail provider names.";
  const trial = (): Finding => ok("is not needed in a trial");
  return [
    {
      name: "mail server",
      action: "Compare SMTP_URL with what your mail provider names.",
      run: async () => {
        const problem = await smtpProblem();
        if (problem === "EAUTH")
          return wrong("rejects our login", "Copy user and password of SMTP_URL again (written %40 for an @).");
        if (problem === "ETLS")
          return wrong("offers no encryption", "Use its port 587 (STARTTLS) or smtps:// and 465.");
        if (problem !== undefined)
          return wrong(`does not answer: ${problem}`, "Check host and port; many machines may not use port 25.");
        return smtpEncrypted || !production
          ? ok("answers and accepts our login; nothing was sent")
          : unknown("answers without a password, perhaps unencrypted", "Prefer smtps://, or a login over STARTTLS.");
      },
    },
    {
      name: "SPF",
      action: host,
      run: async () => {
        if (!production) return trial();
        const found = (await textsOf(dns, domain)).filter((text) => /^v=spf1(\s|$)/i.test(text));
        if (found.length === 0) return wrong(`${domain} has no SPF record: mails go to spam`, host);
        if (found.length > 1)
          return wrong(`${domain} has ${found.length} SPF records, which count as none`, "Join them.");
        return /[?+]all\b/i.test(found[0] ?? "")
          ? wrong(`${domain} lets everyone send in its name`, "End the record with ~all or -all.")
          : ok(`${domain} names who may send`);
      },
    },
    {
      name: "DKIM",
      action: host,
      run: async () => {
        if (!production) return trial();
        if (dkimSelector === undefined)
          return unknown(
            "its record has a name that only your mail provider knows",
            "Run this with --dkim-selector <name>, the part before ._domainkey.",
          );
        const name = `${dkimSelector}._domainkey.${domain}`;
        const found = (await textsOf(dns, name)).find((text) => /\bp=[A-Za-z0-9+/]/.test(text));
        return found === undefined ? wrong(`${name} has no key`, host) : ok(`${name} has a key`);
      },
    },
    {
      name: "DMARC",
      action: host,
      run: async () => {
        if (!production) return trial();
        const name = `_dmarc.${domain}`;
        const found = (await textsOf(dns, name)).find((text) => /^v=DMARC1\b/i.test(text));
        if (found === undefined)
          return wrong(`${name} has no record`, `Create it: v=DMARC1; p=none; rua=mailto:<your address>.`);
        return ok(`${name} is there`);
      },
    },
    {
      name: "answers",
      action: "Check OPERATOR_EMAIL.",
      run: async () => {
        if (!production) return trial();
        const found = await records(dns.resolveMx(operatorDomain));
        return found.length === 0
          ? wrong(`${operatorDomain} takes no mail: nobody reads what people answer`, "Correct OPERATOR_EMAIL.")
          : ok(`${operatorDomain} takes mail`);
      },
    },
    {
      name: "a mail arrives",
      action: host,
      run: () =>
        Promise.resolve(
          unknown(
            "only a reader sees it",
            "Reserve a stall with an address at Gmail, and look for the mail in its spam folder.",
          ),
        ),
    },
  ];
}
