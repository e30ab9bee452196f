import { system } from "../ui/theme/system";

// Chakra works out every element's styles again each time it is drawn, which takes longer than drawing it. jsdom lays
// nothing out: of all styles a spec can see those alone that hide something. Recipes hide nothing, and what Chakra puts
// in a layer, as it does with them and the page's own styles, jsdom does not apply.

const HIDING = new Set(["display", "visibility", "opacity"]);
const NOTHING = Object.freeze({});
type Styles = Record<string, unknown>;
type Recipe = ReturnType<typeof system.cva>;

/** What can hide something of these styles, conditions like a screen's width included. */
function hidingPart(styles: Styles): Styles | undefined {
  let part: Styles | undefined;
  for (const key in styles) {
    const value = styles[key];
    const isGroup = typeof value === "object" && value !== null && !key.startsWith("@layer");
    const kept = HIDING.has(key) ? value : isGroup ? hidingPart(value as Styles) : undefined;
    if (kept !== undefined) (part ??= {})[key] = kept;
  }
  return part;
}

function once<Made>(made: WeakMap<object, Made>, of: object, make: () => Made): Made {
  const known = made.get(of) ?? make();
  made.set(of, known);
  return known;
}

/** A recipe that knows its variants and gives no styles. */
function withoutStyles(recipe: Recipe): Recipe {
  const whole: { merge: (other: Recipe) => Recipe } = recipe;
  const merged = new WeakMap<object, Recipe>();
  const merge = (other: Recipe) => once(merged, other, () => withoutStyles(whole.merge(other)));
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
  cva: (config: Parameters<typeof cva>[0]) => once(recipes, config, () => withoutStyles(cva(config))),
  isValidProperty: (name: string) => {
    const known = properties.get(name) ?? isValidProperty(name);
    properties.set(name, known);
    return known;
  },
});
Object.defineProperty(system, "_global", { value: NOTHING });
