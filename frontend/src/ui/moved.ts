/** The list with one entry in another place; the same list if there is no such place. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length || to === from) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}
