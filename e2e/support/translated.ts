import type { Page } from "@playwright/test";

/**
 * Translates every page as browsers do: each text node is replaced by font elements with another one. The words stay the
 * same, so that tests find them. What React writes to the node it remembers is lost, as in a real translation.
 */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const KEPT = "script, style, noscript, textarea, select, svg, title, [translate=no], font";
    const translateText = (text: Node): void => {
      const { parentElement: parent, nodeValue } = text;
      if (nodeValue === null || nodeValue.trim() === "" || parent === null || parent.closest(KEPT) !== null) return;
      const inner = document.createElementNS("http://www.w3.org/1999/xhtml", "font");
      inner.append(nodeValue);
      const outer = document.createElementNS("http://www.w3.org/1999/xhtml", "font");
      outer.append(inner);
      text.parentNode?.replaceChild(outer, text);
    };
    const translateIn = (root: Node): void => {
      if (root.nodeType === Node.TEXT_NODE) return translateText(root);
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) translateText(text);
    };
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === "characterData") translateText(target);
        for (const node of addedNodes) if (node.isConnected) translateIn(node);
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
}
