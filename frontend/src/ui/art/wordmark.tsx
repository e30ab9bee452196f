/** The mark: two crossed rings of petals around a mirror, as in a lippan wall. */
export function Mark({ size = 40 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden focusable="false">
      <rect width="64" height="64" rx="14" fill="#2B2A6B" />
      {[0, 90, 180, 270].map((angle) => (
        <g key={angle} transform={`rotate(${angle} 32 32)`}>
          <path d="M32 30c-5-5-6-12 0-20 6 8 5 15 0 20z" fill="#E39A0B" />
          <path d="M32 29c-3.5-4-4-8.5 0-14 4 5.5 3.5 10 0 14z" fill="#F05C8C" transform="rotate(45 32 32)" />
        </g>
      ))}
      <circle cx="32" cy="32" r="5" fill="#FFF9EF" />
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
