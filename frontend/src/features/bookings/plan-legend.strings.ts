import messages from "@sakhi/domain/generated/messages/en/legend";
import { LOOK_TEXTS } from "../../shared/floor-plan/look.strings";

/** Texts of the plan's legend and facts, which the registration does not load. */
export const legendStrings = {
  facts: ({ width, height }: { readonly width: number; readonly height: number }, sizes: string, count: number) => [
    messages.area({ width, height }),
    messages.sizes({ sizes }),
    messages.total({ count }),
    messages.tentative,
  ],
  /** @param size of every stall, if they have one */
  terms: (size: string | undefined) => (size === undefined ? messages.terms : messages.sizeEach({ size })),
  look: LOOK_TEXTS,
} as const;
