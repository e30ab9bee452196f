import { join } from "node:path";
import { readJson } from "../../scripts/lib/files.mjs";
import { clearOwnFolder, makeOwnFolder } from "../../scripts/lib/own-folder.mjs";
import { Servers } from "../../scripts/lib/servers.mjs";
import { PRODUCT, startProduct } from "../../scripts/lib/test-servers.mjs";

/**
 * Runs the work with a product started as by `npm start`.
 * @template T
 * @param {string} name of its data folder
 * @param {Record<string, string>} env
 * @param {AbortController} stop
 * @param {Promise<string>} temporal
 * @param {(site: string, product: { databaseUrl: string, dataDir: string } & Record<string, any>) => Promise<T>} work
 * @param {Record<string, string>} [settings] of the product
 * @returns {Promise<T>}
 */
export async function onOwnProduct(name, env, stop, temporal, work, settings = {}) {
  const folder = makeOwnFolder(name);
  const servers = new Servers({ dataDir: folder, env, restart: false, signal: stop.signal });
  try {
    const addresses = await startProduct(servers, await temporal, settings);
    const found = readJson(addresses);
    return await work(found.site, found);
  } finally {
    await servers.stop();
    await clearOwnFolder(folder, join(folder, PRODUCT));
  }
}
