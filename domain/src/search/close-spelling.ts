/**
 * How many letters must be added, dropped, changed or swapped with their neighbour to make one word of the other.
 */
export function spellingDistance(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let distance = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && swapped) distance = Math.min(distance, (beforeLast[column - 2] ?? 0) + 1);
      current.push(distance);
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? 0;
}

/** How far a word may be from what was typed to be offered instead: short words forgive less. */
function forgiven(typed: string): number {
  const { length } = [...typed];
  if (length < 3) return 0;
  if (length <= 4) return 1;
  return length <= 8 ? 2 : 3;
}

/**
 * The known word that was most likely meant; undefined when none is close enough.
 *
 * @param known in order of preference: of two equally close words the first wins
 */
export function closestWord(typed: string, known: readonly string[]): string | undefined {
  let best: { word: string; distance: number } | undefined;
  for (const word of known) {
    const distance = spellingDistance(typed, word);
    if (distance <= forgiven(typed) && (best === undefined || distance < best.distance)) {
      best = { word, distance };
    }
  }
  return best?.word;
}
