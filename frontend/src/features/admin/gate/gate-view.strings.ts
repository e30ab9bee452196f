import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/gate-view";

/** Texts of the gate's view in the dashboard. */
export const viewStrings = {
  ...messages,
  day: (day: string, arrived: number) => messages.day({ day, arrived }),
  perHour: (hour: number, arrived: number) => messages.perHour({ hour: String(hour).padStart(2, "0"), arrived }),
  missing: (papers: number) => messages.missing({ papers }),
  arrival: (day: string, time: string, by: string) => messages.arrival({ day, time, by: isolated(by) }),
  exported: (file: string) => ({ title: messages.exported, description: file }),
} as const;
