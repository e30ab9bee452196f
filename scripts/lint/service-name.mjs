/** A rule of oxlint: every class of a `*.service.ts` is called a service, so that a reader finds its file. */

/** @typedef {{ type: string, [name: string]: any }} Node */

/** @type {any} */
export const serviceName = {
  meta: { type: "suggestion", docs: { description: "classes of a service file end in Service" } },
  create(/** @type {{ report(problem: { node: Node, message: string }): void }} */ context) {
    return {
      ClassDeclaration(/** @type {Node} */ node) {
        const name = node["id"]?.name ?? "";
        if (name.endsWith("Service")) return;
        context.report({ node, message: `Call this class ${name}Service, or move it to a file of another kind.` });
      },
    };
  },
};
