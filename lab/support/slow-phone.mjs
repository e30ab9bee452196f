/** Slow 3G, as Chromium's developer tools knew it. */
const NETWORK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** How much slower than this machine the phone's processor is. */
export const CPU_SLOWDOWN = 4;

/** The phone, for a context of Playwright. */
export const PHONE = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

/**
 * Slows down network and processor of a page.
 * @param {any} session of the developer tools
 */
export async function slowDown(session) {
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
}

/** @param {number[]} all @returns {number} the middle one; 0 of none */
export const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
