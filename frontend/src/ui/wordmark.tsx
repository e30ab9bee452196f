/** The mark: two crossed rings of petals around a mirror, as in a lippan wall. */
export function Mark({ size = 40 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden focusable="false">
      <image href="/favicon.svg" width="64" height="64" />
    </svg>
  );
}

/** Width to height of the wordmark. */
const SHAPE = 6360 / 1960;

/**
 * "Sakhi Bazaar" in our lettering, with the Devanagari name beneath; a file of its own, which knows light and dark.
 * Height in px.
 */
export function Wordmark({ height = 40 }: { readonly height?: number }) {
  return <img src="/wordmark.svg" alt="" height={height} width={Math.round(height * SHAPE)} />;
}
