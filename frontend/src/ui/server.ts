/**
 * True in the server renderer (src/server/first-view.tsx): only eager images are in the first view, and what opens by a press is
 * a link, since no script answers yet.
 */
export const isServer = !("document" in globalThis);
