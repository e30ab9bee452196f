import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import type { MyBooking } from "../../api/mela-api";
import { forgetKept, keep, kept, keptOf } from "../../shared/kept/kept-values";

// My booking as last seen, for a page without network (docs/decisions/0109). A copy that anyone at the device could open lives
// as long as the browser's session, a day; beyond that, a copy is sealed with the secret of the mailed link, and opens with
// that link only.

/** What is kept: the ticket with its code for the gate, and what became of the booking. No name, contact, address, request, paper or link. */
export type KeptBooking = Pick<MyBooking, "booking" | "ticket" | "timeline"> & {
  readonly documents: readonly Pick<MyBooking["documents"][number], "kind" | "number" | "amount" | "issuedAt">[];
};

/** A booking as it was. */
export interface SeenBooking {
  /** ms since 1970. */
  readonly at: number;
  readonly booking: KeptBooking;
}

/** A sealed copy, in base64. */
interface Sealed {
  /** Digest of the order's number: to remove it with its booking. */
  readonly order: string;
  readonly salt: string;
  readonly iv: string;
  readonly text: string;
}

/** The one booking that this browser has open. */
const OPENED = "";

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const toBase64 = (bytes: ArrayBuffer | Uint8Array): string => btoa(String.fromCodePoint(...new Uint8Array(bytes)));
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);

async function digestOf(text: string): Promise<string> {
  return toBase64(await crypto.subtle.digest("SHA-256", bytesOf(text)));
}

/** The name under which the copy of a link is kept: says nothing of the link. */
const nameOf = (token: string): Promise<string> => digestOf(`kept booking of ${token}`);

/** The key that only the link yields: its secret is random and long, so that one round is enough. */
async function keyOf(token: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey("raw", bytesOf(token), "HKDF", false, ["deriveKey"]);
  const from = { name: "HKDF", hash: "SHA-256", salt, info: bytesOf("kept booking") };
  return crypto.subtle.deriveKey(from, secret, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

const isSecure = (): boolean => (globalThis.crypto as Crypto | undefined)?.subtle !== undefined;

async function seal(seen: SeenBooking, token: string): Promise<Sealed> {
  const [salt, iv] = [crypto.getRandomValues(new Uint8Array(16)), crypto.getRandomValues(new Uint8Array(12))];
  const text = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv },
    await keyOf(token, salt),
    bytesOf(JSON.stringify(seen)),
  );
  return {
    order: await digestOf(seen.booking.booking.orderId),
    salt: toBase64(salt),
    iv: toBase64(iv),
    text: toBase64(text),
  };
}

async function unseal({ salt, iv, text }: Sealed, token: string): Promise<SeenBooking> {
  const key = await keyOf(token, fromBase64(salt));
  const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv: fromBase64(iv) }, key, fromBase64(text));
  return JSON.parse(new TextDecoder().decode(plain)) as SeenBooking;
}

/** How the server let this browser see the booking: by a link, by its session, or because it was registered here. */
interface Opening {
  /** The link's secret; empty without one. */
  readonly token: string;
  /** The session started now; else it continues. */
  readonly isNew: boolean;
}

/** The last day of an event whose facts this device has kept. */
function lastDayOf(event: string): string | undefined {
  const facts = keptOf("facts").map((name) => {
    const value = kept<PublicFacts | { readonly data?: PublicFacts }>("facts", name)?.value;
    return value !== undefined && "data" in value ? value.data : (value as PublicFacts | undefined);
  });
  return facts.find((each) => each?.slug === event)?.days.end;
}

/** Keeps a booking that the server has just shown. */
export async function keepBooking(shown: MyBooking, { token, isNew }: Opening): Promise<void> {
  const { booking, ticket, timeline, documents, linkExpiresAt } = shown;
  const at = Date.now();
  const seen: SeenBooking = {
    at,
    booking: {
      booking,
      ...(ticket === undefined ? {} : { ticket }),
      timeline,
      documents: documents.map(({ kind, number, amount, issuedAt }) => ({ kind, number, amount, issuedAt })),
    },
  };
  const before = kept<OpenedBooking>("opened-booking", OPENED)?.value;
  const isSame = before?.booking.booking.orderId === booking.orderId;
  // A session is not renewed by being used, and neither is its copy.
  if (isNew || isSame) {
    const openedAt = isNew || before === undefined ? at : before.openedAt;
    keep("opened-booking", OPENED, { ...seen, openedAt } satisfies OpenedBooking, { at: openedAt });
  }
  if (token === "" || !isSecure()) return;
  const ends = { lastDay: lastDayOf(booking.event), linkEnds: linkExpiresAt };
  keep("linked-booking", await nameOf(token), await seal(seen, token), { at, ...ends });
}

interface OpenedBooking extends SeenBooking {
  readonly openedAt: number;
}

/**
 * The booking as it was last seen: with a link, that link's; without one, the booking that this browser has open. Never
 * another's.
 *
 * @param token the link's secret; empty without one
 */
export async function keptBooking(token: string): Promise<SeenBooking | undefined> {
  const opened = kept<OpenedBooking>("opened-booking", OPENED)?.value;
  if (token === "") return opened;
  if (!isSecure()) return undefined;
  const sealed = kept<Sealed>("linked-booking", await nameOf(token))?.value;
  const linked = sealed === undefined ? undefined : await unseal(sealed, token).catch(() => undefined);
  const isSame = opened?.booking.booking.orderId === linked?.booking.booking.orderId;
  return isSame && opened !== undefined && linked !== undefined && opened.at > linked.at ? opened : linked;
}

/** Removes all that is kept of a booking: the visitor has closed it, or ended its links. */
export async function forgetBooking(orderId: string): Promise<void> {
  forgetKept("opened-booking", OPENED);
  forgetKept("ticket", orderId);
  if (!isSecure()) return;
  const order = await digestOf(orderId);
  for (const name of keptOf("linked-booking"))
    if (kept<Sealed>("linked-booking", name)?.value.order === order) forgetKept("linked-booking", name);
}

/** The server says that a link, or this browser's session, no longer opens anything: neither does what is kept of it. */
export async function forgetRefused(token: string): Promise<void> {
  if (token === "") {
    forgetKept("opened-booking", OPENED);
    return;
  }
  if (!isSecure()) return;
  const refused = await keptBooking(token);
  forgetKept("linked-booking", await nameOf(token));
  if (refused === undefined) return;
  await forgetBooking(refused.booking.booking.orderId);
}
