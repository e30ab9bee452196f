import { type Drawn, isStall } from "./designer-state";
import { strings } from "./designer.strings";

/** Name of an item in announcements. */
export const nameOf = (item: Drawn): string =>
  isStall(item) ? item.number || strings.unnumbered : item.text || strings.kinds[item.kind];
