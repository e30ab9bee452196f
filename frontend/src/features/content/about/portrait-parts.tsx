import type { ReactNode } from "react";
import { INKS } from "../../../ui/art/inks";

/** How a sitter wears her hair. */
export type Hair = "bun" | "braid" | "long" | "curls" | "parted";
/** What a sitter wears. */
export type Drape = "saree" | "kurta" | "shirt";

/** Hair behind the face and over the forehead, parted in the middle. */
const PARTED =
  "M68 104C60 58 80 46 100 46s40 12 32 58c-1-22-10-32-21-38-5-3-9-6-11-10-2 4-6 7-11 10-11 6-20 16-21 38z";

/** The hair, in two layers: what lies behind the face, and what falls over it. */
export function hair(
  kind: Hair,
  ink: string,
  flower: string,
): { readonly back: ReactNode; readonly front: ReactNode } {
  switch (kind) {
    case "bun":
      return {
        back: (
          <>
            <circle cx="100" cy="40" r="17" fill={ink} />
            {[-60, -36, -12, 12, 36, 60].map((angle) => (
              <circle
                key={angle}
                cx="100"
                cy="21"
                r="4.6"
                fill={INKS.paper}
                stroke={flower}
                strokeWidth="1.6"
                transform={`rotate(${angle} 100 40)`}
              />
            ))}
          </>
        ),
        front: <path d={PARTED} fill={ink} />,
      };
    case "braid":
      return {
        back: null,
        front: (
          <>
            <path d={PARTED} fill={ink} />
            <path d="M129 92c10 10 12 30 12 44l-13 4c2-16 3-34 1-48z" fill={ink} />
            {[0, 1, 2, 3, 4].map((knot) => (
              <path
                key={knot}
                d="M-9-7C-3-12 6-11 9-5 8 4 2 9-4 8-10 5-11-2-9-7z"
                fill={ink}
                transform={`translate(${136 + (knot % 2) * 2} ${138 + knot * 15})`}
              />
            ))}
            {[0, 1, 2, 3].map((knot) => (
              <path
                key={knot}
                d="M-6 0q6 5 12-1"
                fill="none"
                stroke={flower}
                strokeWidth="2"
                strokeLinecap="round"
                transform={`translate(${137 + (knot % 2)} ${144 + knot * 15})`}
              />
            ))}
          </>
        ),
      };
    case "long":
      return {
        back: (
          <path
            d="M62 96c-4-44 18-54 38-54s42 10 38 54c-1 20 10 40 12 66-20 14-80 14-100 0 2-26 13-46 12-66z"
            fill={ink}
          />
        ),
        front: (
          <>
            <path
              d="M66 110C62 58 84 46 112 48c16 4 24 22 22 62-3-24-10-36-24-44-12 12-38 14-44 44z"
              fill={ink}
            />
          </>
        ),
      };
    case "curls":
      return {
        back: (
          <g fill={ink}>
            <circle cx="100" cy="78" r="42" />
            {Array.from({ length: 15 }, (_, index) => -140 + index * 20).map((angle) => (
              <circle key={angle} cx="100" cy="37" r="12.5" transform={`rotate(${angle} 100 82)`} />
            ))}
          </g>
        ),
        front: (
          <g fill={ink}>
            {[
              [74, 74],
              [82, 63],
              [93, 57],
              [106, 57],
              [117, 62],
              [126, 73],
            ].map(([x, y]) => (
              <circle key={x} cx={x} cy={y} r="9.5" />
            ))}
          </g>
        ),
      };
    case "parted":
      return { back: null, front: <path d={PARTED} fill={ink} /> };
  }
}

/** The dupatta over the head, in two layers: its inside behind the face, and its folds around it. */
export function headCover(
  cloth: string,
  border: string,
): { readonly back: ReactNode; readonly front: ReactNode } {
  const fall = "M100 36c42 0 49 34 47 64-1 22 12 40 29 60-20 22-44 30-58 28";
  const edge = "M82 188C64 158 58 126 63 96c4-24 18-37 37-37s33 13 37 37c5 30-1 62-19 92";
  return {
    back: <path d="M62 170V96c0-30 16-44 38-44s38 14 38 44v74z" fill={INKS.night} />,
    front: (
      <>
        <path
          d={`${fall}C136 158 142 126 137 96c-4-24-18-37-37-37S67 72 63 96c-5 30 1 62 19 92-14 2-38-6-58-28 17-20 30-38 29-60-2-30 5-64 47-64z`}
          fill={cloth}
        />
        <path d={edge} fill="none" stroke={border} strokeWidth="4" />
        <path
          d="M69 160C61 138 59 118 63 96c4-24 18-37 37-37s33 13 37 37c4 22 2 42-6 64"
          fill="none"
          stroke={border}
          strokeWidth="3"
          strokeDasharray="0.1 8"
          strokeLinecap="round"
          transform="translate(-13 -10) scale(1.13)"
        />
      </>
    ),
  };
}

const SHOULDERS = "M22 220c0-40 28-58 64-68 6 12 22 12 28 0 36 10 64 28 64 68z";

/** What the sitter wears, with its printed border. */
export function drape(kind: Drape, cloth: string, border: string, skin: string): ReactNode {
  switch (kind) {
    case "saree":
      return (
        <>
          <path d={SHOULDERS} fill={border} />
          <path d="M84 152c4 16 28 16 32 0l6 3c-2 26-42 26-44 0z" fill={skin} />
          {/* The pallu, from the hip over the shoulder. */}
          <path d="M22 220c0-40 24-55 50-63 14 25 44 45 64 63z" fill={cloth} />
          <path d="M78 154c12 24 44 42 66 66h-14C110 198 80 180 68 158z" fill={border} />
          <path
            d="M60 166c12 18 34 34 50 54"
            fill="none"
            stroke={border}
            strokeWidth="3.4"
            strokeDasharray="0.1 8"
            strokeLinecap="round"
          />
          <path
            d="M48 178c10 14 24 26 36 42"
            fill="none"
            stroke={border}
            strokeWidth="3.4"
            strokeDasharray="0.1 12"
            strokeLinecap="round"
          />
        </>
      );
    case "kurta":
      return (
        <>
          <path d={SHOULDERS} fill={cloth} />
          <path d="M86 152l14 34 14-34 6 2-20 50-20-50z" fill={border} />
          <path d="M87 152l13 30 13-30c-6 9-20 9-26 0z" fill={skin} />
          <path d="M100 204v16" stroke={border} strokeWidth="4" />
          {[46, 66, 134, 154].map((x, index) => (
            <g key={x} fill={border} transform={`translate(${x} ${index === 0 || index === 3 ? 200 : 188})`}>
              {[0, 90, 180, 270].map((angle) => (
                <path
                  key={angle}
                  d="M0-1.5C-3-4-2.5-7 0-8.5 2.5-7 3-4 0-1.5z"
                  transform={`rotate(${angle})`}
                />
              ))}
            </g>
          ))}
        </>
      );
    case "shirt":
      return (
        <>
          <path d={SHOULDERS} fill={cloth} />
          <path d="M86 152l14 24 14-24c-6 9-22 9-28 0z" fill={skin} />
          <path d="M85 151l15 26-16 14-12-34zM115 151l-15 26 16 14 12-34z" fill={border} />
          {[192, 208].map((y) => (
            <circle key={y} cx="100" cy={y} r="2.6" fill={border} />
          ))}
          <path
            d="M40 196l12 24M56 186l16 34M160 196l-12 24M144 186l-16 34"
            stroke={border}
            strokeWidth="2.4"
            strokeDasharray="6 5"
          />
        </>
      );
  }
}
