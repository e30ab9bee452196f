import { fireEvent, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** Appends text to a field by pasting, so that a dialog re-renders once and not per keystroke. */
export async function fill(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}

/** Replaces the values of a form's fields, found by the beginning of their labels. */
export function fillIn(form: HTMLElement, values: Readonly<Record<string, string>>): void {
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(
      within(form).getByLabelText((text) => text.startsWith(label)),
      { target: { value } },
    );
  }
}
