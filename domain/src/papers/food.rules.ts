/**
 * The question whose answer says who sells food. An event has it with its first question for food stalls. Its words and its place can
 * be changed, its answers cannot: they decide what else is asked.
 */
export const FOOD_QUESTION = {
  key: "sells_food",
  label: "Do you sell food?",
  help: "Anything to eat or drink, also packed: pickles, sweets, tea, spices.",
  kind: "choice",
  choices: ["Yes", "No"],
  required: true,
  asked: "form_or_later",
  audience: "every_stall",
} as const;

/**
 * Whether the holder of a stall sells food: what she says decides, not the type of her stall. Undefined until she has said it; she is
 * asked nothing then that only food stalls are asked.
 *
 * @param answers as they are stored, by the question's key
 */
export function sellsFood(answers: Readonly<Partial<Record<string, string>>>): boolean | undefined {
  const [yes, no] = FOOD_QUESTION.choices;
  const answer = answers[FOOD_QUESTION.key];
  if (answer === yes) return true;
  return answer === no ? false : undefined;
}
