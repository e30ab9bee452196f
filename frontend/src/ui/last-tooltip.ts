import { createContext, type RefObject } from "react";

/** When a tooltip closed last, by `performance.now()`; shared by all tooltips. */
export const LastTooltip = createContext<RefObject<number> | undefined>(undefined);
