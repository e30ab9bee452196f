import { system } from "../ui/theme/system";

// Speeds up Chakra, which recomputes an element's styles on each render, slower than the render itself. jsdom has no
// layout, so a spec can only observe styles that hide an element. Recipes hide nothing, and jsdom does not apply styles
// in a cascade layer, where Chakra puts recipes and global styles.

const HIDING = new Set(["display", "visibility", "opacity"]);
const NOTHING = Object.freeze({});
type Styles = Record<string, unknown>;
type Recipe = ReturnType<typeof system.cva>;

/** The styles that can hide an element, including those under conditions such as screen widths. */
function hidingPart(styles: Styles): Styles | undefined {
  let part: Styles | undefined;
  for (const key in styles) {
    const value = styles[key];
    const isGroup = typeof value === "object" && value !== null && !key.startsWith("@layer");
    const hiding = HIDING.has(key) ? value : isGroup ? hidingPart(value as Styles) : undefined;
    if (hiding !== undefined) (part ??= {})[key] = hiding;
  }
  return part;
}

function memoized<Value>(cache: WeakMap<object, Value>, key: object, compute: () => Value): Value {
  const known = cache.get(key) ?? compute();
  cache.set(key, known);
  return known;
}

/** The recipe with its variants and without styles. */
function withoutStyles(recipe: Recipe): Recipe {
  const original: { merge: (other: Recipe) => Recipe } = recipe;
  const merged = new WeakMap<object, Recipe>();
  const merge = (other: Recipe) => memoized(merged, other, () => withoutStyles(original.merge(other)));
  return Object.assign(() => NOTHING, recipe, { merge }) as Recipe;
}

const { css, cva, isValidProperty } = system;
const recipes = new WeakMap<object, Recipe>();
const properties = new Map<string, boolean>();
Object.assign(system, {
  css: (...styles: Styles[]) => {
    const parts = styles.map(hidingPart).filter((part) => part !== undefined);
    return parts.length === 0 ? NOTHING : css(...(parts as Parameters<typeof css>));
  },
  cva: (config: Parameters<typeof cva>[0]) => memoized(recipes, config, () => withoutStyles(cva(config))),
  isValidProperty: (name: string) => {
    const known = properties.get(name) ?? isValidProperty(name);
    properties.set(name, known);
    return known;
  },
});
Object.defineProperty(system, "_global", { value: NOTHING });
