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

/** A text of the plan in the language of this build; what an operator has worded in her own way stays as she wrote it. */
export function fixtureLabel(text: string): string {
  if (IS_ENGLISH) return text;
  // Read here, so that the English build has neither list.
  const texts: readonly string[] = labels.texts;
  return texts[USUAL.indexOf(text.trim().toLowerCase())] ?? text;
}
