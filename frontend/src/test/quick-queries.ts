// Fast queries for large forms. By role or label, Testing Library computes the accessible names of all elements on each
// query, which is slower in jsdom than rendering. Use these where names and roles are not under test.

/** The field whose label starts with this text. */
export function field(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll("label")].find(({ textContent }) => textContent.trim().startsWith(label));
  if (!(found?.control instanceof HTMLElement)) throw new Error(`no field ${label}`);
  return found.control as HTMLInputElement;
}

/** The button with this text. */
export function button(text: string): HTMLButtonElement {
  const found = [...document.querySelectorAll("button")].find(({ textContent }) => textContent.trim() === text);
  if (found === undefined) throw new Error(`no button ${text}`);
  return found;
}
