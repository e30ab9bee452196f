// By role or label, Testing Library computes names of a whole form's elements at each question: on a large form that takes
// jsdom longer than drawing it. Where names and roles are not the subject, these read the markup.

/** The field whose label begins so. */
export function field(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll("label")].find(({ textContent }) => textContent.trim().startsWith(label));
  if (!(found?.control instanceof HTMLElement)) throw new Error(`no field ${label}`);
  return found.control as HTMLInputElement;
}

/** The button that says so. */
export function button(text: string): HTMLButtonElement {
  const found = [...document.querySelectorAll("button")].find(({ textContent }) => textContent.trim() === text);
  if (found === undefined) throw new Error(`no button ${text}`);
  return found;
}
