/** Our own icons of the networks: lucide has none. */
const SIGNS = {
  LinkedIn: "M5 9.5v9M5 5.6v.1M10 18.5v-9M10 13c0-2 1.4-3.6 3.6-3.6S17 11 17 13v5.5",
  Facebook: "M16.5 4.5h-2c-2 0-3 1.3-3 3.2v12M8 11.5h7.5",
  Instagram:
    "M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4zM12 8.7a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6zM16.7 7.2v.1",
  WhatsApp:
    "M4 20l1.3-4A8 8 0 1 1 8.3 19zM9 8.6c-.3 3.4 3 6.6 6.4 6.5.7 0 1.3-1 1.2-1.6l-2-1-1 1a5 5 0 0 1-2.6-2.6l1-1-1-2c-.7-.1-1.9.1-2 .7z",
} as const;

export type SocialNetwork = keyof typeof SIGNS;

/** The networks in display order. */
export const SOCIAL_NETWORKS = Object.keys(SIGNS) as SocialNetwork[];

/** Icon of a social network. */
export function SocialSign({ network }: { readonly network: SocialNetwork }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="22"
      height="22"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={SIGNS[network]} />
    </svg>
  );
}
