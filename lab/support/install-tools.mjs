import { join } from "node:path";
import { installFolder } from "../../scripts/lib/bootstrap.mjs";
import { root } from "../../scripts/lib/files.mjs";

/**
 * Installs Lighthouse and StrykerJS if needed. Separate, because they add a third more packages.
 * @param {Record<string, string>} env
 * @returns {Promise<string>} the folder that contains their node_modules
 */
export async function installTools(env) {
  const folder = join(root, "lab/tools");
  await installFolder(env, folder, "Lighthouse and StrykerJS");
  return folder;
}
