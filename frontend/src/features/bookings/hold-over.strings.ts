import type { UncheckedHold } from "@sakhi/domain/bookings/hold-over";
import messages from "@sakhi/domain/generated/messages/en/hold-over";

type Unchecked = (stallId: string, left: string) => readonly [known: string, unknown: string];

const { unchecked, ended, announced } = messages;

/** Of a hold without network: what the device knows, and what only the server can say. */
export const uncheckedStrings: Readonly<Record<UncheckedHold, Unchecked>> = {
  running: (stallId, left) => [unchecked.running.known({ stallId, left }), unchecked.running.unknown],
  over: (stallId) => [unchecked.over.known({ stallId }), unchecked.over.unknown],
  paying: (stallId) => [unchecked.paying.known({ stallId }), unchecked.paying.unknown],
};

/** Texts about a hold that has ended. */
export const holdOverStrings = {
  ...messages,
  ended: {
    time_over: (stallId: string) => ended.time_over({ stallId }),
    payment_ended: (stallId: string) => ended.payment_ended({ stallId }),
    released_early: (stallId: string) => ended.released_early({ stallId }),
  },
  // `resting` without a number: a screen reader would read each second.
  now: { ...messages.now, unknown: "" },
  reserve: (stallId: string) => messages.reserve({ stallId }),
  /** Without network; see {@link uncheckedStrings}. */
  announced: {
    running: (stallId: string) => announced.running({ stallId }),
    over: (stallId: string) => announced.over({ stallId }),
    paying: (stallId: string) => announced.paying({ stallId }),
  },
} as const;
