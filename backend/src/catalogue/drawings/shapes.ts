/** Small pieces of SVG that every drawing is put together from. Coordinates are rounded, so that files stay small. */

/** A number as SVG writes it, with one decimal at most. */
export function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function circle(x: number, y: number, r: number, fill: string, more = ""): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${more === "" ? "" : ` ${more}`}/>`;
}

export function ring(x: number, y: number, r: number, stroke: string, width: number, more = ""): string {
  return circle(
    x,
    y,
    r,
    "none",
    `stroke="${stroke}" stroke-width="${n(width)}"${more === "" ? "" : ` ${more}`}`,
  );
}

export function rect(x: number, y: number, w: number, h: number, fill: string, more = ""): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"${more === "" ? "" : ` ${more}`}/>`;
}

export function path(d: string, fill: string, more = ""): string {
  return `<path d="${d}" fill="${fill}"${more === "" ? "" : ` ${more}`}/>`;
}

export function line(d: string, stroke: string, width: number, more = ""): string {
  const rounded = `stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"`;
  return path(d, "none", more === "" ? rounded : `${rounded} ${more}`);
}

export function group(transform: string, ...parts: readonly string[]): string {
  return `<g transform="${transform}">${parts.join("")}</g>`;
}

/** The same piece `count` times around a centre. */
export function around(count: number, piece: string, start = 0): string {
  return Array.from({ length: count }, (_, index) =>
    group(`rotate(${n(start + (index * 360) / count)})`, piece),
  ).join("");
}

/** A row of dots. */
export function dots(x1: number, x2: number, y: number, count: number, r: number, fill: string): string {
  const step = count > 1 ? (x2 - x1) / (count - 1) : 0;
  return Array.from({ length: count }, (_, index) => circle(x1 + index * step, y, r, fill)).join("");
}

/** A row of triangles, as along a border; `height` below zero lets them hang. */
export function teeth(
  x1: number,
  x2: number,
  y: number,
  count: number,
  height: number,
  fill: string,
): string {
  const step = (x2 - x1) / count;
  const points = Array.from(
    { length: count },
    (_, index) =>
      `l${n(step / 2)} ${n(-height)}l${n(step / 2)} ${n(height)}${index === count - 1 ? "z" : ""}`,
  ).join("");
  return path(`M${n(x1)} ${n(y)}${points}`, fill);
}

/** A petal that points up from the centre. */
export function petal(length: number, width: number, fill: string, from = 0): string {
  const tip = -from - length;
  const belly = -from - length * 0.55;
  return path(
    `M0 ${n(-from)}C${n(-width)} ${n(belly)} ${n(-width * 0.5)} ${n(tip * 0.92)} 0 ${n(tip)}C${n(width * 0.5)} ${n(tip * 0.92)} ${n(width)} ${n(belly)} 0 ${n(-from)}z`,
    fill,
  );
}

/** A rosette of petals with a heart. */
export function rosette(petals: number, length: number, fill: string, heart: string): string {
  return (
    around(petals, petal(length, (length * 2.4) / petals + 2, fill, length * 0.22)) +
    circle(0, 0, length * 0.24, heart)
  );
}

/** A paisley (ambi) of some 60 units, its tip to the upper right. */
export function paisley(fill: string, inner: string, dot: string): string {
  return (
    path(
      "M22 -34C2 -38 -24 -18 -24 8C-24 26 -10 36 4 36C20 36 30 24 28 10C26 -4 12 -6 8 -16C6 -22 12 -30 22 -34z",
      fill,
    ) +
    path("M2 -12C-8 -8 -14 0 -14 10C-14 20 -6 26 4 26C13 26 19 19 17 10C15 1 4 0 2 -12z", inner) +
    circle(2, 12, 6, dot) +
    around(7, circle(0, -10.5, 1.6, dot)).replace(/^/, '<g transform="translate(2 12)">') +
    "</g>"
  );
}
