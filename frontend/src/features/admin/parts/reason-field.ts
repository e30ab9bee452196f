import { strings } from "./action.strings";

/** Asks why: every action of an organiser is told. */
export function reasonField() {
  return { name: "reason", label: strings.reason, help: strings.reasonHelp, lines: 2 } as const;
}
