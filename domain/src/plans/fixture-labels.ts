import labels from "../generated/messages/en/fixture-labels.js";
import { IS_ENGLISH } from "../generated/messages/en/language.js";

/** What operators usually write on a plan, in the order of its labels in the catalogue; a spec compares them. */
const USUAL: readonly string[] = [
  "entrance",
  "exit",
  "stage",
  "help desk",
  "toilets",
  "food court",
  "drinking water",
  "first aid",
  "parking",
  "registration",
  "information",
  "office",
  "emergency exit",
];

const LABELS: readonly string[] = labels.texts;

/** A text of the plan in the language of this build; what an operator has worded in her own way stays as she wrote it. */
export function fixtureLabel(text: string): string {
  return IS_ENGLISH ? text : (LABELS[USUAL.indexOf(text.trim().toLowerCase())] ?? text);
}
