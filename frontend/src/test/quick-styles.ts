// Testing Library asks of every element whether it is seen. jsdom holds each of a thousand rules and a hundred and
// twenty of its own against the element and works out fourteen colours. Here only rules that hide something are kept,
// and what is asked for is answered in jsdom's way from them alone: the last that matches, then what stands at the
// element itself. All else is still jsdom's to answer.

const HIDES = /display:\s*none|visibility|opacity/;
/** What is asked for, and what stands where nothing was said and nothing is inherited. */
const INITIAL: Readonly<Record<string, string | undefined>> = {
  display: undefined,
  opacity: undefined,
  visibility: "visible",
  "pointer-events": "auto",
};

interface HidingRule {
  /** The class of the elements themselves, where its selector looks at no others. */
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
  // One for a screen's width or in a layer has no selector of its own: jsdom does not apply it.
  if (typeof rule.selectorText === "string") {
    const { selectorText: selector, style } = rule;
    hidingRules.push({ className: /^\.([\w-]+)(?:[^\w\s,>+~-][^\s,>+~]*)?$/.exec(selector)?.[1], selector, style });
  }
  return at;
};

const full = globalThis.getComputedStyle.bind(globalThis);
const displays = new Map<string, string>();

/** How the browser's own rules display an element: they look at its name and these attributes. */
function displayOfKind(element: Element): string {
  const attributes = ["hidden", "type", "open"].filter((name) => element.hasAttribute(name));
  const kind = [element.localName, ...attributes.map((name) => `${name}=${element.getAttribute(name)}`)].join(" ");
  let display = displays.get(kind);
  if (display === undefined) {
    const bare = document.createElement(element.localName);
    for (const name of attributes) bare.setAttribute(name, element.getAttribute(name) ?? "");
    ({ display } = full(bare));
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
  if (property === "display") return displayOfKind(element);
  const initial = INITIAL[property];
  if (initial === undefined || element.parentElement === null) return initial ?? "";
  return computed(element.parentElement, property);
}

function answer(element: Element, name: string): unknown {
  if (name === "getPropertyValue") return (property: string) => answer(element, property);
  const property = name === "pointerEvents" ? "pointer-events" : name;
  if (Object.hasOwn(INITIAL, property)) return computed(element, property);
  const style = full(element);
  return name in style ? Reflect.get(style, name) : style.getPropertyValue(name);
}

globalThis.getComputedStyle = (element, pseudo) =>
  typeof pseudo === "string"
    ? full(element, pseudo)
    : new Proxy({} as CSSStyleDeclaration, { get: (_, name) => answer(element, String(name)) });
