/** The name of a test without its file: what stays when it moves. @param {string} name "path: full name" */
const withoutFile = (name) => name.slice(name.indexOf(": ") + 2);

/** Takes one name out of a list, if it is there. @param {string[]} list @param {(name: string) => boolean} matches */
function take(list, matches) {
  const at = list.findIndex(matches);
  return at < 0 ? undefined : list.splice(at, 1)[0];
}

/**
 * Compares the names of two runs' tests. Names that occur several times are counted: each must stay as often.
 * @param {readonly string[]} before "path: full name"
 * @param {readonly string[]} after
 * @returns {{ gone: string[], moved: [from: string, to: string][], added: string[] }} moved: the same name in another file
 */
export function compareNames(before, after) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const name of after) counts.set(name, (counts.get(name) ?? 0) + 1);
  const missing = before.filter((name) => {
    const left = counts.get(name) ?? 0;
    counts.set(name, left - 1);
    return left <= 0;
  });
  const added = [...counts].flatMap(([name, left]) => Array.from({ length: Math.max(left, 0) }, () => name));
  /** @type {[string, string][]} */
  const moved = [];
  const gone = missing.filter((name) => {
    const to = take(added, (each) => withoutFile(each) === withoutFile(name));
    if (to !== undefined) moved.push([name, to]);
    return to === undefined;
  });
  return { gone, moved, added };
}
