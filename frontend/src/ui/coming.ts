/** Takes away the line that says that a press is kept (src/app/start.js): it is answered. */
export function sayNothing(): void {
  document.getElementById("coming")?.replaceChildren();
}
