/** Hosts that deliver `a.b` and `ab` to the same mailbox, and the name under which they are compared. */
const DOTLESS: Readonly<Record<string, string>> = { "gmail.com": "gmail.com", "googlemail.com": "gmail.com" };

/** Hosts that deliver `name+tag` to the mailbox `name`. Elsewhere a plus may be part of the name. */
const TAGGED: ReadonlySet<string> = new Set([
  ...[
    "gmail.com",
    "googlemail.com",
    "outlook.com",
    "outlook.in",
    "hotmail.com",
    "hotmail.co.in",
    "live.com",
    "live.in",
  ],
  ...[
    "msn.com",
    "icloud.com",
    "me.com",
    "mac.com",
    "fastmail.com",
    "fastmail.fm",
    "proton.me",
    "protonmail.com",
    "pm.me",
  ],
  ...["yahoo.com", "yahoo.in", "yahoo.co.in", "ymail.com", "rocketmail.com", "zoho.com", "zohomail.com", "zohomail.in"],
  ...["rediffmail.com", "yandex.com", "yandex.ru", "tutanota.com", "tuta.com", "hey.com", "gmx.com", "mailbox.org"],
]);

/** Hosts where the tag follows a hyphen instead (Yahoo's disposable addresses: `base-keyword`). */
const HYPHENATED: ReadonlySet<string> = new Set([
  "yahoo.com",
  "yahoo.in",
  "yahoo.co.in",
  "ymail.com",
  "rocketmail.com",
]);

/**
 * The key by which two e-mail addresses are the same mailbox: lower case and NFKC, without what the host ignores. To
 * count and compare with, never to send to. A text without `@` is its own key.
 */
export function mailboxKey(address: string): string {
  const text = address
    .normalize("NFKC")
    .replaceAll(/[\p{Cc}\p{Default_Ignorable_Code_Point}\s]/gu, "")
    .toLowerCase();
  const at = text.lastIndexOf("@");
  if (at < 1) return text;
  const host = text.slice(at + 1).replace(/\.$/, "");
  const tagless = withoutTag(text.slice(0, at), host);
  const canonical = DOTLESS[host];
  return canonical === undefined ? `${tagless}@${host}` : `${tagless.replaceAll(".", "") || tagless}@${canonical}`;
}

function withoutTag(name: string, host: string): string {
  const untagged = TAGGED.has(host) ? (/^[^+]+(?=\+)/.exec(name)?.[0] ?? name) : name;
  return HYPHENATED.has(host) ? (/^[^-]+(?=-)/.exec(untagged)?.[0] ?? untagged) : untagged;
}
