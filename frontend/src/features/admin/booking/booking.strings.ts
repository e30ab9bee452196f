import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { eachField, shortLabelOf } from "@sakhi/domain/fields/declared-fields";
import messages from "@sakhi/domain/generated/messages/en/admin-booking";
import { rupees } from "../../../ui/money";

const { details, network } = messages;

/** Texts of a booking's details. Title and section names are from the specification (T-226). */
export const strings = {
  ...details,
  facts: { ...details.facts, ...eachField(REGISTRATION_FIELDS, shortLabelOf) },
  discount: (percentage: number, amount: number, code: string | undefined) =>
    `${percentage} % (${rupees(amount)})${code === undefined ? "" : `, ${code}`}`,
  documents: {
    ...details.documents,
    done: (file: string) => ({ title: details.documents.done, description: details.documents.isHere({ file }) }),
  },
} as const;

interface NetworkFigures {
  readonly label: string;
  readonly prefix: number;
  readonly held: number;
  readonly paying: number;
  readonly endedUnsold: number;
  readonly blocked: boolean;
  readonly visitors: number;
  readonly registered: number;
  readonly sold: number;
}

/** Names of the counted prefixes. */
const NETWORK_NAMES: Readonly<Record<number, string>> = {
  32: network.names.address,
  24: network.names.neighbours,
  64: network.names.addressOfSix,
  56: network.names.customer,
  48: network.names.premises,
};
const NOTHING = { held: 0, paying: 0, visitors: 0, registered: 0, sold: 0 };
const nameOf = ({ prefix }: NetworkFigures): string => NETWORK_NAMES[prefix] ?? `/${prefix}`;
const unpaid = ({ held, paying }: NetworkFigures): string => network.unpaid({ count: held + paying });

/** Texts of a booking's networks, and of "Release all and block". */
export const networkStrings = {
  ...network,
  name: nameOf,
  figures: (of: NetworkFigures): string =>
    [
      of.paying === 0 ? unpaid(of) : network.beingPaid({ unpaid: unpaid(of), paying: of.paying }),
      ...(of.endedUnsold === 0 ? [] : [network.endedUnsold({ count: of.endedUnsold })]),
      ...(of.blocked ? [network.isBlocked] : []),
    ].join("; "),
  option: (of: NetworkFigures): string => network.option({ name: nameOf(of), unpaid: unpaid(of) }),
  consequence: (of: NetworkFigures | undefined, whom: "network" | "visitors"): string => {
    const { held, paying, visitors, registered, sold } = of ?? NOTHING;
    const released = network.released({ count: held + paying });
    return [released, network.hit({ visitors, registered, paying, sold }), network.blocks[whom], network.ends].join(
      " ",
    );
  },
} as const;

/** Texts of the operator's actions on a booking. */
export const actionStrings = messages.actions;
