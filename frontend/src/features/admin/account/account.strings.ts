import type { TokenScope } from "@sakhi/domain/accounts/access-token.rules";
import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-account";
import { GO_BACK } from "../../../ui/leave";

const { password, factor, scan, codes, sessions, tokens } = messages;

const SHORT: Readonly<Record<TokenScope, string>> = {
  "bookings:read": tokens.short.bookings,
  "exports:read": tokens.short.exports,
};

/** Texts of "Account & security" and of the required first steps. */
export const strings = {
  ...messages,
  password: { ...password, setOn: (day: string) => password.setOn({ day }) },
  factor: {
    ...factor,
    onText: (day: string) => factor.onText({ day }),
    codesLeft: (count: number) => factor.codesLeft({ count }),
  },
  scan: { ...scan, cancel: GO_BACK },
  codes: { ...codes, file: "recovery-codes.txt" },
  sessions: {
    ...sessions,
    since: (moment: string) => sessions.since({ moment }),
    used: (moment: string) => sessions.used({ moment }),
    endLabel: (browser: string, moment: string) => sessions.endLabel({ browser, moment }),
    endedOthers: (count: number) => sessions.endedOthers({ count }),
  },
  tokens: {
    ...tokens,
    scopes: { "bookings:read": tokens.scopes.bookings, "exports:read": tokens.scopes.exports } satisfies Record<
      TokenScope,
      string
    >,
    line: (scopes: readonly TokenScope[], until: string) => {
      const [one = "", other] = scopes.map((scope) => SHORT[scope]);
      return tokens.line({ reads: other === undefined ? one : tokens.both({ one, other }), until });
    },
    events: (slugs: readonly string[]) => tokens.events({ events: slugs.map((slug) => isolated(slug)).join(", ") }),
    used: (day: string) => tokens.used({ day }),
    revokeLabel: (name: string) => tokens.revokeLabel({ name: isolated(name) }),
    revokeConsequence: (name: string) => tokens.revokeConsequence({ name: isolated(name) }),
    dayChoice: (days: number) => (days === 365 ? tokens.year : tokens.dayChoice({ days })),
  },
} as const;
