/**
 * The point of a picture that stays in view wherever the picture is cut, in whole percent of its width from its left and of its
 * height from its top (decision 116). Chosen once; without one it is the middle.
 */
export interface PictureFocus {
  readonly x: number;
  readonly y: number;
}

/** The middle. */
export const CENTRE: PictureFocus = { x: 50, y: 50 };

/** The focus of a picture that may have none chosen. */
export const focusOf = (chosen: PictureFocus | null | undefined): PictureFocus => chosen ?? CENTRE;

/** Whether the focus is the middle, as without one. */
export const isCentre = (focus: PictureFocus | null | undefined): boolean => sameFocus(focus, CENTRE);

/** Whether two pictures are cut alike. */
export function sameFocus(one: PictureFocus | null | undefined, other: PictureFocus | null | undefined): boolean {
  const [a, b] = [focusOf(one), focusOf(other)];
  return a.x === b.x && a.y === b.y;
}

/** A focus as it is stored and answered: absent for the middle. */
export const chosenFocus = (focus: PictureFocus | null | undefined): { readonly focus?: PictureFocus } =>
  focus === null || focus === undefined || isCentre(focus) ? {} : { focus: { x: focus.x, y: focus.y } };

const inPercent = (part: number): number =>
  Number.isFinite(part) ? Math.round(Math.min(Math.max(part, 0), 1) * 100) : 50;

/** The focus at a point of a picture that is shown whole. @param x,y in parts of its width and height; outside is its edge */
export const focusAt = (x: number, y: number): PictureFocus => ({ x: inPercent(x), y: inPercent(y) });

/** The focus as `object-position` of CSS. */
export function objectPosition(chosen: PictureFocus | null | undefined): string {
  const { x, y } = focusOf(chosen);
  return `${x}% ${y}%`;
}

/**
 * What a frame shows of a picture, in the picture's pixels: what `object-fit: cover` shows at {@link objectPosition}.
 *
 * @param picture,frame width and height, in any unit
 */
export function cutOf(
  picture: { readonly width: number; readonly height: number },
  frame: { readonly width: number; readonly height: number },
  chosen: PictureFocus | null | undefined,
): { readonly left: number; readonly top: number; readonly width: number; readonly height: number } {
  const scale = Math.max(frame.width / picture.width, frame.height / picture.height);
  const [width, height] = [frame.width / scale, frame.height / scale];
  const { x, y } = focusOf(chosen);
  return { left: ((picture.width - width) * x) / 100, top: ((picture.height - height) * y) / 100, width, height };
}
