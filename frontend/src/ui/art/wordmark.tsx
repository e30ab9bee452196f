import { SAKHI_BAZAAR_DEVANAGARI, SAKHI_BAZAAR_LATIN } from "./lettering";

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

/** "Sakhi Bazaar" in our lettering, with the Devanagari name beneath. Height in px; colours follow the text. */
export function Wordmark({ height = 40 }: { readonly height?: number }) {
  return (
    <svg viewBox="0 0 6360 1960" height={height} width={(height * 6360) / 1960} aria-hidden focusable="false">
      <path d={SAKHI_BAZAAR_LATIN.d} fill="currentColor" transform="translate(0 880)" />
      <g transform="translate(40 1790) scale(0.66)" fill="var(--sb-colors-rani-text)">
        <path d={SAKHI_BAZAAR_DEVANAGARI.d} />
        <path
          d="M4900 -290h4500"
          stroke="var(--sb-colors-marigold-solid)"
          strokeWidth="90"
          strokeDasharray="10 250"
          strokeLinecap="round"
        />
      </g>
    </svg>
  );
}
