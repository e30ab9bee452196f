/** The logo: two crossed rings of petals around a mirror, as in a lippan wall. */
export function Mark({ size }: { readonly size: number }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden focusable="false">
      <image href="/favicon.svg" width="64" height="64" />
    </svg>
  );
}

/** "Sakhi Bazaar" in our lettering above the Devanagari name; the file adapts to light and dark. */
export function Wordmark() {
  return <img src="/wordmark.svg" alt="" height={40} width={130} />;
}
