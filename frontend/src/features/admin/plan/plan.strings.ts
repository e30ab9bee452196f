import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { eachField, labelOf } from "@sakhi/domain/fields/declared-fields";
import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-plan";
import { MOVE_BLOCK } from "@sakhi/domain/moves/move.rules";
import type { OfflineMethod } from "@sakhi/domain/operator/operator.types";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { WAITING_BLOCK } from "@sakhi/domain/waiting/waiting.rules";
import type { PlanStall, PlanState, UnpaidHolds } from "../../../api/admin-api";
import { rupees } from "../../../ui/money";

const { stall, block, unblock, price, sell, unpaid } = messages;

/** Why a stall is blocked: reasons of the system are stored in English; what an operator wrote stays. */
function blockedText(reason: string): string {
  if (reason === WAITING_BLOCK) return stall.ownReasons.waiting;
  return reason === MOVE_BLOCK ? stall.ownReasons.move : reason;
}

/** Texts of the operator's floor plan. */
export const strings = {
  ...messages,
  label: (count: number) => messages.label({ count }),
  states: messages.states satisfies Record<PlanState, string>,
  checks: messages.checks satisfies Record<PlanState, string>,
  name: ({ stallId, type, price: amount, state, holderName }: PlanStall) => {
    const facts = messages.name({
      ...{ stallId, type: stallTypeLabel(type), price: rupees(amount), state: messages.states[state] },
    });
    return holderName === undefined ? facts : `${facts}, ${isolated(holderName)}`;
  },
  until: (state: PlanState, time: string) => messages.until({ state: messages.states[state], time }),
  stall: {
    ...stall,
    title: (stallId: string) => stall.title({ stallId }),
    network: (count: number) => stall.network({ count }),
    blocked: blockedText,
    openLabel: (time: string) => stall.openLabel({ time }),
  },
  block: {
    ...block,
    title: (stallId: string) => block.title({ stallId }),
    consequence: (stallId: string) => block.consequence({ stallId }),
    done: (stallId: string, event: string) => block.done({ stallId, event: isolated(event) }),
  },
  unblock: {
    ...unblock,
    title: (stallId: string) => unblock.title({ stallId }),
    consequence: (stallId: string) => unblock.consequence({ stallId }),
    done: (stallId: string, event: string) => unblock.done({ stallId, event: isolated(event) }),
  },
  price: {
    ...price,
    title: (stallId: string) => price.title({ stallId }),
    consequence: (stallId: string, before: number, after: number | undefined) =>
      after === undefined
        ? price.consequenceUnknown({ stallId, before: rupees(before) })
        : price.consequence({ stallId, before: rupees(before), after: rupees(after) }),
    apart: (stallId: string) => price.apart({ stallId }),
    done: (stallId: string, event: string, before: number, after: number) =>
      price.done({ stallId, event: isolated(event), before: rupees(before), after: rupees(after) }),
  },
  sell: {
    ...sell,
    title: (stallId: string) => sell.title({ stallId }),
    fields: { ...eachField(REGISTRATION_FIELDS, labelOf), ...sell.fields },
    methods: sell.methods satisfies Record<OfflineMethod, string>,
    amountHelp: (amount: number) => sell.amountHelp({ price: rupees(amount) }),
    consequence: (stallId: string, amount: number) => sell.consequence({ stallId, amount: rupees(amount) }),
    consequenceSeveral: (stallId: string, further: string, amount: number | undefined) =>
      amount === undefined
        ? sell.severalAtPrice({ stallId, further })
        : sell.several({ stallId, further, amount: rupees(amount) }),
    done: (stallId: string, event: string, invoice: string) => sell.done({ stallId, event: isolated(event), invoice }),
  },
} as const;

/** Texts of the release of unpaid holds of an event. */
export const unpaidStrings = {
  ...unpaid,
  title: (event: string): string => unpaid.title({ event: isolated(event) }),
  event: ({ freeStalls, heldUnpaid, ...sold }: UnpaidHolds): string =>
    unpaid.event({ held: heldUnpaid, unsold: freeStalls, ...sold }),
  option: (count: number): string => unpaid.option({ count }),
  consequence: ({ stalls, ...holds }: UnpaidHolds): string =>
    stalls.length === 0
      ? unpaid.nothing
      : unpaid.consequence({ count: stalls.length, stalls: stalls.join(", "), ...holds }),
} as const;
