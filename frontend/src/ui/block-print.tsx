import { Box } from "@chakra-ui/react";
import { useId } from "react";

/** Decorative block-print band: flowers between diamonds, two rules. For key pages only. Colours follow the theme. */
export function BlockPrintBand() {
  const id = useId();
  return (
    <Box aria-hidden height="28px" color="rani.text" overflow="hidden" lineHeight="0">
      <svg width="100%" height="28" role="presentation">
        <defs>
          <pattern id={id} width="56" height="28" patternUnits="userSpaceOnUse">
            <path d="M0 1.5h56M0 26.5h56" stroke="currentColor" strokeWidth="2" />
            <g fill="currentColor" transform="translate(14 14)">
              {[0, 45, 90, 135, 180, 225, 270, 315].map((angle) => (
                <path key={angle} d="M0-2C-2.6-4.5-2.4-7 0-9 2.4-7 2.6-4.5 0-2z" transform={`rotate(${angle})`} />
              ))}
            </g>
            <circle cx="14" cy="14" r="1.9" fill="var(--sb-colors-marigold-solid)" />
            <path d="M42 4.5l7 9.5-7 9.5-7-9.5z" fill="var(--sb-colors-indigo-text)" />
            <path d="M42 9l3.5 5-3.5 5-3.5-5z" fill="var(--sb-colors-paper)" />
            <circle cx="42" cy="14" r="1.6" fill="currentColor" />
            {[28, 0, 56].map((x) => (
              <g key={x} fill="var(--sb-colors-marigold-solid)">
                <circle cx={x} cy="8" r="1.5" />
                <circle cx={x} cy="14" r="2" />
                <circle cx={x} cy="20" r="1.5" />
              </g>
            ))}
          </pattern>
        </defs>
        <rect width="100%" height="28" fill={`url(#${id})`} />
      </svg>
    </Box>
  );
}
