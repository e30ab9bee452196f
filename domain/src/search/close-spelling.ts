/** Edit distance with adjacent transpositions (optimal string alignment). */
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

/** Maximum edit distance of a suggestion: smaller for short words. */
function maxDistance(typed: string): number {
  const { length } = [...typed];
  if (length < 3) return 0;
  if (length <= 4) return 1;
  return length <= 8 ? 2 : 3;
}

/**
 * The known word closest to a misspelled one; undefined if none is close enough.
 *
 * @param known in order of preference, which breaks ties
 */
export function closestWord(typed: string, known: readonly string[]): string | undefined {
  let best: { word: string; distance: number } | undefined;
  for (const word of known) {
    const distance = spellingDistance(typed, word);
    if (distance <= maxDistance(typed) && (best === undefined || distance < best.distance)) {
      best = { word, distance };
    }
  }
  return best?.word;
}
