import type { LayoutStall } from "../api/mela-api";

/** The 70 stalls of the floor plan with a mix of statuses. */
export function hall(): LayoutStall[];
