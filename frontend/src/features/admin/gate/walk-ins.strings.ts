import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import type { WalkInState } from "@sakhi/domain/bookings/walk-in.states";
import { eachField, labelOf } from "@sakhi/domain/fields/declared-fields";
import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/walk-ins";
import { rupees } from "../../../ui/money";

const { form, sale } = messages;

/** Texts of sales at the gate. */
export const strings = {
  ...messages,
  free: (count: number) => messages.free({ count }),
  choose: (stallId: string, type: string, price: number) => messages.choose({ stallId, type, price: rupees(price) }),
  saleOf: (stallId: string, brand: string) => messages.saleOf({ stallId, brand: isolated(brand) }),
  by: (name: string, time: string) => messages.by({ name: isolated(name), time }),
  states: messages.states satisfies Record<WalkInState, string>,
  form: {
    ...form,
    title: (stallId: string, price: number) => form.title({ stallId, price: rupees(price) }),
    fields: eachField(REGISTRATION_FIELDS, labelOf),
    consequence: (stallId: string, price: number) => form.consequence({ stallId, price: rupees(price) }),
    done: (stallId: string) => form.done({ stallId }),
  },
  sale: {
    ...sale,
    heading: (stallId: string) => sale.heading({ stallId }),
    amount: (amount: number) => sale.amount({ amount: rupees(amount) }),
    code: (stallId: string, amount: number) => sale.code({ stallId, amount: rupees(amount) }),
    left: (time: string) => sale.left({ time }),
    sold: (stallId: string) => sale.sold({ stallId }),
    free: (stallId: string) => sale.free({ stallId }),
  },
} as const;
