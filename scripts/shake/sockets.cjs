/**
 * Preloaded by `SHAKE=on npm test` into jest's workers and the product's processes: what is written to a socket is late
 * at random, now and then by half a second, but never out of order. A spec that only passes while everything is quick
 * shows itself (docs/running.md, Unsteady tests).
 */
const net = require("node:net");

// The real ones: specs fake the clock.
const { setTimeout } = globalThis;

/** What Node writes with; without it (another Node) nothing is shaken, and that is said. */
const write = net.Socket.prototype._writeGeneric;
if (typeof write !== "function") throw new Error("SHAKE: this Node writes its sockets in another way");

/** @returns {number} ms */
function lateness() {
  const chance = Math.random();
  if (chance < 0.75) return 0;
  return chance < 0.96 ? Math.random() * 40 : 100 + Math.random() * 500;
}

net.Socket.prototype._writeGeneric = function shaken(writev, data, encoding, done) {
  // Pipes between processes (output, workers) have no port and are left alone.
  const late = this.remotePort !== undefined || this.connecting ? lateness() : 0;
  if (late === 0) return write.call(this, writev, data, encoding, done);
  setTimeout(() => {
    if (this.destroyed) done(new Error("the socket was closed"));
    else write.call(this, writev, data, encoding, done);
  }, late);
};
