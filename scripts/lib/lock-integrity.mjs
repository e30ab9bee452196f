/** The name and version of the package an entry of package-lock.json stands for. */
function packageOf(/** @type {string} */ path, /** @type {any} */ entry) {
  return `${entry.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)}@${entry.version}`;
}

/**
 * The packages whose content the lock does not pin: without `integrity` npm installs whatever the registry sends.
 * @param {Record<string, any>} packages of package-lock.json
 * @returns {{ path: string, name: string }[]} name with its version
 */
export function withoutIntegrity(packages) {
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes("node_modules/") && !entry.link && !entry.integrity)
    .map(([path, entry]) => ({ path, name: packageOf(path, entry) }));
}

/**
 * The dependencies that are not pinned to one version, as "name range": the lock holds them, but the next
 * `npm install` of something else may move them.
 * @param {Record<string, any>} manifest a package.json
 * @returns {string[]}
 */
export function notExact(manifest) {
  const found = /** @type {string[]} */ ([]);
  const look = (/** @type {Record<string, any>} */ versions) => {
    for (const [name, version] of Object.entries(versions)) {
      if (typeof version === "object") look(version);
      else if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) found.push(`${name} ${version}`);
    }
  };
  for (const kind of ["dependencies", "devDependencies", "optionalDependencies", "overrides"]) {
    look(manifest[kind] ?? {});
  }
  return found;
}
