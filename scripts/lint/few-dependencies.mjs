/** A rule of oxlint: a class that is given more than eight things has more than one responsibility. */

/** @typedef {{ type: string, [name: string]: any }} Node */

/** Most parameters of a constructor. */
const MOST = 8;

/** @type {any} */
export const fewDependencies = {
  meta: { type: "suggestion", docs: { description: `constructors have at most ${MOST} parameters` } },
  create(/** @type {{ report(problem: { node: Node, message: string }): void }} */ context) {
    return {
      MethodDefinition(/** @type {Node} */ node) {
        const count = node["kind"] === "constructor" ? node["value"]["params"].length : 0;
        if (count <= MOST) return;
        context.report({ node, message: `This class is given ${count} things: split it along what it does.` });
      },
    };
  },
};
