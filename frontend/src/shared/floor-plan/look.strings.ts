import messages from "@sakhi/domain/generated/messages/en/look";
import type { StallLook } from "@sakhi/domain/stalls/stall.types";

/** Border and mark of each look, in legends. */
export const LOOK_TEXTS: Readonly<Record<StallLook, string>> = messages;
