import { expect } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";

/**
 * Finds a dialog and waits until it has the focus. Before that, a dialog behind it still traps the focus and receives the
 * keystrokes.
 */
export async function settledDialog(role: "dialog" | "alertdialog", name?: string | RegExp): Promise<HTMLElement> {
  const dialog = await screen.findByRole(role, name === undefined ? {} : { name });
  await hasFocus(dialog);
  return dialog;
}

/** Waits until the focus is in a dialog. */
export async function hasFocus(dialog: HTMLElement): Promise<void> {
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
}

/** Waits until an element accepts pointer events: a closing dialog still blocks those behind it for a moment. */
export async function reachable(element: HTMLElement): Promise<HTMLElement> {
  await waitFor(() => expect(getComputedStyle(element).pointerEvents).not.toBe("none"));
  return element;
}
