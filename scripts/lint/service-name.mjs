/** A rule of oxlint: what Nest injects from a `*.service.ts` is called a service, so that a reader finds its file. */

/** @typedef {{ type: string, [name: string]: any }} Node */

/** @type {any} */
export const serviceName = {
  meta: { type: "suggestion", docs: { description: "injectable classes of a service file end in Service" } },
  create(/** @type {{ report(problem: { node: Node, message: string }): void }} */ context) {
    return {
      ClassDeclaration(/** @type {Node} */ node) {
        const injectable = (node["decorators"] ?? []).some(
          (/** @type {Node} */ { expression }) => expression["callee"]?.name === "Injectable",
        );
        const name = node["id"]?.name ?? "";
        if (!injectable || name.endsWith("Service")) return;
        context.report({ node, message: `Call this class ${name}Service, or move it to a file of another kind.` });
      },
    };
  },
};
