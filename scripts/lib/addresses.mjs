import { rmSync } from "node:fs";
import { join } from "node:path";
import { writeJson } from "./files.mjs";

/**
 * Where everything of a run can be reached: printed for people, written to a file for tests and tools.
 * @typedef {object} Addresses
 * @property {string} site
 * @property {string} admin
 * @property {string} apiDocs
 * @property {string} queues
 * @property {string} databaseUrl with its password: the file is readable by its owner only
 * @property {string} temporalAddress
 * @property {string} [temporalUi]
 * @property {string} smtp
 * @property {string} [mail] where mails can be read; only with our own catcher
 * @property {string} [simulator] only with our own payment simulator
 * @property {string} metricsToken
 * @property {string} dataDir
 * @property {number} pid of the start script
 */

/** @param {string} dataDir @returns {string} */
const fileIn = (dataDir) => join(dataDir, "addresses.json");

/** @param {Addresses} addresses */
export function publish(addresses) {
  writeJson(fileIn(addresses.dataDir), addresses);
}

/** @param {string} dataDir */
export function withdraw(dataDir) {
  rmSync(fileIn(dataDir), { force: true });
}

/**
 * One line for each address a person may want to open.
 * @param {Addresses} addresses
 * @returns {string[]}
 */
export function linesOf(addresses) {
  const rows = {
    Site: addresses.site,
    Administration: addresses.admin,
    "API docs": addresses.apiDocs,
    "Temporal UI": addresses.temporalUi,
    Mail: addresses.mail,
    Queues: addresses.queues,
  };
  return Object.entries(rows)
    .filter(([, address]) => address !== undefined)
    .map(([name, address]) => `  ${name.padEnd(16)}${address}`);
}
