import { spellingDistance } from "./close-spelling.js";

/**
 * Hosts of most private mailboxes in India, in order of preference. Real hosts that resemble others ("mail.com") are
 * listed, so that they are never taken for a typing error.
 */
const KNOWN_HOSTS = [
  ...["gmail.com", "yahoo.com", "yahoo.co.in", "outlook.com", "hotmail.com", "rediffmail.com", "icloud.com"],
  ...["yahoo.in", "ymail.com", "live.com", "live.in", "msn.com", "me.com", "mail.com", "email.com", "googlemail.com"],
  ...[
    "outlook.in",
    "hotmail.co.in",
    "hotmail.co.uk",
    "yahoo.co.uk",
    "aol.com",
    "gmx.com",
    "proton.me",
    "protonmail.com",
  ],
  ...["zoho.com", "zoho.in", "zohomail.in", "rediff.com", "sify.com", "mac.com", "fastmail.com", "yandex.com"],
] as const;

/** Hosts that a mistyped one is compared with; rarer ones resemble too many businesses' own. */
const OFTEN_MISTYPED = KNOWN_HOSTS.slice(0, 9);

/** Largest number of typing errors in a host that is still taken for another. */
const MAX_DISTANCE = 2;

/**
 * The address that was probably meant, if the host of a typed one is a misspelling of a common host. A guess: ask, never
 * replace.
 *
 * @returns for example "asha@gmail.com" for "asha@gmial.com"; undefined for known hosts and all others
 */
export function suggestedEmail(email: string): string | undefined {
  const at = email.lastIndexOf("@");
  const host = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  if (at < 1 || host === "" || (KNOWN_HOSTS as readonly string[]).includes(host)) return undefined;
  let best: { readonly host: string; readonly distance: number } | undefined;
  for (const known of OFTEN_MISTYPED) {
    const distance = spellingDistance(host, known);
    // A short host is a different one sooner: "ail.com" is no "gmail.com".
    if (distance <= MAX_DISTANCE && distance * 4 < host.length && distance < (best?.distance ?? Infinity)) {
      best = { host: known, distance };
    }
  }
  return best && `${email.slice(0, at).trim()}@${best.host}`;
}
