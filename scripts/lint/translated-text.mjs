/**
 * A rule of oxlint: pages survive a browser's translation.
 *
 * Translators replace each text node by `<font><font>other words</font></font>`. React writes the text of an element
 * with a single string as `textContent`, which always works. For any other text it keeps the text node itself: once it is
 * replaced, new words stay invisible, and removing it or inserting an element before it throws and takes the whole page
 * down. So text that may change, or has a sibling that may come and go, has an element of its own.
 */

/** @typedef {{ type: string, [name: string]: any }} Node */

const CHANGING = "Wrap this text in an element of its own: beside siblings it stays unchanged in a translated page.";
const BESIDE =
  "Wrap this text in an element of its own: beside a sibling that comes and goes it crashes a translated page.";
const ALONE =
  "Wrap this text in an element of its own: a fragment's text crashes a translated page or stays unchanged.";

/** Function names whose results are elements, or lists of them. */
const ELEMENT_CALLS = /^(?:map|flatMap|toReversed|filter|from|render\w*|to[A-Z]\w*|icon|option|field|row|cell|link)$/;
/** Variables and properties that hold elements. */
const ELEMENT_NAMES =
  /^(?:above|after|aside|before|between|consequence|empty|more|partner|\w*(?:[cC]hildren|[iI]con|[eE]lement|[bB]utton|[aA]ctions?|[fF]orm|[sS]ample|[nN]ode|[lL]ink|[fF]ooter))$/;

/** @param {Node} node @returns {Node} without parentheses and type assertions */
const bare = (node) =>
  ["ParenthesizedExpression", "TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"].includes(node.type)
    ? bare(node["expression"])
    : node;

/** @param {Node} node @returns {string} last name of an identifier, property or call */
function nameOf(node) {
  switch (node.type) {
    case "Identifier":
      return node["name"];
    case "MemberExpression":
      return node["computed"] ? nameOf(bare(node["object"])) : node["property"].name;
    case "ChainExpression":
      return nameOf(bare(node["expression"]));
    case "CallExpression":
      return nameOf(bare(node["callee"]));
    default:
      return "";
  }
}

/** A text of the site's own tables (`strings.a.b`), or a constant. @param {Node} node @returns {boolean} */
const isConstant = (node) =>
  node.type === "Identifier"
    ? /^(?:strings|texts|\w+Strings|[A-Z][A-Z_\d]+)$/.test(node["name"])
    : node.type === "MemberExpression" && !node["computed"] && isConstant(bare(node["object"]));

/** @param {Node} node */
const isNothing = (node) =>
  (node.type === "Literal" && (node["value"] === null || typeof node["value"] === "boolean")) ||
  (node.type === "Identifier" && node["name"] === "undefined");

/**
 * What an expression renders: "element", "nothing", "text" (which changes), "words" (which do not), or several: it
 * changes between them.
 * @param {Node} expression @returns {Set<string>}
 */
function kindsOf(expression) {
  const node = bare(expression);
  switch (node.type) {
    case "JSXElement":
    case "JSXFragment":
      return new Set(["element"]);
    case "Literal":
      return new Set([isNothing(node) ? "nothing" : node["value"] === "" ? "nothing" : "words"]);
    case "JSXEmptyExpression":
      return new Set();
    case "TemplateLiteral":
      return new Set([node["expressions"].length === 0 ? "words" : "text"]);
    case "ConditionalExpression":
      return changing([...kindsOf(node["consequent"]), ...kindsOf(node["alternate"])]);
    case "LogicalExpression": {
      const right = kindsOf(node["right"]);
      return node["operator"] === "&&" ? new Set([...right, "nothing"]) : new Set([...kindsOf(node["left"]), ...right]);
    }
    case "Identifier":
      if (isNothing(node)) return new Set(["nothing"]);
    // fallthrough
    case "MemberExpression":
    case "ChainExpression":
    case "CallExpression": {
      const name = nameOf(node);
      if (isConstant(node)) return new Set(["words"]);
      const call = node.type === "ChainExpression" ? bare(node["expression"]) : node;
      const isList = call.type === "CallExpression" && /^(?:map|flatMap|filter)$/.test(name);
      if (isList) return new Set(["element", "nothing"]);
      // Where siblings of a caller's children come and go, their type is ReactElement.
      if (name === "children" && call.type !== "CallExpression") return new Set(["element"]);
      return new Set([
        ELEMENT_NAMES.test(name) || (call.type === "CallExpression" && ELEMENT_CALLS.test(name)) ? "element" : "text",
      ]);
    }
    case "BinaryExpression":
      return new Set(["text"]);
    default:
      return new Set(["element"]);
  }
}

/** One of two words is a text that changes. @param {string[]} kinds */
const changing = (kinds) =>
  new Set(
    kinds.filter((kind) => kind === "words").length > 1 ? [...kinds.filter((kind) => kind !== "words"), "text"] : kinds,
  );

/** @param {Node} child @returns {Set<string>} */
function kindsOfChild(child) {
  switch (child.type) {
    case "JSXText":
      // As JSX reads it: lines are trimmed, and blank ones dropped.
      return new Set(child["value"].trim() === "" && child["value"].includes("\n") ? [] : ["words"]);
    case "JSXExpressionContainer":
      return kindsOf(child["expression"]);
    default:
      return new Set(["element"]);
  }
}

/** @param {Set<string>} kinds */
const isText = (kinds) => kinds.has("text") || kinds.has("words");
/** @param {Set<string>} kinds */
const comesAndGoes = (kinds) => kinds.size > 1 && !(kinds.size === 2 && kinds.has("text") && kinds.has("words"));

/** @type {any} */
export const translatedText = {
  meta: { type: "problem", docs: { description: "text that a translated page can update" } },
  create(/** @type {{ report(problem: { node: Node, message: string }): void }} */ context) {
    const check = (/** @type {Node} */ element, /** @type {boolean} */ isFragment) => {
      const children = /** @type {Node[]} */ (element["children"])
        .map((node) => ({ node, kinds: kindsOfChild(node) }))
        .filter(({ kinds }) => kinds.size > 0);
      const varies = children.some(({ kinds }) => comesAndGoes(kinds));
      for (const { node, kinds } of children) {
        if (!isText(kinds)) continue;
        if (isFragment && (kinds.has("text") || comesAndGoes(kinds))) context.report({ node, message: ALONE });
        else if (children.length === 1) continue;
        else if (varies) context.report({ node, message: BESIDE });
        else if (kinds.has("text")) context.report({ node, message: CHANGING });
      }
    };
    return {
      JSXElement: (/** @type {Node} */ node) => check(node, false),
      JSXFragment: (/** @type {Node} */ node) => check(node, true),
      // A list of elements and bare words.
      ConditionalExpression(/** @type {Node} */ node) {
        if (!["ArrowFunctionExpression", "ReturnStatement"].includes(node["parent"].type)) return;
        const branches = [bare(node["consequent"]), bare(node["alternate"])];
        if (branches.some(({ type }) => type === "JSXElement") && isText(kindsOf(node)))
          context.report({ node, message: ALONE });
      },
    };
  },
};
