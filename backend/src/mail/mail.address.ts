/**
 * One plain address and nothing else: no list, no display name, no line break, nothing that could end the header or
 * add a recipient. Stricter than the registration form on purpose: this is the last gate before SMTP.
 */
const ONE_ADDRESS =
  /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,63}$/u;

/** Whether mail may be sent to this text as it stands. */
export function isOneAddress(text: string): boolean {
  return text.length <= 254 && ONE_ADDRESS.test(text);
}

/** The domain of "Name <a@b>" or "a@b", for Message-IDs; "localhost" where there is none. */
export function domainOf(address: string): string {
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(address)?.[1] ?? "localhost";
}
