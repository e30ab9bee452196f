/** The name and version of the package an entry of package-lock.json stands for. */
function packageOf(/** @type {string} */ path, /** @type {any} */ entry) {
  return `${entry.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)}@${entry.version}`;
}

/**
 * The packages whose content the lock does not pin: without `integrity` npm installs whatever the registry sends.
 * `elsewhere`: an optional package for one other platform than the image's (Linux on x64 or arm64). Where the registry
 * does not carry those its integrity can't be asked for; nothing of it is ever installed here or in the image.
 * @param {Record<string, any>} packages of package-lock.json
 * @returns {{ path: string, name: string, elsewhere: boolean }[]} name with its version
 */
export function withoutIntegrity(packages) {
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes("node_modules/") && !entry.link && !entry.integrity)
    .map(([path, entry]) => ({ path, name: packageOf(path, entry), elsewhere: isElsewhere(entry) }));
}

function isElsewhere(/** @type {any} */ { optional, os = ["linux"], cpu = ["x64", "arm64"] }) {
  const runsInTheImage = os.includes("linux") && (cpu.includes("x64") || cpu.includes("arm64"));
  return optional === true && !runsInTheImage;
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

/**
 * What `npm audit --json` came to.
 * @param {string} output
 * @returns {{ notRun?: string, vulnerable: string[] }} notRun: why nothing is known
 */
export function judgeAudit(output) {
  const start = output.indexOf("{");
  const end = output.lastIndexOf("}");
  /** @type {any} */
  let report;
  try {
    report = JSON.parse(output.slice(start, end + 1));
  } catch {
    return {
      notRun: "the registry does not answer",
      vulnerable: [],
    };
  }
  if (report.vulnerabilities === undefined) {
    const text = JSON.stringify(report);
    const why = /\b(404|405|501)\b|not implemented|ENOAUDIT|endpoint/i.test(text)
      ? "the registry has no audit endpoint"
      : "the registry does not answer";
    return { notRun: why, vulnerable: [] };
  }
  const vulnerable = Object.values(report.vulnerabilities)
    .filter((/** @type {any} */ { severity }) => severity === "high" || severity === "critical")
    .map((/** @type {any} */ { name, range }) => `${name} ${range}`);
  return { vulnerable };
}
