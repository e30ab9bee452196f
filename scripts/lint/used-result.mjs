/**
 * A rule of oxlint: a call that only checks by throwing uses its result. The bundler takes these for free of effects and
 * drops them, so that the check works in every test and not in what ships.
 */

/** @typedef {{ type: string, [name: string]: any }} Node */

const PURE =
  /^(?:decodeURI|decodeURIComponent|encodeURI|encodeURIComponent|URL|URLSearchParams|BigInt|RegExp|Date|Number|String|Symbol|JSON\.parse|Intl\.\w+|structuredClone)$/;

/** @param {Node} callee @returns {string} */
const nameOf = (callee) =>
  callee.type === "MemberExpression" && !callee["computed"]
    ? `${nameOf(callee["object"])}.${callee["property"].name}`
    : callee.type === "Identifier"
      ? callee["name"]
      : "";

/** @type {any} */
export const usedResult = {
  meta: { type: "problem", docs: { description: "checks that survive the bundler" } },
  create(/** @type {{ report(problem: { node: Node, message: string }): void }} */ context) {
    return {
      ExpressionStatement(/** @type {Node} */ { expression }) {
        const call =
          expression.type === "UnaryExpression" && expression["operator"] === "void"
            ? expression["argument"]
            : expression;
        if (!["CallExpression", "NewExpression"].includes(call.type) || !PURE.test(nameOf(call["callee"]))) return;
        context.report({ node: call, message: "Use this result: the bundler drops the call, and its error with it." });
      },
    };
  },
};
