const systems = [
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
  "aix",
];
const processors = [
  "arm64",
  "arm",
  "x64",
  "ia32",
  "ppc64",
  "s390x",
  "riscv64",
  "loong64",
  "mips64el",
  "mipsel",
];

/**
 * The platform a package is for, as far as its name tells (`@swc/core-linux-arm-gnueabihf`).
 * @param {string} name
 * @returns {{ os: string[], cpu: string[], libc?: string[] } | undefined}
 */
export function platformOf(name) {
  const words = name.split(/[/-]/).map((word) => (word === "windows" ? "win32" : word));
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  if (os === undefined || cpu === undefined) return undefined;
  const libc = words.includes("musl") ? ["musl"] : words.includes("gnu") ? ["glibc"] : undefined;
  return { os: [os], cpu: [cpu], ...(os === "linux" && libc ? { libc } : {}) };
}

/**
 * Whether a dependency of the package at `path` is in the lock, where Node would look for it.
 * @param {Record<string, any>} packages
 * @param {string} path
 * @param {string} name
 */
function isLocked(packages, path, name) {
  for (let folder = path; ; folder = parentOf(folder)) {
    const prefix = folder === "" ? "" : `${folder}/`;
    if (`${prefix}node_modules/${name}` in packages) return true;
    if (folder === "") return false;
  }
}

/** @param {string} path @returns {string} the folder whose node_modules is looked into next */
function parentOf(path) {
  const end = path.lastIndexOf("node_modules/");
  return end <= 0 ? "" : path.slice(0, end - 1);
}

/**
 * Adds the optional platform packages the lock lacks, each beside the package that names it.
 * @param {Record<string, any>} packages of package-lock.json
 * @returns {{ packages: Record<string, any>, added: string[], unknown: string[] }} unknown: missing, but not named
 *   like a platform's package, or not pinned to one version
 */
export function completeLock(packages) {
  /** @type {Record<string, any>} */
  const complete = { ...packages };
  /** @type {string[]} */
  const added = [];
  /** @type {string[]} */
  const unknown = [];
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isLocked(complete, path, name)) continue;
      const platform = platformOf(name);
      const end = path.lastIndexOf("node_modules/");
      if (platform === undefined || end < 0 || !/^\d+\.\d+\.\d+/.test(String(version))) {
        unknown.push(`${name}@${String(version)}`);
        continue;
      }
      complete[`${path.slice(0, end)}node_modules/${name}`] = {
        version,
        cpu: platform.cpu,
        ...(entry.dev ? { dev: true } : {}),
        ...(platform.libc ? { libc: platform.libc } : {}),
        optional: true,
        os: platform.os,
      };
      added.push(`${name}@${String(version)}`);
    }
  }
  const order = (/** @type {string} */ a, /** @type {string} */ b) => a.localeCompare(b, "en");
  const sorted = Object.fromEntries(
    Object.keys(complete)
      .sort(order)
      .map((path) => [path, complete[path]]),
  );
  return { packages: sorted, added, unknown };
}
