/** The header that says of which event a floor plan is: its slug, encoded, because slugs keep letters of every script. */
export function planHeader(slug: string): { readonly "plan-event": string } {
  return { "plan-event": encodeURIComponent(slug) };
}
