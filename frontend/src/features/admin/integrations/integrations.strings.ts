import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-integrations";
import type { WebhookDelivery, WebhookEndpoint } from "../../../api/admin-api";
import type { Tone } from "../parts/labels";

type Named<T> = Extract<T, string>;

const { status, facts, test, form, secret, disable, enable, remove, deliveries, again } = messages;

interface OfSystem {
  readonly label: (given: { readonly system: string }) => string;
}

/** Texts of what is done with an endpoint, which name its system. */
const namedBy = <Texts extends OfSystem>(texts: Texts) => ({
  ...texts,
  label: (name: string) => texts.label({ system: isolated(name) }),
});

/** The texts of the dashboard's Integrations. */
export const strings = {
  ...messages,
  kinds: messages.kinds satisfies Record<Named<WebhookDelivery["kind"]>, string>,
  status: {
    on: [status.on, "good"],
    new: [status.new, "plain"],
    failing: [status.failing, "bad"],
    operator: [status.operator, "plain"],
    silent: [status.silent, "bad"],
    gone: [status.gone, "bad"],
  } as const satisfies Record<string, readonly [string, Tone]>,
  facts: { ...facts, kinds: (kinds: readonly string[]) => facts.kinds({ kinds: kinds.join(", ") }) },
  logOf: (name: string) => messages.logOf({ system: isolated(name) }),
  test: namedBy(test),
  form: { ...form, changeLabel: (name: string) => form.changeLabel({ system: isolated(name) }) },
  secret: namedBy(secret),
  disable: namedBy(disable),
  enable: namedBy(enable),
  remove: namedBy(remove),
  deliveries: {
    ...deliveries,
    all: (total: number) => deliveries.all({ total }),
    states: {
      waiting: [deliveries.states.waiting, "waiting"],
      sending: [deliveries.states.sending, "waiting"],
      delivered: [deliveries.states.delivered, "good"],
      failed: [deliveries.states.failed, "bad"],
    } as const satisfies Record<Named<WebhookDelivery["state"]>, readonly [string, Tone]>,
    next: (moment: string) => deliveries.next({ moment }),
    open: (kind: string, moment: string) => deliveries.open({ kind, moment }),
    answer: (code: number, milliseconds: number) => deliveries.answer({ status: code, milliseconds }),
    none: (milliseconds: number) => deliveries.none({ milliseconds }),
    /** The header that carries it. */
    id: "webhook-id",
  },
  again: {
    ...again,
    label: (kind: string, moment: string) => again.label({ kind, moment }),
    allConsequence: (count: number) => again.allConsequence({ count }),
    done: (count: number) => again.done({ count }),
  },
} as const;

/** How an endpoint is. */
export function statusOf({ disabledAt, disabledBy, failingSince, deliveredAt }: WebhookEndpoint) {
  const { status: is } = strings;
  if (disabledAt !== undefined)
    return disabledBy === "failing" ? is.silent : disabledBy === "gone" ? is.gone : is.operator;
  if (failingSince !== undefined) return is.failing;
  return deliveredAt === undefined ? is.new : is.on;
}
