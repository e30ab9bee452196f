import type { UserEvent } from "@testing-library/user-event";

/** Puts a text behind what stands in a field, at one stroke: a dialog is drawn once, not once for each letter. */
export async function fill(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
