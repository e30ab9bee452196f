import { type Access, hasRight, type Right } from "../access/rights.js";
import { ALL_EVENTS } from "../fields/all-events.js";

export const TOKEN_SCOPES = ["bookings:read", "exports:read"] as const;
/** What another system may do with a token: read bookings without contacts, or the files that its owner can download. */
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** How every token begins, so that scanners of repositories recognise one that was leaked. */
export const TOKEN_PREFIX = "sakhi_pat_";
/** A whole token: the prefix and 256 random bits. */
export const TOKEN = /^sakhi_pat_[A-Za-z0-9_-]{43}$/;

/** How long a token works, in days: unless its owner chooses otherwise, and at most. */
export const TOKEN_DAYS = { usual: 90, most: 365 } as const;
/** The choices of the dashboard, in days. */
export const TOKEN_DAY_CHOICES = [7, 30, TOKEN_DAYS.usual, 180, TOKEN_DAYS.most] as const;
/** Tokens of one person that still work. */
export const MAX_TOKENS = 20;
/** Maximum length of a token's name, in characters. */
export const MAX_TOKEN_NAME_LENGTH = 60;
/** Events that a token can be limited to. */
export const MAX_TOKEN_EVENTS = 20;

/** What somebody may let another system read. */
export interface TokenRights {
  readonly scopes: readonly TokenScope[];
  /** Slugs; null for all events. */
  readonly events: readonly string[] | null;
}

/** The right of its owner that each scope takes; each call asks for its own rights as well. */
const RIGHT_OF_SCOPE: Readonly<Record<TokenScope, Right>> = {
  "bookings:read": "bookings.read",
  "exports:read": "exports.read",
};

/** What a person may let a token read: never more than she may see herself. Asked at every use, so that a token follows her role. */
export function tokenRights(owner: Access): TokenRights {
  return { scopes: TOKEN_SCOPES.filter((scope) => hasRight(owner, RIGHT_OF_SCOPE[scope])), events: owner.events };
}

/** What a token may read now: what it was made for, and its owner may still see. */
export function rightsNow(token: TokenRights, owner: TokenRights): TokenRights {
  const { events } = owner;
  return {
    scopes: token.scopes.filter((scope) => owner.scopes.includes(scope)),
    events: events === null ? token.events : (token.events?.filter((slug) => events.includes(slug)) ?? events),
  };
}

/** The call that it is used for. */
interface TokenUse {
  readonly method: string;
  /** What the call declares; undefined for a call that no token opens. */
  readonly scope: TokenScope | undefined;
  /** The event that the call names: a slug, "all", or nothing. */
  readonly event: unknown;
}

/** Why a call refuses a token; also the error's code. */
export type TokenError = "token_not_accepted" | "token_scope_missing" | "token_event_refused";

/**
 * Whether a call may be made with a token, apart from what its owner may do. Denied unless the call declares a scope, and reads;
 * a token that is limited to events opens only calls that name one of them.
 */
export function tokenError(
  { scopes, events }: TokenRights,
  { method, scope, event }: TokenUse,
): TokenError | undefined {
  if (scope === undefined || (method !== "GET" && method !== "HEAD")) return "token_not_accepted";
  if (!scopes.includes(scope)) return "token_scope_missing";
  if (events === null) return undefined;
  const isNamed = typeof event === "string" && event !== ALL_EVENTS && events.includes(event);
  return isNamed ? undefined : "token_event_refused";
}
