/**
 * A rule of oxlint: no state in module variables of the frontend. It would outlive the page that set it, be shared by tests and,
 * in the server renderer, by visitors. State is in a component, a context, the store or its thunks' extra argument.
 */

/** @typedef {{ type: string, [name: string]: any }} Node */

/** Collections that can be filled; a `ReadonlySet` or `ReadonlyMap` cannot. */
const FILLABLE = new Set(["Map", "Set", "WeakMap", "WeakSet"]);

const ADVICE = "Keep this in a component, a context or the store (docs/decisions/0100).";

/** @param {Node} declarator @returns {boolean} whether it holds a collection that can be filled */
function isFillable({ id, init }) {
  if (init?.type !== "NewExpression" || !FILLABLE.has(init["callee"]?.name)) return false;
  return !/^Readonly/.test(id["typeAnnotation"]?.typeAnnotation?.typeName?.name ?? "");
}

/** @type {any} */
export const noModuleState = {
  meta: { type: "problem", docs: { description: "no state in module variables" } },
  create(/** @type {{ report(problem: { node: Node, message: string }): void }} */ context) {
    return {
      Program(/** @type {Node} */ { body }) {
        for (const statement of body) {
          const declaration = /^Export/.test(statement.type) ? statement.declaration : statement;
          if (declaration?.type !== "VariableDeclaration") continue;
          if (declaration.kind !== "const")
            context.report({ node: declaration, message: `A module variable that changes. ${ADVICE}` });
          else
            for (const declarator of declaration.declarations.filter(isFillable))
              context.report({ node: declarator, message: `A module's collection that can be filled. ${ADVICE}` });
        }
      },
    };
  },
};
