// A fast getComputedStyle for Testing Library's visibility checks. For each element jsdom matches a thousand rules plus
// 120 of its own and computes fourteen colours. This one keeps only rules that hide elements and resolves the properties
// below as jsdom does: inline style, then the last matching rule. Other properties are left to jsdom.

const HIDES = /display:\s*none|visibility|opacity/;
/** The properties resolved here, with the initial value of inherited ones. */
const INITIAL: Readonly<Record<string, string | undefined>> = {
  display: undefined,
  opacity: undefined,
  visibility: "visible",
  "pointer-events": "auto",
};

interface HidingRule {
  /** The class that the selector requires, if it has a single class and no combinator. */
  readonly className: string | undefined;
  readonly selector: string;
  readonly style: CSSStyleDeclaration;
}
const hidingRules: HidingRule[] = [];

const insertRule = CSSStyleSheet.prototype.insertRule;
CSSStyleSheet.prototype.insertRule = function (this: CSSStyleSheet, text: string): number {
  if (!HIDES.test(text)) return 0;
  const at = insertRule.call(this, text, this.cssRules.length);
  const rule = this.cssRules[at] as CSSStyleRule;
  // Media and layer rules have no selectorText; jsdom does not apply them.
  if (typeof rule.selectorText === "string") {
    const { selectorText: selector, style } = rule;
    hidingRules.push({ className: /^\.([\w-]+)(?:[^\w\s,>+~-][^\s,>+~]*)?$/.exec(selector)?.[1], selector, style });
  }
  return at;
};

const jsdomComputedStyle = globalThis.getComputedStyle.bind(globalThis);
const displays = new Map<string, string>();

/** Default `display` of an element, which depends on its name and these attributes. Cached. */
function defaultDisplay(element: Element): string {
  const attributes = ["hidden", "type", "open"].filter((name) => element.hasAttribute(name));
  const kind = [element.localName, ...attributes.map((name) => `${name}=${element.getAttribute(name)}`)].join(" ");
  let display = displays.get(kind);
  if (display === undefined) {
    const bare = document.createElement(element.localName);
    for (const name of attributes) bare.setAttribute(name, element.getAttribute(name) ?? "");
    ({ display } = jsdomComputedStyle(bare));
    displays.set(kind, display);
  }
  return display;
}

function computed(element: Element, property: string): string {
  const own = element.hasAttribute("style") ? (element as HTMLElement).style.getPropertyValue(property) : "";
  if (own !== "") return own;
  const { classList } = element;
  const rule = hidingRules.findLast(
    ({ className, selector, style }) =>
      (className === undefined || classList.contains(className)) &&
      style.getPropertyValue(property) !== "" &&
      element.matches(selector),
  );
  if (rule !== undefined) return rule.style.getPropertyValue(property);
  if (property === "display") return defaultDisplay(element);
  const initial = INITIAL[property];
  if (initial === undefined || element.parentElement === null) return initial ?? "";
  return computed(element.parentElement, property);
}

function read(element: Element, name: string): unknown {
  if (name === "getPropertyValue") return (property: string) => read(element, property);
  const property = name === "pointerEvents" ? "pointer-events" : name;
  if (Object.hasOwn(INITIAL, property)) return computed(element, property);
  const style = jsdomComputedStyle(element);
  return name in style ? Reflect.get(style, name) : style.getPropertyValue(name);
}

globalThis.getComputedStyle = (element, pseudo) =>
  typeof pseudo === "string"
    ? jsdomComputedStyle(element, pseudo)
    : new Proxy({} as CSSStyleDeclaration, { get: (_, name) => read(element, String(name)) });
