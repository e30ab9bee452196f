import messages from "@sakhi/domain/generated/messages/en/several-stalls";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { MyHold } from "../../api/mela-api";
import { rupees } from "../../ui/money";

/** Stalls in a sentence: B12, B13 and B14. */
export function namesOf(stallIds: readonly string[]): string {
  const [last = "", ...others] = stallIds.toReversed();
  return others.length === 0 ? last : messages.names({ others: others.toReversed().join(", "), last });
}

/** Texts of several stalls in one order. */
export const strings = {
  ...messages,
  add: (stall: string) => messages.add({ stall }),
  addText: (hold: MyHold) => messages.addText({ stalls: namesOf(stallsOf(hold).map(({ stallId }) => stallId)) }),
  stall: (stall: string, type: string) => messages.stall({ stall, type: stallTypeLabel(type) }),
  remove: (stall: string) => messages.remove({ stall }),
  removed: (stall: string) => ({ title: messages.removed({ stall }), description: messages.removedText }),
  notRemoved: (stall: string) => messages.notRemoved({ stall }),
  added: (stall: string) => ({ title: messages.added({ stall }), description: messages.addedText }),
  notAdded: (stall: string) => messages.notAdded({ stall }),
  more: (count: number) => messages.more({ count }),
  addOne: (stall: string, price: number) => messages.addOne({ stall, price: rupees(price) }),
  together: (stalls: readonly string[]) => messages.together({ stalls: namesOf(stalls) }),
} as const;

/** The stalls of a hold, the first one first. */
export function stallsOf(hold: MyHold): readonly Pick<MyHold, "stallId" | "type" | "price">[] {
  return hold.stalls ?? [hold];
}
