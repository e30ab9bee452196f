import type { PrintedStall, PrintKind } from "@sakhi/domain/admin/prints";
import type { Plan } from "@sakhi/domain/plans/plan.types";

/** Everything that a print says, as it is sent to the thread that draws it. */
export interface PrintContent {
  readonly kind: PrintKind;
  /** Of the event: "The Mela 2026". */
  readonly title: string;
  readonly dates: string;
  readonly place: string;
  /** Of its organizer. */
  readonly organisation: string;
  /** When it was printed, ISO 8601 UTC. */
  readonly printedAt: string;
  /** In the order of the kind. */
  readonly stalls: readonly PrintedStall[];
  /** Of the kind "plan". */
  readonly plan?: Plan;
}

/** What the prints are called in the document. */
export const TITLES: Readonly<Record<PrintKind, string>> = {
  "by-stall": "Stalls by number",
  "by-name": "Stalls by name",
  "by-type": "Stalls by type",
  "door-signs": "Door signs",
  "name-boards": "Name boards",
  plan: "Who is where",
};

/** Left and right margin of the lists, in points. */
export const LEFT = 40;
