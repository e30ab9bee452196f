import type { Page } from "@playwright/test";

/** Smallest width and height of what is pressed, in px: the target of WCAG 2.5.5, and our own. */
const TAP = 44;

const CONTROLS = [
  ":is(a, area)[href], button, summary, select, textarea, input:not([type=hidden])",
  ...["button", "link", "tab", "option", "menuitem", "checkbox", "radio", "switch", "slider"].map(
    (role) => `[role=${role}]`,
  ),
].join(", ");

/**
 * Controls that a finger misses: lower or narrower than 44 px, with what answers for them, such as a label, or a whole card
 * below its link. Excepted as in WCAG 2.5.5: links in a sentence, and stalls on the drawn plan, whose size is the hall's: the
 * list has them large.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(
    ([controls, tap]) => {
      const shown = (element: Element): boolean =>
        element.checkVisibility({ visibilityProperty: true }) && element.closest("[inert]") === null;
      /** What a press on it answers for: itself, its label, or the box that its overlay fills. */
      const areas = (element: Element): DOMRect[] => {
        const own = [element, ...element.querySelectorAll("*")].map((each) => each.getBoundingClientRect());
        const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => label.getBoundingClientRect());
        const overlays = ["::before", "::after"].flatMap((pseudo) => {
          const { content, position, top, bottom, left, right } = getComputedStyle(element, pseudo);
          if (content === "none" || position !== "absolute") return [];
          let box: Element | null = element;
          while (box !== null && getComputedStyle(box).position === "static") box = box.parentElement;
          if (box === null) return [];
          const { x, y, width, height } = box.getBoundingClientRect();
          const [up, down, start, end] = [top, bottom, left, right].map((inset) => Number.parseFloat(inset) || 0) as [
            number,
            number,
            number,
            number,
          ];
          return [new DOMRect(x + start, y + up, width - start - end, height - up - down)];
        });
        return [...own, ...labels, ...overlays];
      };
      /** A link with words before or behind it in its line. */
      const inSentence = (element: Element): boolean => {
        if (!element.matches("a")) return false;
        if (getComputedStyle(element).display !== "inline") return false;
        const block = element.parentElement?.closest("p, li, dd, h1, h2, h3, label, div, td, span:not(:only-child)");
        const words = (block?.textContent ?? "").replaceAll(/\s+/g, " ").trim();
        return words.length > element.textContent.replaceAll(/\s+/g, " ").trim().length;
      };
      return [...document.querySelectorAll(controls)]
        .filter((element) => shown(element) && !inSentence(element) && element.closest("[data-scroller]") === null)
        .flatMap((element) => {
          const boxes = areas(element).filter(({ width, height }) => width > 0 && height > 0);
          const right = Math.max(...boxes.map((box) => box.right));
          const bottom = Math.max(...boxes.map((box) => box.bottom));
          const left = Math.min(...boxes.map((box) => box.left));
          const top = Math.min(...boxes.map((box) => box.top));
          // Off the page until it has the focus: the link to the content.
          if (boxes.length === 0 || bottom + scrollY <= 0 || right + scrollX <= 0) return [];
          const [width, height] = [right - left, bottom - top];
          if (width >= tap - 0.5 && height >= tap - 0.5) return [];
          const name = element.getAttribute("aria-label") ?? (element.textContent.trim() || element.outerHTML);
          return [`${name.slice(0, 60)}: ${Math.round(width)} x ${Math.round(height)}`];
        });
    },
    [CONTROLS, TAP] as const,
  );
}
