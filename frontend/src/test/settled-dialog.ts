import { expect } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";

/**
 * A dialog that has opened, once the focus is in it: what is typed before that goes astray, for the dialog behind it
 * still draws the focus back.
 */
export async function settledDialog(role: "dialog" | "alertdialog", name?: string | RegExp): Promise<HTMLElement> {
  const dialog = await screen.findByRole(role, name === undefined ? {} : { name });
  await hasFocus(dialog);
  return dialog;
}

/** Waits for the focus to be in a dialog. */
export async function hasFocus(dialog: HTMLElement): Promise<void> {
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
}

/** An element, once a press reaches it: a dialog that goes keeps presses from what stands behind it a moment longer. */
export async function reachable(element: HTMLElement): Promise<HTMLElement> {
  await waitFor(() => expect(getComputedStyle(element).pointerEvents).not.toBe("none"));
  return element;
}
