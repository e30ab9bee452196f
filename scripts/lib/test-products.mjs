import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { existsSync } from "node:fs";
import { root } from "./paths.mjs";
import { shaking } from "./shake.mjs";
import { productFolders } from "./test-folder.mjs";

/**
 * The product as it is, and one whose holds and payment windows end while a test can wait for it, where listings are
 * paid without a provider and their first reminder comes as soon as they are live. All visitors of the tests share an
 * address, and most have only the API: none of them is asked for a proof of work.
 */
const windows = [
  { HOLD_SECONDS: "600", PAYMENT_WINDOW_SECONDS: "1080", LIVE_HOLDS_PER_NETWORK: "1000" },
  {
    HOLD_SECONDS: "40",
    PAYMENT_WINDOW_SECONDS: "60",
    LIVE_HOLDS_PER_NETWORK: "1000",
    LISTING_PAYMENTS: "mock",
    LISTING_FIRST_REMINDER_SECONDS: String(365 * 24 * 3600),
  },
];

/** The administrator of both products: the same, so that a test knows it whichever it looks at. */
const administrator = () => ({
  ADMIN_USERNAME: "organiser",
  ADMIN_PASSWORD: randomBytes(18).toString("base64url"),
});

/**
 * Starts the product twice, each by the real start script, as a person would, on data folders of their own.
 * @param {import("./servers.mjs").Servers} servers
 * @param {Record<string, string>} env without settings of any other product
 * @returns {Promise<Record<string, string>>} where the browser tests find their addresses, and the administrator
 */
export async function startProducts(servers, env) {
  const folders = productFolders(servers.options.dataDir);
  const admin = administrator();
  await Promise.all(
    windows.map((window, index) =>
      servers.start({
        name: index === 0 ? "the product" : "the product with short windows",
        command: process.execPath,
        args: [join(root, "scripts/start.mjs")],
        cwd: root,
        env: {
          ...env,
          ...window,
          ...admin,
          DATA_DIR: folders[index],
          PORT: "0",
          NODE_OPTIONS: shaking(env),
          SAKHI_SKIP_BUILD: "1",
          SAKHI_IGNORE_ENV_FILE: "1",
        },
        log: servers.logOf(index === 0 ? "product" : "product-short"),
        isReady: () => Promise.resolve(existsSync(join(folders[index], "addresses.json"))),
        readyMs: 600_000,
        stopMs: 40_000,
        stopsIn: 9,
      }),
    ),
  );
  const [usual, short] = folders.map((folder) => join(folder, "addresses.json"));
  return {
    PRODUCT_ADDRESSES: usual,
    PRODUCT_SHORT_ADDRESSES: short,
    PRODUCT_ADMIN_USERNAME: admin.ADMIN_USERNAME,
    PRODUCT_ADMIN_PASSWORD: admin.ADMIN_PASSWORD,
  };
}
