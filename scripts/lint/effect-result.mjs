/**
 * A rule of oxlint: an effect of React returns nothing or its clean-up. React calls whatever else a call returns when the effect
 * ends, and the page is gone: browsers began to return promises from methods that returned nothing, like `scrollIntoView`.
 */

/** @typedef {{ type: string, [name: string]: any }} Node */

const EFFECTS = new Set(["useEffect", "useLayoutEffect", "useInsertionEffect"]);

/** Calls that return how they are ended. */
const STARTS = /^(?:subscribe|setGuard)$/;

/** @type {any} */
export const effectResult = {
  meta: { type: "problem", docs: { description: "effects return nothing or their clean-up" } },
  create(/** @type {{ report(problem: { node: Node, message: string }): void }} */ context) {
    return {
      CallExpression(/** @type {Node} */ node) {
        const [effect] = node["arguments"];
        if (!EFFECTS.has(node["callee"].name) || effect?.type !== "ArrowFunctionExpression") return;
        const callee = effect["body"].callee;
        if (STARTS.test(callee?.name ?? callee?.property?.name ?? "")) return;
        if (!["CallExpression", "ChainExpression", "AwaitExpression"].includes(effect["body"].type)) return;
        context.report({
          node: effect["body"],
          message: "Put this call in braces: React would call its result as the clean-up.",
        });
      },
    };
  },
};
