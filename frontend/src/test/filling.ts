import { fireEvent, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** Puts a text behind what stands in a field, at one stroke: a dialog is drawn once, not once for each letter. */
export async function fill(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}

/** Fills a form in, each field at one stroke and in the place of what stood there, by how its label begins. */
export function fillIn(form: HTMLElement, values: Readonly<Record<string, string>>): void {
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(
      within(form).getByLabelText((text) => text.startsWith(label)),
      { target: { value } },
    );
  }
}
